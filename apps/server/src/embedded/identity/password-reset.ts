import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { MailKind } from '../../mail/mail-kind.ts';
import { queueMail } from '../../mail/mail-queue.ts';
import { type TextLanguage, textLanguageOf } from '../../mail/text-language.ts';
import type { Clock } from '../../ports/clock.ts';
import { audit, type RequestOrigin } from './audit-trail.ts';
import { fingerprint } from './keys/sealed-box.ts';
import { textIn } from './pages/identity.messages.ts';
import { type PasswordProblem, passwordProblem } from './password.ts';
import { changePassword, findPerson, findPersonByEmail, isUsable, type Person } from './person.ts';
import { tryWasRight } from './sign-in-throttle.ts';

/** Kind of the mail with the link. */
export const RESET_MAIL = 'password-reset';
const VALID_MS = 30 * 60 * 1000;

export interface ResetDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly isDemo: boolean;
}

/**
 * Queues a mail with a link. An e-mail that belongs to no one takes the same steps, so neither the answer nor its
 * timing says who exists.
 */
export async function requestReset(
  { db, isDemo }: ResetDeps,
  email: string,
  pageLanguage: TextLanguage,
): Promise<void> {
  const person = await findPersonByEmail(db, email);
  await queueMail(db, {
    kind: RESET_MAIL,
    recipientSub: person && isUsable(person, isDemo) ? person.id : null,
    language: textLanguageOf(person?.preferred_language_key) ?? pageLanguage,
  });
}

/** Makes a link for a person; the database has only its hash. Returns its token. */
export async function issueReset(db: Kysely<Database>, personId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expires_at = new Date(now.getTime() + VALID_MS);
  await db
    .insertInto('identity.password_reset')
    .values({ token_hash: fingerprint(token), person_id: personId, expires_at })
    .execute();
  return token;
}

/** The mail with the link. The token is made when it is sent: the database has only its hash. */
export function resetMail({ clock, isDemo }: ResetDeps, resetUrl: string): MailKind {
  return {
    name: RESET_MAIL,
    async compose(db, { recipientSub, createdAt, language }) {
      const nowMs = clock.now().getTime();
      const person = await findPerson(db, recipientSub);
      if (!person || !isUsable(person, isDemo) || nowMs - createdAt.getTime() > VALID_MS) return null;
      const token = await issueReset(db, person.id, clock.now());
      return {
        to: person.email,
        subject: textIn(language, 'identity.reset.mail.subject'),
        paragraphs: [textIn(language, 'identity.reset.mail.text')],
        action: { label: textIn(language, 'identity.reset.title'), url: `${resetUrl}/${token}` },
        note: textIn(language, 'identity.reset.mail.note'),
      };
    },
  };
}

/** The person whose password a link may set; undefined if it is unknown, used or too old. */
export async function findReset({ db, clock, isDemo }: ResetDeps, token: string): Promise<Person | undefined> {
  const reset = await db
    .selectFrom('identity.password_reset')
    .select('person_id')
    .where('token_hash', '=', fingerprint(token))
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  const person = reset && (await findPerson(db, reset.person_id));
  return person && isUsable(person, isDemo) ? person : undefined;
}

/**
 * Uses a link, once: sets the password, ends the person's sessions, links and waits for wrong passwords, and keeps the
 * second factor. A refused password leaves the link valid.
 */
export async function useReset(
  deps: ResetDeps,
  { token, password, origin }: { token: string; password: string; origin: RequestOrigin },
): Promise<'done' | 'expired' | PasswordProblem> {
  const person = await findReset(deps, token);
  if (!person) return 'expired';
  const problem = passwordProblem(password, person.email);
  if (problem !== null) return problem;
  return inTransaction(deps.db, async (trx) => {
    const used = await trx
      .deleteFrom('identity.password_reset')
      .where('token_hash', '=', fingerprint(token))
      .returning('person_id')
      .executeTakeFirst();
    if (!used) return 'expired';
    await trx.deleteFrom('identity.password_reset').where('person_id', '=', person.id).execute();
    const event = { action: 'staff.change-password', sub: person.id, roles: person.roles } as const;
    await audit(trx, { ...event, outcome: 'DONE', reason: 'by a link sent by mail', origin });
    await changePassword(trx, person.id, password);
    await tryWasRight(trx, 'account', person.email.toLowerCase());
    return 'done';
  });
}
