import { sql } from 'kysely';
import { callerMay, type RequestContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { couponNotFound } from './coupon-access.ts';

/** Number of coupons that can still be ordered in a campaign; for streamers, within their quota. */
export interface CouponAllowance {
  readonly limit: number;
  readonly ordered: number;
  readonly left: number;
}

/** The allowance of the caller. @throws AppError `record.not-found` */
export async function readAllowance({ db, caller }: RequestContext, campaignId: string): Promise<CouponAllowance> {
  if (!isUuid(campaignId)) throw couponNotFound();
  const ofCampaign = sql<CouponAllowance>`
    select coupon_limit(c.id) as "limit", campaign_coupons_ordered(c.id)::int as ordered,
      greatest(0, coupon_limit(c.id) - campaign_coupons_ordered(c.id))::int as "left"
    from campaign c where c.id = ${campaignId}`;
  const ofStreamer = sql<CouponAllowance>`
    select p.coupon_quota as "limit", streamer_coupons_ordered(p.campaign_id, s.id)::int as ordered,
      greatest(0, least(p.coupon_quota - streamer_coupons_ordered(p.campaign_id, s.id),
        coupon_limit(p.campaign_id) - campaign_coupons_ordered(p.campaign_id)))::int as "left"
    from campaign_streamer p join streamer s on s.id = p.streamer_id join campaign c on c.id = p.campaign_id
    where p.campaign_id = ${campaignId} and p.removed_at is null and s.staff_sub = ${caller.sub} and s.state = 'ACTIVE' and c.state <> 'DRAFT'`;
  const { rows } = await (callerMay(caller, 'coupon.change-state') ? ofCampaign : ofStreamer).execute(db);
  const [allowance] = rows;
  if (allowance === undefined) throw couponNotFound();
  return allowance;
}
