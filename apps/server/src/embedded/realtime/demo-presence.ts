import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { bestEffort } from '../../db/best-effort.ts';
import type { Database } from '../../db/client.ts';
import type { PresenceStore, PresenceTouch } from '../../ports/realtime.ts';

const RENEW_MS = 30_000;
const BATCH = 1_000;
/** Stores with demo people; the first is the busiest. */
const STORES = 40;
/** One account in 64 is online; in a large demo one in 128, 256 …, so that lists can filter by it. */
const STRIDE = 64;
const CHOSEN_MAX = 5_000;
const OUTSIDE_SHARE = 0.2;
const SKEW = 2.2;

/**
 * Keeps some demo accounts online, the same ones each time: about 1.5 % but at most a few thousand, plus a few more of
 * the newest, which start the list. They are chosen by number and read by key in batches, so that a demo of a million
 * accounts is not scanned. This process renews their leases, which end with it.
 */
export class DemoPresence {
  readonly #db: Kysely<Database>;
  readonly #store: PresenceStore;
  #touches: readonly PresenceTouch[] | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(db: Kysely<Database>, store: PresenceStore) {
    this.#db = db;
    this.#store = store;
  }

  /** Runs in the background, without delaying start-up. */
  start(): void {
    const renew = (): Promise<unknown> => bestEffort('renewing demo presence', () => this.#renew());
    this.#timer = setInterval(renew, RENEW_MS);
    this.#timer.unref();
    void renew();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  async #renew(): Promise<void> {
    this.#touches ??= await this.#choose();
    for (let from = 0; from < this.#touches.length && this.#timer !== null; from += BATCH)
      await this.#store.touch(this.#touches.slice(from, from + BATCH));
  }

  async #choose(): Promise<readonly PresenceTouch[]> {
    const { rows: newest } = await sql<{ firebase_id: string }>`
      SELECT firebase_id FROM (
        SELECT firebase_id FROM account WHERE state = 'ACTIVE' AND firebase_id IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 100
      ) AS newest WHERE hashtext(firebase_id) & 1023 < 160`.execute(this.#db);
    const chosen = new Set(newest.map(({ firebase_id: id }) => id));
    const numbers = await this.#drawNumbers();
    for (let from = 0; from < numbers.length && this.#timer !== null; from += BATCH) {
      const { rows } = await sql<{ firebase_id: string }>`
        SELECT firebase_id FROM account
        WHERE public_no = ANY (${numbers.slice(from, from + BATCH)}::bigint[]) AND state = 'ACTIVE'
          AND firebase_id IS NOT NULL`.execute(this.#db);
      for (const { firebase_id: id } of rows) chosen.add(id);
    }
    return [...chosen]
      .toSorted()
      .map((firebaseId) => ({ firebaseId, storeSid: storeOf(firebaseId), connectionId: 'demo' }));
  }

  /** A fixed number from each range of `stride` numbers. */
  async #drawNumbers(): Promise<readonly number[]> {
    const { rows } = await sql<{ first: number | null; last: number | null }>`
      SELECT min(public_no) AS first, max(public_no) AS last FROM account`.execute(this.#db);
    const { first, last } = rows[0] ?? {};
    if (first == null || last == null) return [];
    let stride = STRIDE;
    while ((last - first) / stride > CHOSEN_MAX) stride *= 2;
    return Array.from({ length: Math.ceil((last - first + 1) / stride) }, (_, place) => {
      const digest = createHash('sha256').update(`number ${place}`).digest();
      return first + place * stride + (digest.readUInt16BE(0) % stride);
    });
  }
}

function storeOf(firebaseId: string): string | null {
  const digest = createHash('sha256').update(`store of ${firebaseId}`).digest();
  if (digest.readUInt16BE(0) / 65_536 < OUTSIDE_SHARE) return null;
  const place = Math.floor(STORES * (digest.readUInt16BE(2) / 65_536) ** SKEW);
  return `ST${String(place + 1).padStart(5, '0')}`;
}
