import { callFunction } from '../../db/call-function.ts';
import type { DatabaseTransaction } from '../../db/transaction.ts';

/** Deliveries ended per transaction. */
const BATCH_SIZE = 10_000;

/** Recurring maintenance of notifications. */
export const notificationMaintenance = [{ name: 'notification.end-deliveries', runBatch: endDeliveries }];

/** Ends waiting deliveries of ended notifications; true if there may be more. */
export async function endDeliveries(trx: DatabaseTransaction): Promise<boolean> {
  return ((await callFunction(trx, 'notification_sweep_batch', { max_rows: BATCH_SIZE })) ?? 0) > 0;
}
