import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { cookieOf, setCookie } from './browser-kept.ts';
import type { SealedBox } from './keys/sealed-box.ts';
import type { Person } from './person.ts';

const COOKIE = 'bc_device';
const PURPOSE = 'known-device';
const KNOWN_DAYS = 180;
/** Maximum per person, because each device has its own attempts. */
const DEVICES_MAX = 20;

/** The sealed content of the cookie; the table decides whether it is still valid. */
export interface DeviceClaim {
  readonly id: string;
  readonly turn: number;
}

/** Reads and sets the cookie of known devices (decision 0126). */
export class DeviceCookie {
  readonly #box: SealedBox;
  readonly #path: string;
  readonly #isSecure: boolean;

  /** @param root path of the provider */
  constructor(box: SealedBox, root: string, isSecure: boolean) {
    this.#box = box;
    this.#path = `${root}/interaction`;
    this.#isSecure = isSecure;
  }

  read(request: FastifyRequest, now: Date): DeviceClaim | null {
    const opened = this.#box.openUntil(now, cookieOf(request, COOKIE) ?? '', PURPOSE);
    return opened === null ? null : (JSON.parse(opened.toString('utf8')) as DeviceClaim);
  }

  set(reply: FastifyReply, { id, turn }: DeviceClaim, now: Date): void {
    const maxAgeS = KNOWN_DAYS * 86_400;
    const expiresAt = new Date(now.getTime() + maxAgeS * 1000);
    const value = this.#box.sealUntil(expiresAt, Buffer.from(JSON.stringify({ id, turn })), PURPOSE);
    setCookie(reply, { name: COOKIE, value, path: this.#path, maxAgeS, isSecure: this.#isSecure, isStrict: true });
  }
}

/** The device's id, if the person signed in on it before and the cookie is from their last sign-in there. */
export async function knownDeviceOf(
  db: Kysely<Database>,
  claim: DeviceClaim | null,
  person: Person | undefined,
): Promise<string | null> {
  if (claim === null) return null;
  // Also queried for unknown people, so that the work is the same.
  const device = await db
    .selectFrom('identity.known_device')
    .select('person_id')
    .where('id', '=', claim.id)
    .where('turn', '=', claim.turn)
    .executeTakeFirst();
  return person !== undefined && device?.person_id === person.id ? claim.id : null;
}

/** After a full sign-in: assigns the device to the person and invalidates its earlier cookie. */
export async function rememberDevice(
  db: Kysely<Database>,
  claim: DeviceClaim | null,
  person: Person,
): Promise<DeviceClaim> {
  const { rows } = await sql<DeviceClaim>`
    WITH kept AS (
      UPDATE identity.known_device SET turn = turn + 1, signed_in_at = now()
      WHERE id = ${claim?.id ?? null} AND turn = ${claim?.turn ?? null} AND person_id = ${person.id} RETURNING id, turn),
    made AS (
      INSERT INTO identity.known_device (person_id) SELECT ${person.id}::uuid WHERE NOT EXISTS (SELECT FROM kept) RETURNING id, turn),
    oldest AS (
      DELETE FROM identity.known_device WHERE id IN (
        SELECT id FROM identity.known_device WHERE person_id = ${person.id} AND EXISTS (SELECT FROM made)
        ORDER BY signed_in_at DESC OFFSET ${DEVICES_MAX - 1}))
    SELECT id, turn FROM kept UNION ALL SELECT id, turn FROM made`.execute(db);
  if (rows[0] === undefined) throw new Error('the device was not remembered');
  return rows[0];
}

/** Deletes devices whose cookies have expired. */
export async function forgetOldDevices(db: Kysely<Database>): Promise<void> {
  await sql`
    DELETE FROM identity.known_device WHERE signed_in_at < now() - make_interval(days => ${KNOWN_DAYS})`.execute(db);
}
