import { parseRoles, type Role } from '@backcounter/domain';
import { type Kysely, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { StartupError } from '../../db/startup-error.ts';
import type { Invited } from '../../ports/people.ts';
import { DEMO_ADMIN_SUB, DEMO_STREAMER_SUB } from './demo-people.ts';
import { hashPassword, passwordProblem } from './password.ts';
import { type KeptSession, revokeAllOf } from './session-end.ts';

/** A person who can sign in to the embedded provider. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly password_hash: string;
  readonly roles: readonly Role[];
  readonly state: 'ACTIVE' | 'SUSPENDED';
  readonly preferred_language_key: string | null;
  readonly admin_url: string | null;
  readonly totp_secret: Buffer | null;
  readonly has_passkey: boolean;
  readonly is_demo: boolean;
  readonly last_sign_in_at: Date | null;
  readonly version: number;
}

const COLUMNS = sql`
  id, email, name, password_hash, roles, state, preferred_language_key, admin_url, totp_secret, is_demo, last_sign_in_at,
  version, EXISTS (SELECT FROM identity.passkey WHERE person_id = person.id) AS has_passkey`;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** One person; one to change stays locked until the transaction ends. */
export async function findPerson(
  db: QueryExecutorProvider,
  id: string,
  isToChange = false,
): Promise<Person | undefined> {
  return UUID.test(id) ? one(db, sql`id = ${id}`, isToChange) : undefined;
}

export async function findPersonByEmail(
  db: Kysely<Database>,
  email: string,
  isToChange = false,
): Promise<Person | undefined> {
  // PostgreSQL texts cannot contain NUL; the query would fail.
  return email.includes('\0') ? undefined : one(db, sql`lower(email) = lower(${email})`, isToChange);
}

export async function listPeople(db: Kysely<Database>): Promise<readonly Person[]> {
  const { rows } = await sql<Person>`SELECT ${COLUMNS} FROM identity.person ORDER BY lower(email)`.execute(db);
  return rows.map(withKnownRoles);
}

/** Whether the person may sign in on this server; demo people have a published password. */
export function isUsable(person: Person, isDemo: boolean): boolean {
  return person.state === 'ACTIVE' && (isDemo || !person.is_demo);
}

/** Whether a password is not enough for the person to sign in. */
export function hasSecondFactor({ totp_secret, has_passkey }: Person): boolean {
  return totp_secret !== null || has_passkey;
}

/** A person to add. */
export interface NewPerson extends Partial<Pick<Invited, 'adminUrl' | 'preferredLanguageKey'>> {
  readonly email: string;
  readonly roles: readonly Role[];
  readonly id?: string;
  readonly name: string;
  readonly password: string;
}

/** Adds a person, which ends their invitation, and returns the id; undefined if the e-mail is taken. */
export async function addPerson(db: Kysely<Database>, person: NewPerson, by: string): Promise<string | undefined> {
  const { id = null, email, name, roles, password, adminUrl = null, preferredLanguageKey = null } = person;
  await sql`DELETE FROM identity.invitation WHERE id = ${id} OR lower(email) = lower(${email})`.execute(db);
  const { rows } = await sql<{ id: string }>`
    INSERT INTO identity.person (id, email, name, roles, password_hash, admin_url, preferred_language_key, created_by, updated_by)
    VALUES (coalesce(${id}, uuid_v7()), ${email}, ${name}, ${[...roles]}, ${await hashPassword(password)}, ${adminUrl},
      ${preferredLanguageKey}, ${by}, ${by})
    ON CONFLICT (lower(email)) DO NOTHING RETURNING id`.execute(db);
  return rows[0]?.id;
}

/** Removes a person and ends their sessions. */
export async function removePerson(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('identity.person').where('id', '=', id).execute();
  await db.deleteFrom('access_request').where('staff_sub', '=', id).execute();
  await db.updateTable('staff_user').set({ last_roles: [] }).where('sub', '=', id).execute();
  await revokeAllOf(db, id);
}

/** Sets a new password and ends the person's sessions except `keep`. */
export async function changePassword(
  db: Kysely<Database>,
  id: string,
  password: string,
  keep?: KeptSession,
): Promise<void> {
  await sql`
    UPDATE identity.person SET password_hash = ${await hashPassword(password)}, password_changed_at = now()
    WHERE id = ${id}`.execute(db);
  await revokeAllOf(db, id, keep);
}

/** Sets the language in the person's future tokens. */
export async function setPreferredLanguage(db: Kysely<Database>, id: string, language: string): Promise<void> {
  await db.updateTable('identity.person').set({ preferred_language_key: language }).where('id', '=', id).execute();
}

interface DemoPerson {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
  /** Subject that the demo data refer to. */
  readonly sub?: string;
}

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { email: 'admin@demo.test', name: 'Astrid Lindholm', roles: ['ADMIN'], sub: DEMO_ADMIN_SUB },
  { email: 'marketing@demo.test', name: 'Mateo Serrano', roles: ['MARKETING'] },
  { email: 'viewer@demo.test', name: 'Vera Novak', roles: ['CAMPAIGN-VIEWER'] },
  { email: 'manager@demo.test', name: 'Malik Haddad', roles: ['CAMPAIGN-MANAGER'] },
  { email: 'streamer@demo.test', name: 'Sora Tanaka', roles: ['CAMPAIGN-STREAMER'], sub: DEMO_STREAMER_SUB },
  { email: 'nobody@demo.test', name: 'Noa Berg', roles: [] },
];
/** Published in the README; used only if no other machine can reach the server. */
export const PUBLISHED_PASSWORD = 'backcounter';

/**
 * Creates the demo people on the first DEMO start; they can sign in only while DEMO is on. `ownPassword` replaces their
 * password at each start, so a folder with the published one becomes safe too; null keeps the published one.
 * @throws StartupError for a password that is easy to guess
 */
export async function ensureDemoPeople(db: Kysely<Database>, ownPassword: string | null): Promise<void> {
  if (ownPassword !== null) {
    const problem = passwordProblem(ownPassword, 'admin@demo.test');
    if (problem !== null) throw new StartupError(`DEMO_PASSWORD is ${problem.replace('-', ' ')}.`);
  }
  const emails = DEMO_PEOPLE.map((person) => person.email);
  const { rows } = await sql<{ present: number }>`
    SELECT count(*)::int AS present FROM identity.person WHERE lower(email) = ANY (${emails})`.execute(db);
  const arePresent = rows[0]?.present === DEMO_PEOPLE.length;
  if (arePresent && ownPassword === null) return;
  const passwordHash = await hashPassword(ownPassword ?? PUBLISHED_PASSWORD);
  for (const person of arePresent ? [] : DEMO_PEOPLE) {
    await sql`
      INSERT INTO identity.person (id, email, name, roles, password_hash, is_demo)
      VALUES (coalesce(${person.sub ?? null}, uuid_v7()), ${person.email}, ${person.name}, ${[...person.roles]}, ${passwordHash}, true)
      ON CONFLICT (lower(email)) DO NOTHING`.execute(db);
  }
  if (!arePresent) await showEachState(db, passwordHash);
  if (ownPassword === null) return;
  await sql`
    UPDATE identity.person SET password_hash = ${passwordHash} WHERE is_demo`.execute(db);
}

/** Someone whose access was disabled, and someone invited without a link: neither can sign in. */
async function showEachState(db: Kysely<Database>, passwordHash: string): Promise<void> {
  await sql`
    INSERT INTO identity.person (email, name, roles, password_hash, state, state_reason, is_demo)
    VALUES ('former@demo.test', 'Henrik Vik', '{MARKETING}', ${passwordHash}, 'SUSPENDED', 'On leave until spring', true)
    ON CONFLICT (lower(email)) DO NOTHING`.execute(db);
  await sql`
    INSERT INTO identity.invitation (email, roles, expires_at, invited_by)
    VALUES ('ines@demo.test', '{CAMPAIGN-VIEWER}', now() + interval '7 days', ${DEMO_ADMIN_SUB})
    ON CONFLICT (lower(email)) DO NOTHING`.execute(db);
}

async function one(
  db: QueryExecutorProvider,
  condition: RawBuilder<unknown>,
  isToChange: boolean,
): Promise<Person | undefined> {
  const lock = isToChange ? sql`FOR UPDATE` : sql``;
  const { rows } = await sql<Person>`SELECT ${COLUMNS} FROM identity.person WHERE ${condition} ${lock}`.execute(db);
  return rows[0] && withKnownRoles(rows[0]);
}

function withKnownRoles(row: Person): Person {
  return { ...row, roles: parseRoles(row.roles) };
}
