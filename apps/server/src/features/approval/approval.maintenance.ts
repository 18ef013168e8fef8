import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../db/transaction.ts';
import { endRequest } from './approval.service.ts';

const BATCH = 100;

/** Housekeeping of approvals. */
export const approvalMaintenance = [{ name: 'approval.expire', runBatch: expireRequests }] as const;

/** Ends requests about which no one decided in time; true if more may be left. */
async function expireRequests(trx: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from approval_request where state = 'PENDING' and expires_at <= now()
    order by expires_at limit ${BATCH} for update skip locked`.execute(trx);
  for (const { id } of rows) await endRequest(trx, id, 'EXPIRED');
  return rows.length === BATCH;
}
