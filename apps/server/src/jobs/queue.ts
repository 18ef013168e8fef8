import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';

/** Maximum attempts at a job that fails temporarily, with growing pauses. */
const ATTEMPTS_MAX = 5;

/**
 * Queues a job in the caller's transaction, for now or later, replacing an existing entry. A running job is claimed by
 * the next free worker, which invalidates the current claim (`claimJob`).
 */
export async function addToQueue(
  db: Kysely<Database>,
  kind: string,
  id: string,
  runAt: Date | null = null,
): Promise<void> {
  await sql`select graphile_worker.add_job(${kind}, json_build_object('id', ${id}::text),
    job_key := ${id}::text, max_attempts := ${ATTEMPTS_MAX}::int, run_at := ${runAt}::timestamptz)`.execute(db);
}

/** Removes a waiting job from the queue. */
export async function removeFromQueue(db: Kysely<Database>, id: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${id}::text)`.execute(db);
}
