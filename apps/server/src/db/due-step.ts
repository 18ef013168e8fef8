import { type RawBuilder, sql } from 'kysely';
import type { DatabaseTransaction } from './transaction.ts';

/** A step that runs automatically for each record that is due. Due times are compared with the database's clock. */
export interface DueStep<Row extends { readonly id: string }> {
  /** Finds the record that is due first, without `passed` (recent failures) and rows locked elsewhere. */
  readonly find: (passed: RawBuilder<unknown>) => RawBuilder<Row>;
  /** False: it wasn't possible, and is tried again as late as after a failure. */
  readonly take: (trx: DatabaseTransaction, row: Row) => Promise<unknown>;
}

/**
 * Batches of housekeeping with one record each. One that fails is passed over until `retryMs` later, so that it neither
 * fills the log nor stops the others. `nowMs` is a monotonic clock with any origin.
 */
export function stepwise<Row extends { readonly id: string }>(
  { find, take }: DueStep<Row>,
  { retryMs = 30_000, nowMs = () => performance.now() }: { retryMs?: number; nowMs?: () => number } = {},
) {
  const retryAt = new Map<string, number>();
  return async (trx: DatabaseTransaction): Promise<boolean> => {
    for (const [id, due] of retryAt) if (due <= nowMs()) retryAt.delete(id);
    const { rows } = await find(sql`${[...retryAt.keys()]}::uuid[]`).execute(trx);
    const [row] = rows;
    if (row === undefined) return false;
    // Set before, as a failure ends the transaction and this batch.
    retryAt.set(row.id, nowMs() + retryMs);
    if ((await take(trx, row)) !== false) retryAt.delete(row.id);
    return true;
  };
}
