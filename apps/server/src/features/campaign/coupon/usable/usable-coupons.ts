import { AppError, type CampaignReward, formatCouponCode } from '@backcounter/domain';
import { SYSTEM_CALLER } from '../../../../db/system-actor.ts';
import type { RequestContext } from '../../../../graphql/request-context.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../../listing/statements.ts';
import { requireInBounds } from '../../../../references/client-bounds.ts';
import { findMemberId, type MemberInput } from '../../../../references/member-input.ts';
import { isMember } from '../../../../references/segments.ts';
import { REWARD_COLUMNS, type Reward } from '../../reward-fields.graphql.ts';

/** A coupon of an account, and its reward. */
export interface UsableCoupon extends Reward {
  readonly code: string;
  readonly campaignId: string;
  readonly campaignName: string;
  readonly rewardType: CampaignReward;
  readonly validUntil: Date | string;
}

/** Most coupons in one answer. */
export const USABLE_MAX = 50;

const USABLE = statementFor(`
  select k.code, c.id as "campaignId", c.name as "campaignName", c.reward_type::text as "rewardType", ${REWARD_COLUMNS}, least(k.valid_until, c.ends_at) as "validUntil",
    c.segment_id as "segmentId"
  from coupon k join campaign c on c.id = k.campaign_id
  where k.account_id = $1::uuid and k.state = 'ACTIVE' and c.state = 'ACTIVE' and k.redemptions_count < k.max_redemptions
    and not exists (select from redemption_check(k.code_key, $1::uuid, $2::uuid, null, null, true, null, null, now()) as r
      where r.passed is false and r.rule <> 'ORDER')
  order by least(k.valid_until, c.ends_at), k.id limit ${USABLE_MAX}`);

/**
 * The own coupons of an account that it can redeem now, if the order allows it, the first to expire first.
 * @returns none for an account that is unknown, suspended, closed or erased
 * @throws AppError `field.invalid` unless exactly one way is given, `record.not-found` (store), `client.out-of-bounds`
 */
export async function usableCoupons(
  context: RequestContext,
  by: MemberInput,
  storeSid: string | null,
): Promise<UsableCoupon[]> {
  const { caller, db, sql, signal } = context;
  requireInBounds(caller, [storeSid]);
  const store =
    storeSid === null ? null : await db.selectFrom('store').select('id').where('sid', '=', storeSid).executeTakeFirst();
  if (store === undefined) throw new AppError('record.not-found', { message: 'There is no such store.' });
  const accountId = await findMemberId(context, by);
  if (accountId === null) return [];
  const rows = await sql.rows<UsableCoupon & { readonly segmentId: string | null }>(
    USABLE,
    [accountId, store?.id ?? null],
    { signal, timeoutMs: LIST_TIMEOUT_MS },
  );
  const segments = new Map<string | null, boolean>([[null, true]]);
  for (const { segmentId } of rows)
    if (segmentId !== null && !segments.has(segmentId))
      segments.set(
        segmentId,
        (await isMember(context, segmentId, { accountId, firebaseId: null }, SYSTEM_CALLER)) === true,
      );
  return rows
    .filter(({ segmentId }) => segments.get(segmentId) === true)
    .map((row) => ({ ...row, code: formatCouponCode(row.code) }));
}
