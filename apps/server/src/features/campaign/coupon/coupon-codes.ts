import { randomBytes } from 'node:crypto';
import { COUPON_CODE_LIMITS, COUPON_ORDER_LIMITS, makeCouponCodes } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/client.ts';

/** The current state of a batch and the parameters of its codes. */
interface CouponOrder {
  readonly requested: number;
  readonly generated: number;
  /** The campaign was canceled or archived, so no more codes are generated. */
  readonly isOff: boolean;
  readonly prefix: string;
}

/** Key of a batch. */
export interface OrderKey {
  readonly campaignId: string;
  readonly batchId: string;
}

/**
 * Generates the next codes of a batch in the transaction of `db`; returns the number of its codes so far, or null when it is complete.
 * Codes that exist already, in any campaign, are skipped and replaced by the next call.
 */
export async function makeNextCodes(
  db: Kysely<Database>,
  key: OrderKey,
): Promise<{ made: number; generated: number } | null> {
  const order = await lockOrder(db, key);
  const left = order.requested - order.generated;
  if (order.isOff || left === 0) return null;
  const made = await insertCodes(db, key, order.prefix, Math.min(left, COUPON_ORDER_LIMITS.chunk));
  return { made, generated: order.generated + made };
}

/** Locks the batch: a second worker waits and then sees the codes of the first. */
async function lockOrder(db: Kysely<Database>, { campaignId, batchId }: OrderKey): Promise<CouponOrder> {
  const { rows } = await sql<CouponOrder>`
    select b.requested, b.generated, c.state in ('CANCELED', 'ARCHIVED') as "isOff", coalesce(c.code_prefix, '') as prefix
    from coupon_batch b join campaign c on c.id = b.campaign_id
    where b.campaign_id = ${campaignId} and b.id = ${batchId}
    for no key update of b`.execute(db);
  const [order] = rows;
  if (order === undefined) throw new Error(`There is no batch ${batchId}.`);
  return order;
}

async function insertCodes(
  db: Kysely<Database>,
  { campaignId, batchId }: OrderKey,
  prefix: string,
  count: number,
): Promise<number> {
  const codes = makeCouponCodes(randomBytes(count * COUPON_CODE_LIMITS.payloadLength), prefix);
  const { rows } = await sql<{ made: number }>`
    with made as (
      insert into coupon (campaign_id, batch_id, streamer_id, valid_from, valid_until, max_redemptions, code)
      select b.campaign_id, b.id, b.streamer_id, b.valid_from, b.expires_at, c.per_coupon_limit, drawn.code
      from coupon_batch b join campaign c on c.id = b.campaign_id, unnest(${codes}::text[]) as drawn (code)
      where b.campaign_id = ${campaignId} and b.id = ${batchId}
      on conflict (code_key) do nothing
      returning 1
    )
    update coupon_batch set generated = generated + (select count(*) from made), updated_at = now()
    where campaign_id = ${campaignId} and id = ${batchId}
    returning (select count(*)::int from made) as made`.execute(db);
  return rows[0]?.made ?? 0;
}
