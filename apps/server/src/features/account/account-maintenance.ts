import type { DatabaseTransaction } from '../../db/transaction.ts';
import { expireAwards } from './details/account-badge.ts';
import { expireDevices } from './details/account-device.ts';
import { eraseRequested, type RemovePicture } from './privacy/account-erasure.ts';
import { endSuspensions } from './suspension-end.ts';

/** What comes due by itself with accounts, for housekeeping: the end of suspensions, awards, push tokens and of a wait to be erased. */
export function accountMaintenance(removePicture: RemovePicture) {
  return [
    { name: 'suspension.end', runBatch: endSuspensions },
    { name: 'badge.expire', runBatch: expireAwards },
    { name: 'device.expire', runBatch: expireDevices },
    { name: 'account.erase', runBatch: (trx: DatabaseTransaction) => eraseRequested(trx, removePicture) },
  ];
}
