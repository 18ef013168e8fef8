import { type Kysely, sql } from 'kysely';
import { bestEffort } from '../../db/best-effort.ts';
import type { Database } from '../../db/client.ts';
import type { PresenceStore } from '../../ports/realtime.ts';

const FLUSH_MS = 5_000;
const BATCH = 1_000;
/** What comes on top is dropped: it is coarse, and whoever leaves is seen again. */
const PENDING_MAX = 100_000;

/**
 * Keeps in the database when an account was last online: written when it comes, moves or leaves, and at most once an hour, so that a column
 * with an index is not rewritten with every heartbeat. A row that somebody is changing at that moment is left for the next time.
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
    this.#timer = setInterval(() => void bestEffort('last seen', () => this.flush()), FLUSH_MS);
    this.#timer.unref();
  }

  /** Writes what has gathered. */
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
    await bestEffort('last seen', () => this.flush());
  }
}
