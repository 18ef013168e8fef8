import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';

/** A job that fails for a reason that may pass is tried this often, with pauses that grow. */
const ATTEMPTS_MAX = 5;

/**
 * Puts a job into the queue in the caller's transaction, for now or for later. One that is there already is replaced. One that is being
 * worked on is taken over by whoever is free, who ends the rights of its worker (`claimJob`).
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

/** Takes a job that nobody works on out of the queue. */
export async function removeFromQueue(db: Kysely<Database>, id: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${id}::text)`.execute(db);
}
