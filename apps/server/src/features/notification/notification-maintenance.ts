import { callFunction } from '../../db/call-function.ts';
import type { DatabaseTransaction } from '../../db/transaction.ts';

/** Deliveries that are ended in one transaction. */
const BATCH_SIZE = 10_000;

/** Work of notifications that comes round by itself. */
export const notificationMaintenance = [{ name: 'notification.end-deliveries', runBatch: endDeliveries }];

/** Writes down, for the rows too, that what waited ended with its notification. True: there may be more. */
export async function endDeliveries(trx: DatabaseTransaction): Promise<boolean> {
  return ((await callFunction(trx, 'notification_sweep_batch', { max_rows: BATCH_SIZE })) ?? 0) > 0;
}
