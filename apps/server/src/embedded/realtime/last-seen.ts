import { type Kysely, sql } from 'kysely';
import { bestEffort } from '../../db/best-effort.ts';
import type { Database } from '../../db/client.ts';
import type { PresenceStore } from '../../ports/realtime.ts';

const FLUSH_MS = 5_000;
const BATCH = 1_000;
/** Further ids are dropped: the value is coarse, and leaving updates it again. */
const PENDING_MAX = 100_000;

/**
 * Stores when accounts were last online: on coming, moving or leaving, and at most once an hour, so that an indexed
 * column is not rewritten with every heartbeat. Skips locked rows until the next change.
 */
export class LastSeen {
  readonly #db: Kysely<Database>;
  readonly #pending = new Set<string>();
  readonly #end: () => void;
  readonly #timer: NodeJS.Timeout;

  constructor(db: Kysely<Database>, store: PresenceStore) {
    this.#db = db;
    this.#end = store.subscribe(({ firebaseIds }) => {
      for (const firebaseId of firebaseIds) if (this.#pending.size < PENDING_MAX) this.#pending.add(firebaseId);
    });
    this.#timer = setInterval(() => void bestEffort('updating last seen', () => this.flush()), FLUSH_MS);
    this.#timer.unref();
  }

  /** Writes the pending ids. */
  async flush(): Promise<void> {
    const firebaseIds = [...this.#pending];
    this.#pending.clear();
    for (let from = 0; from < firebaseIds.length; from += BATCH)
      await sql`
        UPDATE account SET last_seen_at = now() WHERE id IN (
          SELECT id FROM account
          WHERE firebase_id = ANY (${firebaseIds.slice(from, from + BATCH)}) AND state <> 'ERASED'
            AND last_seen_sort < now() - interval '1 hour'
          ORDER BY id FOR UPDATE SKIP LOCKED)`.execute(this.#db);
  }

  async stop(): Promise<void> {
    this.#end();
    clearInterval(this.#timer);
    await bestEffort('updating last seen', () => this.flush());
  }
}
