import { rolesIn } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { MailKind } from '../../mail/mail-kind.ts';
import { queueMail } from '../../mail/mail-queue.ts';
import { type TextLanguage, textLanguageOf } from '../../mail/text-language.ts';

const KIND = 'access-request';

interface MailTexts {
  readonly subject: (name: string) => string;
  readonly roles: (roles: string) => string;
  readonly anyRole: string;
  readonly action: string;
  readonly note: string;
}

const TEXTS: Readonly<Record<TextLanguage, MailTexts>> = {
  'en-US': {
    subject: (name) => `${name} asks for access`,
    roles: (roles) => `One of these roles is enough: ${roles}.`,
    anyRole: 'They have no role yet.',
    action: 'Open request',
    note: 'You get this mail because you are an administrator.',
  },
  'de-DE': {
    subject: (name) => `${name} bittet um Zugriff`,
    roles: (roles) => `Eine dieser Rollen genügt: ${roles}.`,
    anyRole: 'Bisher hat die Person keine Rolle.',
    action: 'Anfrage öffnen',
    note: 'Sie erhalten diese E-Mail, weil Sie Administrator sind.',
  },
  'fr-FR': {
    subject: (name) => `${name} demande un accès`,
    roles: (roles) => `L’un de ces rôles suffit\u202f: ${roles}.`,
    anyRole: 'Cette personne n’a encore aucun rôle.',
    action: 'Ouvrir la demande',
    note: 'Vous recevez cet e-mail car vous êtes administrateur.',
  },
  'es-ES': {
    subject: (name) => `${name} solicita acceso`,
    roles: (roles) => `Basta con uno de estos roles: ${roles}.`,
    anyRole: 'Todavía no tiene ningún rol.',
    action: 'Abrir la solicitud',
    note: 'Recibe este correo porque es administrador.',
  },
  'ar-EG': {
    subject: (name) => `\u2068${name}\u2069: طلب وصول`,
    roles: (roles) => `يكفي أحد هذه الأدوار: ${roles}.`,
    anyRole: 'لا دور له حتى الآن.',
    action: 'فتح الطلب',
    note: 'وصلتك هذه الرسالة لأنك مسؤول.',
  },
};

/** Queues a mail to each administrator whom the person may ask. */
export async function alertAdministrators(db: Kysely<Database>, sub: string, requestId: string): Promise<void> {
  const { rows } = await sql<{ sub: string; language: string | null }>`
    select sub, preferred_language_key as language from administrators_for(${sub})`.execute(db);
  for (const { sub: recipientSub, language } of rows)
    await queueMail(db, {
      kind: KIND,
      recipientSub,
      aboutId: requestId,
      language: textLanguageOf(language) ?? 'en-US',
    });
}

/** The mail about a request that still waits. */
export function accessRequestMail(publicUrl: string): MailKind {
  return {
    name: KIND,
    async compose(db, { recipientSub, aboutId, language }) {
      const { rows } = await sql<{ sub: string; name: string; email: string; roles: string[]; note: string | null }>`
        select r.staff_sub as sub, coalesce(u.display_name, r.staff_sub) as name, a.email, r.roles, r.note
        from access_request r left join staff_user u on u.sub = r.staff_sub
        cross join lateral administrators_for(r.staff_sub) a
        where r.id = ${aboutId} and asks_for(r.staff_sub) is not null and a.sub = ${recipientSub}
          and a.email is not null`.execute(db);
      const [request] = rows;
      if (request === undefined) return null;
      const texts = TEXTS[language];
      const roles = rolesIn(request.roles.join(' ')).join(', ');
      return {
        to: request.email,
        subject: texts.subject(request.name),
        paragraphs: [
          roles === '' ? texts.anyRole : texts.roles(roles),
          ...(request.note === null ? [] : [request.note]),
        ],
        action: { label: texts.action, url: `${publicUrl}/admin/people?edit=${encodeURIComponent(request.sub)}` },
        note: texts.note,
      };
    },
  };
}
