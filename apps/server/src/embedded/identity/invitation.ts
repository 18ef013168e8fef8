import { randomBytes } from 'node:crypto';
import { AppError, parseRoles } from '@backcounter/domain';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { MailKind } from '../../mail/mail-kind.ts';
import { queueMail } from '../../mail/mail-queue.ts';
import { TEXT_LANGUAGES, textLanguageOf } from '../../mail/text-language.ts';
import type { Invited, StaffActor } from '../../ports/people.ts';
import { audit, type IdentityEvent, type RequestOrigin } from './audit-trail.ts';
import { fingerprint } from './keys/sealed-box.ts';
import { textIn } from './pages/identity.messages.ts';
import { type PasswordProblem, passwordProblem } from './password.ts';
import type { ResetDeps } from './password-reset.ts';
import { addPerson, findPerson, findPersonByEmail } from './person.ts';
import { record, words } from './staff-change.ts';

/** Kind of the mail with the link. */
export const INVITATION_MAIL = 'invitation';
const DAY_MS = 24 * 60 * 60 * 1000;
const VALID_MS = 7 * DAY_MS;
const FIRST_VALID_MS = 30 * 60 * 1000;
/** Path below the provider's; the token follows. */
export const INVITATION_PATH = '/invitation';

/** The address of a link. */
export const invitationUrl = (publicUrl: string, token: string) => `${publicUrl}/identity${INVITATION_PATH}/${token}`;

/** The invitation of a link. The first administrator types the email. */
export interface Invitation extends Omit<Invited, 'email'> {
  readonly id: string;
  readonly email: string | null;
  readonly invitedBy: string;
}

type Sending = { readonly now: Date; readonly byMail: boolean };

/** Invites someone, and sends the link. Undefined if the e-mail belongs to a person or an invitation. */
export async function inviteStaff(
  trx: Kysely<Database>,
  by: StaffActor,
  { email, roles, adminUrl, preferredLanguageKey }: Invited,
  how: Sending,
): Promise<{ readonly id: string; readonly token: string | null } | undefined> {
  if (await findPersonByEmail(trx, email)) return undefined;
  const { rows } = await sql<{ id: string }>`
    INSERT INTO identity.invitation (email, roles, admin_url, preferred_language_key, expires_at, invited_by)
    VALUES (${email}, ${[...roles]}, ${adminUrl}, ${preferredLanguageKey}, now(), ${by.sub})
    ON CONFLICT (lower(email)) DO NOTHING RETURNING id`.execute(trx);
  const id = rows[0]?.id;
  if (id === undefined) return undefined;
  const changes = { email: [null, email], roles: [null, words(roles)] } as const;
  return { id, token: await sendInvitation(trx, by, id, how, changes) };
}

/** Makes a link and ends the last one; `by` answers for it from now on. Returns its token; null: a mail brings it, unless there were too many. */
export async function sendInvitation(
  trx: Kysely<Database>,
  by: StaffActor,
  id: string,
  { now, byMail }: Sending,
  changes: IdentityEvent['changes'] = {},
): Promise<string | null> {
  await record(trx, by, 'staff.invite', id, { changes });
  const { token, hash } = newToken();
  const { rows } = await sql<{ language: string | null }>`
    UPDATE identity.invitation SET token_hash = ${byMail ? null : hash}, expires_at = ${new Date(now.getTime() + VALID_MS)},
      invited_by = ${by.sub}, version = version + 1, updated_at = now()
    WHERE id = ${id} RETURNING preferred_language_key AS language`.execute(trx);
  if (!byMail) return token;
  const language = textLanguageOf(rows[0]?.language ?? null) ?? TEXT_LANGUAGES[0];
  if (await queueMail(trx, { kind: INVITATION_MAIL, recipientSub: id, language })) return null;
  // Too many mails within the hour: the link is shown instead.
  await trx.updateTable('identity.invitation').set({ token_hash: hash }).where('id', '=', id).execute();
  return token;
}

export async function revokeInvitation(trx: Kysely<Database>, by: StaffActor, id: string): Promise<void> {
  await record(trx, by, 'staff.revoke-invitation', id);
  await trx.deleteFrom('identity.invitation').where('id', '=', id).execute();
}

/** Locks an invitation until the transaction ends; false if there is none. */
export async function lockInvitation(db: Kysely<Database>, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM identity.invitation WHERE id::text = ${id} FOR UPDATE`.execute(db);
  return rows.length === 1;
}

/** The mail with the link. The token is made when it is sent: the database has only its hash. */
export function invitationMail({ clock }: ResetDeps, url: string): MailKind {
  return {
    name: INVITATION_MAIL,
    async compose(db, { recipientSub: id, language }) {
      const { token, hash } = newToken();
      const { rows } = await sql<{ email: string; invitedBy: string }>`
        UPDATE identity.invitation SET token_hash = ${hash}
        WHERE id::text = ${id} AND expires_at > ${clock.now()} AND may_invite(invited_by)
        RETURNING email, invited_by AS "invitedBy"`.execute(db);
      const inviter = rows[0] && (await findPerson(db, rows[0].invitedBy));
      if (rows[0] === undefined || inviter === undefined) return null;
      return {
        to: rows[0].email,
        subject: textIn(language, 'identity.invitation.mail.subject'),
        paragraphs: [textIn(language, 'identity.invitation.mail.text', { name: inviter.name })],
        action: { label: textIn(language, 'identity.invitation.submit'), url: `${url}/${token}` },
        note: textIn(language, 'identity.invitation.mail.note'),
      };
    },
  };
}

/**
 * The invitation of a link; undefined if it is unknown, used, revoked or too old, or if the inviter may not invite any
 * more: one query answers all of them.
 */
export async function findInvitation(
  { db, clock, isDemo }: ResetDeps,
  token: string,
  lock: RawBuilder<unknown> = sql``,
): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    SELECT id, email, roles, admin_url AS "adminUrl", preferred_language_key AS "preferredLanguageKey", invited_by AS "invitedBy"
    FROM identity.invitation AS invitation
    WHERE token_hash = ${fingerprint(token)} AND expires_at > ${clock.now()} AND may_invite(invited_by)
      AND (email IS NOT NULL OR NOT EXISTS (SELECT FROM identity.first_administrator))
      AND (${isDemo} OR NOT EXISTS (SELECT FROM identity.person WHERE id::text = invited_by AND is_demo)) ${lock}`.execute(
    db,
  );
  return rows[0] && { ...rows[0], roles: parseRoles(rows[0].roles) };
}

/** Uses a link, once: adds the person under the id of the invitation. Refused input leaves the link valid. */
export async function acceptInvitation(
  deps: ResetDeps,
  typed: { token: string; name: string; email: string; password: string; origin: RequestOrigin },
): Promise<{ readonly personId: string } | 'expired' | 'missing' | PasswordProblem> {
  const name = typed.name.trim();
  return inTransaction(deps.db, async (db) => {
    const invitation = await findInvitation({ ...deps, db }, typed.token, sql`FOR UPDATE`);
    if (!invitation) return 'expired';
    const { id, invitedBy, ...given } = invitation;
    const isFirst = given.email === null;
    const email = given.email ?? typed.email.trim();
    const isEmail = /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= 254;
    if (!isEmail || name === '' || name.length > 200 || `${name}${email}`.includes('\0')) return 'missing';
    const problem = passwordProblem(typed.password, email);
    if (problem !== null) return problem;
    if (isFirst) {
      if (await findPersonByEmail(db, email)) return 'missing';
      const { rows } = await sql`
        INSERT INTO identity.first_administrator DEFAULT VALUES ON CONFLICT DO NOTHING RETURNING true`.execute(db);
      if (rows.length === 0) return 'expired';
    }
    const added = await addPerson(db, { ...given, id, email, name, password: typed.password }, invitedBy);
    // Added by command at the same time.
    if (added === undefined) throw new AppError('state.invalid-transition');
    const changes = { name: [null, name], roles: [null, words(given.roles)] } as const;
    await audit(db, {
      action: 'staff.accept-invitation',
      sub: id,
      roles: given.roles,
      outcome: 'DONE',
      origin: typed.origin,
      changes,
    });
    return { personId: id };
  });
}

/**
 * The link of the first administrator, for an installation that never had one. Undefined: there was one. A null token:
 * another process made the link, which is valid until `expiresAt`.
 */
export async function inviteFirstAdministrator({
  db,
  clock,
}: Pick<ResetDeps, 'db' | 'clock'>): Promise<{ readonly token: string | null; readonly expiresAt: Date } | undefined> {
  const now = clock.now();
  const { token, hash } = newToken();
  const { rows } = await sql<{ expiresAt: Date; isOurs: boolean }>`
    INSERT INTO identity.invitation AS known (roles, token_hash, expires_at, invited_by)
    SELECT '{ADMIN}', ${hash}, ${new Date(now.getTime() + FIRST_VALID_MS)}, 'operator'
    WHERE NOT EXISTS (SELECT FROM identity.first_administrator)
    ON CONFLICT ((true)) WHERE email IS NULL DO UPDATE SET (token_hash, expires_at) = (SELECT
      CASE WHEN known.expires_at > ${now} THEN known.token_hash ELSE excluded.token_hash END,
      CASE WHEN known.expires_at > ${now} THEN known.expires_at ELSE excluded.expires_at END)
    RETURNING expires_at AS "expiresAt", token_hash = ${hash} AS "isOurs"`.execute(db);
  return rows[0] && { token: rows[0].isOurs ? token : null, expiresAt: rows[0].expiresAt };
}

function newToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: fingerprint(token) };
}
