import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import type { MailKind } from '../mail/mail-kind.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { type TextLanguage, textLanguageOf } from '../mail/text-language.ts';

const KIND = 'approval';
const OFF_KIND = 'approvals-off';

interface MailTexts {
  readonly asked: (code: string) => string;
  readonly asks: (name: string) => string;
  readonly ended: Readonly<Record<string, (code: string) => string>>;
  readonly action: string;
  readonly askedNote: string;
  readonly endedNote: string;
  readonly off: string;
  readonly offText: string;
  readonly offAction: string;
}

const TEXTS: Readonly<Record<TextLanguage, MailTexts>> = {
  'en-US': {
    asked: (code) => `Approval requested: ${code}`,
    asks: (name) => `${name} asks for the approval of a second person.`,
    ended: {
      APPROVED: (code) => `Approved: ${code}`,
      DECLINED: (code) => `Declined: ${code}`,
      EXPIRED: (code) => `Expired without a decision: ${code}`,
      VOIDED: (code) => `Void, because something changed: ${code}`,
    },
    action: 'View request',
    askedNote: 'You get this mail because you may decide about it.',
    endedNote: 'You get this mail because you asked for it.',
    off: 'Approvals were turned off',
    offText: 'An operator turned all rules of approval off by a command at the server. The audit trail has the reason.',
    offAction: 'View approvals',
  },
  'de-DE': {
    asked: (code) => `Freigabe angefragt: ${code}`,
    asks: (name) => `${name} bittet um die Freigabe durch eine zweite Person.`,
    ended: {
      APPROVED: (code) => `Freigegeben: ${code}`,
      DECLINED: (code) => `Abgelehnt: ${code}`,
      EXPIRED: (code) => `Ohne Entscheidung abgelaufen: ${code}`,
      VOIDED: (code) => `Verfallen, weil sich etwas geändert hat: ${code}`,
    },
    action: 'Anfrage ansehen',
    askedNote: 'Sie erhalten diese E-Mail, weil Sie darüber entscheiden dürfen.',
    endedNote: 'Sie erhalten diese E-Mail, weil Sie die Freigabe angefragt haben.',
    off: 'Freigaben wurden abgeschaltet',
    offText: 'Auf dem Server wurden alle Freigaberegeln per Befehl abgeschaltet. Der Grund steht im Protokoll.',
    offAction: 'Freigaben ansehen',
  },
  'fr-FR': {
    asked: (code) => `Approbation demandée\u202f: ${code}`,
    asks: (name) => `${name} demande l’approbation d’une deuxième personne.`,
    ended: {
      APPROVED: (code) => `Demande approuvée\u202f: ${code}`,
      DECLINED: (code) => `Demande refusée\u202f: ${code}`,
      EXPIRED: (code) => `Demande expirée sans décision\u202f: ${code}`,
      VOIDED: (code) => `Demande caduque, car le contenu a changé\u202f: ${code}`,
    },
    action: 'Voir la demande',
    askedNote: 'Vous recevez cet e-mail car vous pouvez en décider.',
    endedNote: 'Vous recevez cet e-mail car vous avez fait cette demande.',
    off: 'Les approbations ont été désactivées',
    offText:
      'Une commande sur le serveur a désactivé toutes les règles d’approbation. Le motif figure dans le journal.',
    offAction: 'Voir les approbations',
  },
  'es-ES': {
    asked: (code) => `Aprobación solicitada: ${code}`,
    asks: (name) => `${name} solicita la aprobación de una segunda persona.`,
    ended: {
      APPROVED: (code) => `Solicitud aprobada: ${code}`,
      DECLINED: (code) => `Solicitud rechazada: ${code}`,
      EXPIRED: (code) => `Solicitud caducada sin decisión: ${code}`,
      VOIDED: (code) => `Solicitud sin efecto, porque algo ha cambiado: ${code}`,
    },
    action: 'Ver la solicitud',
    askedNote: 'Recibe este correo porque puede decidir sobre ella.',
    endedNote: 'Recibe este correo porque hizo la solicitud.',
    off: 'Se han desactivado las aprobaciones',
    offText: 'Un comando en el servidor ha desactivado todas las reglas de aprobación. El motivo está en el registro.',
    offAction: 'Ver las aprobaciones',
  },
  'ar-EG': {
    asked: (code) => `طُلبت الموافقة: \u2066${code}\u2069`,
    asks: (name) => `يطلب \u2068${name}\u2069 موافقة شخص ثانٍ.`,
    ended: {
      APPROVED: (code) => `تمت الموافقة: \u2066${code}\u2069`,
      DECLINED: (code) => `رُفض الطلب: \u2066${code}\u2069`,
      EXPIRED: (code) => `انتهت مهلة الطلب دون قرار: \u2066${code}\u2069`,
      VOIDED: (code) => `سقط الطلب لأن شيئًا تغيّر: \u2066${code}\u2069`,
    },
    action: 'عرض الطلب',
    askedNote: 'وصلتك هذه الرسالة لأنه يمكنك اتخاذ القرار.',
    endedNote: 'وصلتك هذه الرسالة لأنك قدّمت الطلب.',
    off: 'أُوقفت الموافقات',
    offText: 'أوقف أمرٌ على الخادم كل قواعد الموافقة. السبب مسجّل في سجل التدقيق.',
    offAction: 'عرض الموافقات',
  },
};

async function queue(db: Kysely<Database>, kind: string, sub: string, aboutId?: string): Promise<void> {
  const { rows } = await sql<{ language: string | null }>`
    select coalesce((select preferred_language_key from identity.person where id::text = ${sub}),
      (select preferred_language_key from staff_user where sub = ${sub})) as language`.execute(db);
  const language = textLanguageOf(rows[0]?.language ?? null) ?? 'en-US';
  await queueMail(db, { kind, recipientSub: sub, language, ...(aboutId !== undefined && { aboutId }) });
}

/** Queues the mails about a request: to those who decide while it is pending, or to its requester. */
export async function mailAbout(db: Kysely<Database>, requestId: string, subs: readonly string[]): Promise<void> {
  for (const sub of subs) await queue(db, KIND, sub, requestId);
}

/** Queues the mails that say that the rules were turned off. */
export async function mailTurnedOff(db: Kysely<Database>, subs: readonly string[]): Promise<void> {
  for (const sub of subs) await queue(db, OFF_KIND, sub);
}

/** The mails themselves. They name no record, because it may be a person. */
export function approvalMails(publicUrl: string): readonly MailKind[] {
  const emailOf = async (db: Kysely<Database>, sub: string): Promise<string | null> => {
    const { rows } = await sql<{ email: string | null }>`
      select coalesce((select email from identity.person where id::text = ${sub} and state = 'ACTIVE'),
        (select email from staff_user where sub = ${sub} and not exists (select from identity.person))) as email`.execute(
      db,
    );
    return rows[0]?.email ?? null;
  };
  return [
    {
      name: KIND,
      async compose(db, { recipientSub, aboutId, language }) {
        const { rows } = await sql<{ code: string; state: string; by: string; name: string }>`
          select r.code, r.state::text as state, r.requested_by as by, coalesce(u.display_name, r.requested_by) as name
          from approval_request r left join staff_user u on u.sub = r.requested_by where r.id = ${aboutId}`.execute(db);
        const [request] = rows;
        const to = await emailOf(db, recipientSub);
        if (request === undefined || to === null) return null;
        const texts = TEXTS[language];
        const action = { label: texts.action, url: `${publicUrl}/approvals/${aboutId}` };
        if (request.by !== recipientSub) {
          if (request.state !== 'PENDING') return null;
          return {
            to,
            subject: texts.asked(request.code),
            paragraphs: [texts.asks(request.name)],
            action,
            note: texts.askedNote,
          };
        }
        const subject = texts.ended[request.state]?.(request.code);
        return subject === undefined ? null : { to, subject, paragraphs: [], action, note: texts.endedNote };
      },
    },
    {
      name: OFF_KIND,
      async compose(db, { recipientSub, language }) {
        const to = await emailOf(db, recipientSub);
        const { off, offText, offAction } = TEXTS[language];
        const action = { label: offAction, url: `${publicUrl}/approvals` };
        return to === null ? null : { to, subject: off, paragraphs: [offText], action, note: '' };
      },
    },
  ];
}
