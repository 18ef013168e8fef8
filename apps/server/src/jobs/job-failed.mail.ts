import { ERROR_CODES } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import type { MailKind } from '../mail/mail-kind.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { type TextLanguage, textLanguageOf } from '../mail/text-language.ts';

const KIND = 'job-failed';

interface MailTexts {
  readonly subject: (job: string) => string;
  readonly reference: (id: string) => string;
  readonly action: string;
  readonly note: string;
}

const TEXTS: Readonly<Record<TextLanguage, MailTexts>> = {
  'en-US': {
    subject: (job) => `Job failed: ${job}`,
    reference: (id) => `Reference: ${id}`,
    action: 'View job',
    note: 'You get this mail because you started the job.',
  },
  'de-DE': {
    subject: (job) => `Auftrag fehlgeschlagen: ${job}`,
    reference: (id) => `Referenz: ${id}`,
    action: 'Auftrag ansehen',
    note: 'Sie erhalten diese E-Mail, weil Sie den Auftrag gestartet haben.',
  },
  'fr-FR': {
    subject: (job) => `Échec de la tâche\u202f: ${job}`,
    reference: (id) => `Référence\u202f: ${id}`,
    action: 'Voir la tâche',
    note: 'Vous recevez cet e-mail car vous avez lancé la tâche.',
  },
  'es-ES': {
    subject: (job) => `Tarea fallida: ${job}`,
    reference: (id) => `Referencia: ${id}`,
    action: 'Ver la tarea',
    note: 'Recibe este correo porque inició la tarea.',
  },
  'ar-EG': {
    subject: (job) => `فشلت المهمة: ${job}`,
    reference: (id) => `المرجع: \u2066${id}\u2069`,
    action: 'عرض المهمة',
    note: 'وصلتك هذه الرسالة لأنك بدأت المهمة.',
  },
};

/** Queues the mail to the requester of a job that failed permanently, in the transaction of the failure. */
export async function alertRequester(db: Kysely<Database>, jobId: string): Promise<void> {
  const { sub, language } = await db
    .selectFrom('job')
    .innerJoin('staff_user', 'staff_user.sub', 'job.requested_by')
    .select(['staff_user.sub', 'staff_user.preferred_language_key as language'])
    .where('job.id', '=', jobId)
    .executeTakeFirstOrThrow();
  await queueMail(db, {
    kind: KIND,
    recipientSub: sub,
    aboutId: jobId,
    language: textLanguageOf(language) ?? 'en-US',
  });
}

/** The mail itself: name, reason and reference of the job, with the console's texts of `textOf`. */
export function jobFailedMail(
  publicUrl: string,
  textOf: (language: TextLanguage, key: string) => Promise<string | undefined>,
): MailKind {
  return {
    name: KIND,
    async compose(db, { aboutId, language }) {
      const { rows } = await sql<{ kind: string; code: string; reference: string; email: string; isAdmin: boolean }>`
        select j.kind, j.error_code as code, coalesce(j.request_id, j.id::text) as reference, u.email,
          'ADMIN' = any (j.requested_roles) as "isAdmin"
        from job j join staff_user u on u.sub = j.requested_by
        where j.id = ${aboutId} and j.state = 'FAILED' and u.email is not null`.execute(db);
      const [job] = rows;
      if (job === undefined) return null;
      const texts = TEXTS[language];
      const name = (await textOf(language, `job.kind.${job.kind}`)) ?? job.kind;
      const code = Object.hasOwn(ERROR_CODES, job.code) ? job.code : 'unexpected';
      const reason = (await textOf(language, `error.${code}`)) ?? code;
      return {
        to: job.email,
        subject: texts.subject(name),
        paragraphs: [reason, texts.reference(job.reference)],
        // Only administrators have the list of jobs; the start page shows others what needs attention.
        action: { label: texts.action, url: job.isAdmin ? `${publicUrl}/admin/jobs?open=${aboutId}` : `${publicUrl}/` },
        note: texts.note,
      };
    },
  };
}
