import { sql } from 'kysely';
import type { DatabaseTransaction } from '../db/transaction.ts';

const BATCH = 1_000;

/** Deletes expired stored answers; true when more may be left. Skips a key that is locked by a running request. */
export async function deleteExpiredKeys(trx: DatabaseTransaction): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from idempotency_key where (actor_sub, key) in (
      select actor_sub, key from idempotency_key where created_at < now() - interval '24 hours'
      order by created_at limit ${BATCH} for update skip locked)`.execute(trx);
  return numAffectedRows === BigInt(BATCH);
}
