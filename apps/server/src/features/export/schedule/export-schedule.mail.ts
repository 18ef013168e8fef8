import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/client.ts';
import type { MailKind } from '../../../mail/mail-kind.ts';
import { queueMail } from '../../../mail/mail-queue.ts';
import { type TextLanguage, textLanguageOf } from '../../../mail/text-language.ts';

const READY = 'export-ready';
const PAUSED = 'export-paused';

interface MailTexts {
  readonly ready: (name: string) => string;
  readonly rows: (rows: number) => string;
  readonly open: string;
  readonly paused: (name: string) => string;
  readonly resume: string;
  readonly note: string;
}

const TEXTS: Readonly<Record<TextLanguage, MailTexts>> = {
  'en-US': {
    ready: (name) => `Export ready: ${name}`,
    rows: (rows) => `Rows: ${rows}. Sign in to download the file.`,
    open: 'Open Backcounter',
    paused: (name) => `Export paused: ${name}`,
    resume: 'It does not run again until you resume it.',
    note: 'You get this mail because you scheduled this export.',
  },
  'de-DE': {
    ready: (name) => `Export bereit: ${name}`,
    rows: (rows) => `Zeilen: ${rows}. Melden Sie sich an, um die Datei herunterzuladen.`,
    open: 'Backcounter öffnen',
    paused: (name) => `Export pausiert: ${name}`,
    resume: 'Er läuft erst wieder, wenn Sie ihn fortsetzen.',
    note: 'Sie erhalten diese E-Mail, weil Sie diesen Export geplant haben.',
  },
  'fr-FR': {
    ready: (name) => `Export prêt\u202f: ${name}`,
    rows: (rows) => `Lignes\u202f: ${rows}. Connectez-vous pour télécharger le fichier.`,
    open: 'Ouvrir Backcounter',
    paused: (name) => `Export suspendu\u202f: ${name}`,
    resume: 'Il ne s’exécutera plus tant que vous ne l’aurez pas repris.',
    note: 'Vous recevez cet e-mail car vous avez planifié cet export.',
  },
  'es-ES': {
    ready: (name) => `Exportación lista: ${name}`,
    rows: (rows) => `Filas: ${rows}. Inicie sesión para descargar el archivo.`,
    open: 'Abrir Backcounter',
    paused: (name) => `Exportación en pausa: ${name}`,
    resume: 'No se ejecutará de nuevo hasta que la reanude.',
    note: 'Recibe este correo porque programó esta exportación.',
  },
  'ar-EG': {
    ready: (name) => `التصدير جاهز: \u2068${name}\u2069`,
    rows: (rows) => `الصفوف: ${rows}. سجّل الدخول لتنزيل الملف.`,
    open: 'فتح Backcounter',
    paused: (name) => `أُوقف التصدير مؤقتًا: \u2068${name}\u2069`,
    resume: 'لن يعمل مجددًا حتى تستأنفه.',
    note: 'وصلتك هذه الرسالة لأنك جدولت هذا التصدير.',
  },
};

/** Queues the mail about the file of a job, if a schedule started it, in the transaction that publishes the file. */
export async function announceFile(db: Kysely<Database>, jobId: string): Promise<void> {
  await queueFor(db, READY, sql`s.last_job_id = ${jobId}::uuid`);
}

/** Queues the mail about a schedule that a refusal paused, in the transaction of the pause. */
export async function alertOwner(db: Kysely<Database>, id: string): Promise<void> {
  await queueFor(db, PAUSED, sql`s.id = ${id}::uuid`);
}

async function queueFor(db: Kysely<Database>, kind: string, which: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql<{ id: string; sub: string; language: string | null }>`
    select s.id, u.sub, u.preferred_language_key as language
    from export_schedule s join staff_user u on u.sub = s.owner_sub where ${which}`.execute(db);
  for (const { id, sub, language } of rows)
    await queueMail(db, { kind, recipientSub: sub, aboutId: id, language: textLanguageOf(language) ?? 'en-US' });
}

/** The mails of scheduled exports, with the console's texts of `textOf`. Neither has the file or an address of it. */
export function exportScheduleMails(
  publicUrl: string,
  textOf: (language: TextLanguage, key: string) => Promise<string | undefined>,
): readonly MailKind[] {
  const url = `${publicUrl}/exports`;
  // Only to people who can sign in.
  const read = async (db: Kysely<Database>, id: string | null) =>
    (
      await sql<{ name: string; email: string; rows: number | null; pauseCode: string | null }>`
        select s.name, u.email, j.result_rows as rows, s.pause_code as "pauseCode"
        from export_schedule s join staff_user u on u.sub = s.owner_sub
        left join job j on j.id = s.last_job_id and j.result_expires_at > now()
        where s.id = ${id} and u.email is not null and roles_now(u.sub) <> '{}'`.execute(db)
    ).rows[0];
  return [
    {
      name: READY,
      async compose(db, { aboutId, language }) {
        const found = await read(db, aboutId);
        if (found === undefined || found.rows === null) return null;
        const { ready, rows, open, note } = TEXTS[language];
        return {
          to: found.email,
          subject: ready(found.name),
          paragraphs: [rows(found.rows)],
          action: { label: open, url },
          note,
        };
      },
    },
    {
      name: PAUSED,
      async compose(db, { aboutId, language }) {
        const found = await read(db, aboutId);
        if (found === undefined || found.pauseCode === null) return null;
        const { paused, resume, open, note } = TEXTS[language];
        const reason = (await textOf(language, `error.${found.pauseCode}`)) ?? found.pauseCode;
        return {
          to: found.email,
          subject: paused(found.name),
          paragraphs: [reason, resume],
          action: { label: open, url },
          note,
        };
      },
    },
  ];
}
