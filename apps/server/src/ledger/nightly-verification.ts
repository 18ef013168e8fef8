import { sql } from 'kysely';
import type { DatabaseTransaction } from '../db/transaction.ts';
import { advanceVerification, beginVerification, noteVerification, verificationProgress } from './verification.ts';

/** Rows per statement. */
const BATCH = 20_000;
const NIGHT_BEGINS = '02:00';

/**
 * Runs one batch of the nightly check of the whole ledger; true if more is left. It starts at 02:00 UTC, or when a
 * server next runs, and any process can continue it.
 */
export async function verifyNightly(trx: DatabaseTransaction): Promise<boolean> {
  const running = await trx
    .selectFrom('ledger_verification')
    .select(['id', 'progress'])
    .where('source', '=', 'NIGHTLY')
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  if (running === undefined) {
    const { rows } = await sql<{ isDue: boolean }>`
      select not exists (
        select from ledger_verification where source = 'NIGHTLY'
          and started_at >= date_trunc('day', now() - ${NIGHT_BEGINS}::interval, 'UTC') + ${NIGHT_BEGINS}::interval) as "isDue"
    `.execute(trx);
    if (rows[0]?.isDue !== true) return false;
    await beginVerification(trx, 'NIGHTLY', null);
    return true;
  }
  const progress = await advanceVerification(trx, verificationProgress.parse(running.progress), BATCH);
  await noteVerification(trx, running.id, progress);
  return progress.stage !== null;
}
