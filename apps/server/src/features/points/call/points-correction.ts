import { sql } from 'kysely';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { type OwnerInput, walletOfOwner } from '../points-wallet.ts';
import { statedReceipt } from './receipts-of-day.ts';

/** The receipt that an adjustment corrects, as a person gives it. */
export interface CorrectionInput {
  readonly storeId?: string | null | undefined;
  readonly receipt?: string | null | undefined;
  readonly refusalId?: string | null | undefined;
}

/** The receipt that an adjustment corrects. */
export interface Correction {
  readonly storeId: string;
  readonly receipt: string | null;
  readonly refusalId: string | null;
}

/**
 * The receipt that an adjustment corrects; null if it corrects none.
 * @throws AppError `field.invalid`, `wallet.not-found` for an unknown store
 */
export async function readCorrection(
  context: RequestContext,
  owner: OwnerInput,
  input: CorrectionInput,
): Promise<Correction | null> {
  const { storeId = null, refusalId = null } = input;
  const stated = statedReceipt(input.receipt);
  if (storeId === null && stated === null && refusalId === null) return null;
  if (storeId === null) throw fieldsInvalid({ storeId: [{ rule: 'required' }] });
  if (stated === null && refusalId === null) throw fieldsInvalid({ receipt: [{ rule: 'required' }] });
  const store = await walletOfOwner(context, { type: 'STORE', id: storeId });
  const refusal =
    refusalId === null || !isUuid(refusalId)
      ? undefined
      : await context.db
          .selectFrom('machine_refusal')
          .select('receipt')
          .where('id', '=', refusalId)
          .where('account_id', '=', owner.id)
          .where((row) => row.or([row('store_id', 'is', null), row('store_id', '=', storeId)]))
          .executeTakeFirst();
  if (refusalId !== null && refusal === undefined) throw fieldsInvalid({ refusalId: [{ rule: 'unknown' }] });
  const receipt = refusal?.receipt ?? stated;
  if (receipt !== null) {
    const { rows } = await sql`
      select from points_transfer t
      where t.ref_type = 'TRANSFER' and t.ref_id = ${receipt} and t.reversal_of is null and ${store.id} in (t.debit_wallet_id, t.credit_wallet_id)
        and not exists (select from points_transfer r where r.reversal_of = t.id)
      limit 1`.execute(context.db);
    if (rows.length > 0) throw taken('receipt');
  }
  return { storeId, receipt, refusalId };
}

/** Links a transfer to the receipt that it corrects. @throws AppError `field.invalid` if another one corrects it */
export async function writeCorrection(
  { db }: RequestContext,
  transferId: string,
  { storeId, receipt, refusalId }: Correction,
): Promise<void> {
  await sql`
    delete from points_correction c using points_transfer r
    where r.reversal_of = c.transfer_id and ((c.store_id, c.receipt) = (${storeId}::uuid, ${receipt}) or c.refusal_id = ${refusalId}::uuid)`.execute(
    db,
  );
  const { numInsertedOrUpdatedRows: linked } = await db
    .insertInto('points_correction')
    .values({ transfer_id: transferId, store_id: storeId, receipt, refusal_id: refusalId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (linked !== 1n) throw taken(receipt === null ? 'refusalId' : 'receipt');
}

const taken = (field: string) => fieldsInvalid({ [field]: [{ rule: 'taken' }] });
