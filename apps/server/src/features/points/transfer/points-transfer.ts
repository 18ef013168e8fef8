import { AppError, type PointsTransferCode } from '@backcounter/domain';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import { type PointsParty, partiesOf, partyOf } from './points-party.ts';

/** A transfer as the API shows it. */
export interface TransferRow {
  readonly id: string;
  readonly amount: number;
  readonly code: PointsTransferCode;
  readonly reason: string | null;
  readonly occurredAt: string;
  readonly recordedAt: string;
  readonly referenceType: string | null;
  readonly referenceId: string | null;
  readonly reversalOf: string | null;
  readonly reversedBy: string | null;
  readonly bySub: string;
  readonly byName: string;
  readonly debitWalletId: string;
  readonly creditWalletId: string;
  debit: PointsParty;
  credit: PointsParty;
}

const TRANSFER = statementFor(`
  select t.id, t.amount, t.code::text, t.reason, t.occurred_at as "occurredAt", t.recorded_at as "recordedAt",
    t.ref_type::text as "referenceType", t.ref_id as "referenceId", t.reversal_of as "reversalOf",
    (select r.id from points_transfer r where r.reversal_of = t.id) as "reversedBy", t.created_by as "bySub",
    coalesce((select u.display_name from staff_user u where u.sub = t.created_by), t.created_by) as "byName",
    t.debit_wallet_id as "debitWalletId", t.credit_wallet_id as "creditWalletId"
  from points_transfer t where t.id = $1::uuid`);

/** Finds a transfer with both sides. @throws AppError `record.not-found` */
export async function findTransfer(context: RequestContext, id: string): Promise<TransferRow> {
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  const [row] = isUuid(id) ? await context.sql.rows<TransferRow>(TRANSFER, [id], options) : [];
  if (row === undefined) throw new AppError('record.not-found', { message: 'There is no such transfer.' });
  const parties = await partiesOf(context, [row.debitWalletId, row.creditWalletId]);
  row.debit = partyOf(parties, row.debitWalletId);
  row.credit = partyOf(parties, row.creditWalletId);
  return row;
}
