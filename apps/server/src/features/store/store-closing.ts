import { AppError, SYSTEM_WALLETS } from '@backcounter/domain';
import { fieldsInvalid } from '../../crud/field-input.ts';
import { type Expected, peekRecord } from '../../crud/read-record.ts';
import { requiredReason } from '../../crud/state-change.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { closeWallet } from '../../ledger/close-wallet.ts';
import { openWallet, readWallet } from '../../ledger/wallet.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { store } from './store.entity.ts';
import { changeStoreState } from './store.service.ts';

/** Input for closing a store. */
export interface StoreClosing extends Expected {
  readonly reason: string;
  /** The store's sid, typed again; required if points are left. */
  readonly confirmSid: string | null;
  /** Active store that receives the remaining points; null: they are written off. */
  readonly leftoverStoreId: string | null;
}

/**
 * Closes a store permanently and transfers its remaining points, in one transaction; its wallet stays frozen.
 * @throws AppError as `applyAction` does; `reason.required`; `field.invalid` on `confirmSid` and `leftoverStoreId`
 */
export async function closeStore(context: RequestContext, closing: StoreClosing): Promise<void> {
  const { id, confirmSid, leftoverStoreId } = closing;
  const { db, caller } = context;
  const reason = requiredReason(closing.reason);
  const { sid } = await changeStoreState(context, 'CLOSE', closing, reason);
  const destinationWalletId = await destinationOf(context, id, leftoverStoreId);
  const walletId = await openWallet(db, { type: 'STORE', id }, true);
  const { points } = await closeWallet(db, { walletId, destinationWalletId, reason }, caller.sub);
  // A refusal here rolls back everything above.
  if (points > 0 && confirmSid?.trim() !== sid) throw fieldsInvalid({ confirmSid: [{ rule: 'required' }] });
}

async function destinationOf(context: RequestContext, id: string, leftoverStoreId: string | null): Promise<string> {
  if (leftoverStoreId === null) return SYSTEM_WALLETS.BREAKAGE;
  const heir = isUuid(leftoverStoreId) && leftoverStoreId !== id ? await findHeir(context, leftoverStoreId) : null;
  if (heir === null) throw fieldsInvalid({ leftoverStoreId: [{ rule: 'unknown' }] });
  if (heir['state'] !== 'ACTIVE') throw fieldsInvalid({ leftoverStoreId: [{ rule: 'not-in-use' }] });
  return (await readWallet(context.db, { type: 'STORE', id: leftoverStoreId })).id;
}

async function findHeir(context: RequestContext, id: string) {
  try {
    return await peekRecord(context, store, id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'record.not-found') return null;
    throw error;
  }
}
