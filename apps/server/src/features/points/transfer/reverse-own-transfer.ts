import { AppError, MACHINE_TRANSFER_CODES } from '@backcounter/domain';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { reversePoints } from '../points.service.ts';
import { resultOf, type TransferResult } from './points-transfer.service.ts';
import { balancesAfter } from './transfer-statement.ts';

/** A reversal as a machine client requests it. */
export interface OwnReversalInput {
  readonly key: string;
  readonly transferId?: string | null | undefined;
  readonly transferKey?: string | null | undefined;
  readonly reason: string;
}

/**
 * Reverses a transfer that the client posted itself.
 * @throws AppError `field.invalid`, `record.not-found`, and those of `reversePoints`
 */
export async function reverseOwnTransfer(context: RequestContext, input: OwnReversalInput): Promise<TransferResult> {
  const { key, transferId = null, transferKey = null, reason } = input;
  if ((transferId === null) === (transferKey === null)) throw fieldsInvalid({ transferId: [{ rule: 'invalid' }] });
  // Points of coupons and giveaways go back by the operations that moved them.
  let own = context.db
    .selectFrom('points_transfer')
    .select('id')
    .where('created_by', '=', context.caller.sub)
    .where('code', 'in', MACHINE_TRANSFER_CODES);
  if (transferKey !== null) own = own.where('idempotency_key', '=', transferKey);
  if (transferId !== null) own = own.where('id', '=', isUuid(transferId) ? transferId : null);
  const found = await own.executeTakeFirst();
  if (found === undefined) throw new AppError('record.not-found', { message: 'There is no such transfer.' });
  const posted = await reversePoints(context, { transferId: found.id, reason, key });
  const balances = (await balancesAfter(context.sql, [posted.id])).get(posted.id);
  if (balances === undefined) throw new Error('A reversal has no entries.');
  return resultOf(context, key, posted, balances);
}
