import type { Kysely } from 'kysely';
import type { Database } from '../../db/client.ts';
import { dropFromBrowser, keepInBrowser, keptInBrowser } from './browser-kept.ts';
import { findPerson, isUsable, type Person } from './person.ts';

const COOKIE = 'bc_arrival';
const PATH = '/interaction';

/** Lets this browser sign in once, within 10 minutes, as the person who has just chosen the password in it. */
export function keepArrival(personId: string): void {
  keepInBrowser(COOKIE, PATH, COOKIE, { personId });
}

/** The person who has just chosen the password in this browser; their first sign-in ends it, for copies of the cookie too. */
export async function arrivingPerson(db: Kysely<Database>, isDemo: boolean): Promise<Person | undefined> {
  const kept = keptInBrowser<{ readonly personId: string }>(COOKIE, COOKIE);
  if (kept === undefined) return undefined;
  dropFromBrowser(COOKIE, PATH);
  const person = await findPerson(db, kept.personId);
  return person && person.last_sign_in_at === null && isUsable(person, isDemo) ? person : undefined;
}
