import type { Kysely } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { MailKind } from '../../mail/mail-kind.ts';
import { queueMail } from '../../mail/mail-queue.ts';
import { TEXT_LANGUAGES, textLanguageOf } from '../../mail/text-language.ts';
import { textIn } from './pages/identity.messages.ts';
import { findPerson, isUsable, type Person } from './person.ts';

const FACTOR_EVENTS = ['factor-added', 'factor-removed', 'recovery-used', 'recovery-sign-in'] as const;
/** A change of a person's second factors, or a use of their recovery codes. */
export type FactorEvent = (typeof FACTOR_EVENTS)[number];

/** Queues a mail to the person, who should know if it was someone else. */
export async function alertOwner(db: Kysely<Database>, person: Person, event: FactorEvent): Promise<void> {
  const language = textLanguageOf(person.preferred_language_key) ?? TEXT_LANGUAGES[0];
  await queueMail(db, { kind: event, recipientSub: person.id, language });
}

/** The mails, which lead to the person's own page. */
export function factorMails(isDemo: boolean, accountUrl: string): MailKind[] {
  return FACTOR_EVENTS.map((name) => ({
    name,
    async compose(db, { recipientSub, language }) {
      const person = await findPerson(db, recipientSub);
      if (!person || !isUsable(person, isDemo)) return null;
      return {
        to: person.email,
        subject: textIn(language, 'identity.factor.mail.subject'),
        paragraphs: [textIn(language, `identity.factor.mail.${name}`)],
        action: { label: textIn(language, 'identity.me.title'), url: accountUrl },
        note: textIn(language, 'identity.factor.mail.note'),
      };
    },
  }));
}
