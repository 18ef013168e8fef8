import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { dropFromBrowser, keepInBrowser, keptInBrowser } from './browser-kept.ts';
import { findPerson, isUsable, type Person } from './person.ts';

const COOKIE = 'bc_arrival';
const PATH = '/interaction';

/** Lets this browser sign in once, within 10 minutes, as the person who has just chosen the password in it. */
export function keepArrival(personId: string): void {
  keepInBrowser(COOKIE, PATH, COOKIE, { personId });
}

/**
 * The person who has just chosen the password in this browser. Their first sign-in and a new password end it, for copies
 * of the cookie too.
 */
export async function arrivingPerson(db: Kysely<Database>, isDemo: boolean): Promise<Person | undefined> {
  const kept = keptInBrowser<{ readonly personId: string }>(COOKIE, COOKIE);
  if (kept === undefined) return undefined;
  dropFromBrowser(COOKIE, PATH);
  const { rows } = await sql`
    SELECT FROM identity.person
    WHERE id = ${kept.personId} AND last_sign_in_at IS NULL AND password_changed_at = created_at`.execute(db);
  const person = rows.length === 1 ? await findPerson(db, kept.personId) : undefined;
  return person && isUsable(person, isDemo) ? person : undefined;
}
