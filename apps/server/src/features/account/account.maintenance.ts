import type { DatabaseTransaction } from '../../db/transaction.ts';
import { expireAwards } from './details/account-badge.ts';
import { expireDevices } from './details/account-device.ts';
import { eraseRequested, type RemovePicture } from './privacy/account-erasure.ts';
import { endSuspensions } from './suspension-end.ts';

/** Housekeeping of accounts: ends suspensions, awards and push tokens, and erases accounts after their waiting period. */
export function accountMaintenance(removePicture: RemovePicture) {
  return [
    { name: 'suspension.end', runBatch: endSuspensions },
    { name: 'badge.expire', runBatch: expireAwards },
    { name: 'device.expire', runBatch: expireDevices },
    { name: 'account.erase', runBatch: (trx: DatabaseTransaction) => eraseRequested(trx, removePicture) },
  ];
}
