import { POINTS_LIMITS } from '@backcounter/domain';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import { walletOfOwner } from '../points-wallet.ts';

/** Outcome of a receipt. */
export type ReceiptStatus = 'SENT' | 'REFUSED' | 'ELSEWHERE' | 'NEVER_ARRIVED';

/** A receipt that a machine client sent about an account, or that a caller states. */
export interface ReceiptRow {
  readonly id: string;
  readonly status: ReceiptStatus;
  readonly receipt: string | null;
  readonly occurredAt: string | null;
  readonly points: number | null;
  readonly reason: string | null;
  readonly codeEnd: string | null;
  readonly clientName: string | null;
  readonly storeId: string | null;
  readonly storeName: string | null;
  readonly otherAccountId: string | null;
  readonly otherAccountNumber: number | null;
  readonly transferId: string | null;
  readonly refusalId: string | null;
  readonly correctedBy: string | null;
}

/** Most rows in one answer. */
export const RECEIPTS_MAX = 100;

// A stated receipt is searched on all days: of the account in all stores, and of the store for all accounts.
const RECEIPTS = statementFor(`
  with day as (
    select $5::date::timestamp at time zone known_zone(s.timezone) as since, ($5::date + 1)::timestamp at time zone known_zone(s.timezone) as until from store s where s.id = $3::uuid
  ), transfer as (
    select t.* from day d join points_entry e on e.wallet_id = $2::uuid
        and e.recorded_at >= d.since and e.recorded_at < d.until + interval '${POINTS_LIMITS.behindDays} days'
      join points_transfer t on t.id = e.transfer_id
    where $6::text is null and t.code in ('EARN', 'SPEND') and t.occurred_at >= d.since and t.occurred_at < d.until
    union all
    select t.* from points_transfer t
    where t.ref_type = 'TRANSFER' and t.ref_id = $6 and t.reversal_of is null and array[$2::uuid, $4::uuid] && array[t.debit_wallet_id, t.credit_wallet_id]
  ), redemption as (
    select r.* from day d join coupon_redemption r on r.account_id = $1::uuid and r.reserved_at >= d.since and r.reserved_at < d.until
    where $6::text is null
    union all
    select r.* from coupon_redemption r where lower(r.order_ref) = lower($6) and (r.account_id = $1::uuid or r.store_id = $3::uuid)
  ), found as (
    select t.id, t.ref_id as receipt, t.occurred_at, case t.code when 'SPEND' then -t.amount else t.amount end as points, null as reason,
      null as code_end, t.created_by as client, s.owner_id as store, a.owner_id as account, t.id as transfer, null::uuid as refusal
    from transfer t left join points_wallet s on s.id in (t.debit_wallet_id, t.credit_wallet_id) and s.owner_type = 'STORE'
      left join points_wallet a on a.id in (t.debit_wallet_id, t.credit_wallet_id) and a.owner_type = 'ACCOUNT'
    union all
    select r.id, r.order_ref, r.reserved_at, r.points, null, null, r.created_by, r.store_id, r.account_id, r.points_transfer_id, null
    from redemption r where r.state in ('RESERVED', 'CONFIRMED')
    union all
    select m.id, m.receipt, m.occurred_at, m.points, m.reason, m.code_end, m.client_sub, m.store_id, m.account_id, null, m.id
    from day d join machine_refusal m on m.account_id = $1::uuid
    where case when $6 is null then m.occurred_at >= d.since and m.occurred_at < d.until else m.receipt = $6 end
  ), stated as (
    select * from found
    union all
    select null, $6, null, null, null, null, null, $3::uuid, $1::uuid, null, null where $6 is not null and not exists (select from found)
  )
  select coalesce(f.id::text, f.receipt) as id, f.receipt, f.occurred_at as "occurredAt", f.points::float8 as points, f.reason, f.code_end as "codeEnd",
    case when f.id is null then 'NEVER_ARRIVED' when f.refusal is not null then 'REFUSED'
      when (f.store, f.account) = ($3::uuid, $1::uuid) then 'SENT' else 'ELSEWHERE' end as status,
    coalesce((select u.display_name from staff_user u where u.sub = f.client), f.client) as "clientName",
    s.id as "storeId", s.name as "storeName", o.id as "otherAccountId", o.public_no::float8 as "otherAccountNumber",
    f.transfer as "transferId", f.refusal as "refusalId", c.transfer_id as "correctedBy"
  from stated f left join store s on s.id = f.store left join account o on o.id = f.account and o.id <> $1::uuid
    left join lateral (
      select c.transfer_id from points_correction c
      where (c.refusal_id = f.refusal or (c.store_id, c.receipt) = (coalesce(f.store, $3::uuid), f.receipt)) and f.transfer is null
        and not exists (select from points_transfer r where r.reversal_of = c.transfer_id)
      limit 1) as c on true
  order by f.occurred_at desc nulls first, id limit ${RECEIPTS_MAX}`);

/** Which receipts. */
export interface ReceiptsWish {
  readonly accountId: string;
  readonly storeId: string;
  readonly day: string;
  readonly receipt?: string | null | undefined;
}

/**
 * The receipts of an account on a day of a store, newest first, or those with a number.
 * @throws AppError `wallet.not-found` for an unknown account or store, `field.invalid`
 */
export async function receiptsOfDay(context: RequestContext, wish: ReceiptsWish): Promise<ReceiptRow[]> {
  const { accountId, storeId, day } = wish;
  const receipt = statedReceipt(wish.receipt);
  const account = await walletOfOwner(context, { type: 'ACCOUNT', id: accountId });
  const store = await walletOfOwner(context, { type: 'STORE', id: storeId });
  const values = [accountId, account.id, storeId, store.id, day, receipt];
  return context.sql.rows<ReceiptRow>(RECEIPTS, values, { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS });
}

/** The receipt without spaces around it; null if none is given. @throws AppError `field.invalid` */
export function statedReceipt(text: string | null | undefined): string | null {
  const receipt = (text ?? '').trim();
  if (receipt.length > POINTS_LIMITS.referenceMaxLength)
    throw fieldsInvalid({ receipt: [{ rule: 'too-long', params: { max: POINTS_LIMITS.referenceMaxLength } }] });
  return receipt === '' ? null : receipt;
}
