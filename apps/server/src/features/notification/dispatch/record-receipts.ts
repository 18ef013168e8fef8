import type { Kysely } from 'kysely';
import { callFunction } from '../../../db/call-function.ts';
import type { Database } from '../../../db/client.ts';

/** A receipt of a device for a notification. */
export interface NotificationReceipt {
  readonly notificationId: string;
  readonly accountId: string;
  readonly kind: 'OPENED' | 'RECEIVED';
  readonly at: Date;
}

/** Outcome of a receipt. `KNOWN`: reported before; `NOT_SENT`: not sent to the account; `UNKNOWN`: no such pair. */
export type ReceiptOutcome = 'RECORDED' | 'KNOWN' | 'NOT_SENT' | 'UNKNOWN';

/** Records receipts, in any order and possibly repeated; returns outcomes in the order of the receipts. */
export async function recordReceipts(
  db: Kysely<Database>,
  receipts: readonly NotificationReceipt[],
): Promise<ReceiptOutcome[]> {
  const rows = receipts.map(({ notificationId, accountId, kind, at }, place) => ({
    place,
    notification: notificationId,
    account: accountId,
    kind,
    at,
  }));
  const answered = await callFunction(db, 'record_delivery_receipts', { receipts: rows });
  const byPlace = new Map(answered.map(({ place, outcome }) => [place, outcome as ReceiptOutcome | null]));
  return receipts.map((_receipt, place) => byPlace.get(place) ?? 'UNKNOWN');
}
