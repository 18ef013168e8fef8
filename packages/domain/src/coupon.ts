import type { CampaignStatus } from './campaign.ts';
import type { CouponState } from './states/coupon-states.ts';

/** State of an order of codes. */
export const COUPON_BATCH_STATES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'DISABLED'] as const;
/** One of the states. */
export type CouponBatchState = (typeof COUPON_BATCH_STATES)[number];

/** Current status of a coupon. */
export const COUPON_STATUSES = [
  'ACTIVE',
  'NOT_YET_VALID',
  'RESERVED',
  'REDEEMED',
  'EXPIRED',
  'DISABLED',
  'CAMPAIGN_OFF',
] as const;
/** One of the statuses. */
export type CouponStatus = (typeof COUPON_STATUSES)[number];

/** The facts that determine a coupon's status. */
export interface CouponFacts {
  readonly state: CouponState;
  readonly validFrom: Date | null;
  readonly validUntil: Date | null;
  readonly redemptionsCount: number;
  readonly reservedCount: number;
  readonly maxRedemptions: number;
  readonly campaignStatus: CampaignStatus;
}

const OFF: ReadonlySet<CampaignStatus> = new Set(['DRAFT', 'PAUSED', 'EXHAUSTED', 'CANCELED', 'ARCHIVED']);

/** Status of a coupon at an instant; the same rule as `coupon_status` in the database. */
export function couponStatusAt(coupon: CouponFacts, at: Date): CouponStatus {
  const { redemptionsCount, reservedCount, maxRedemptions, validFrom, validUntil, campaignStatus } = coupon;
  if (redemptionsCount >= maxRedemptions) return 'REDEEMED';
  if (coupon.state === 'DISABLED') return 'DISABLED';
  if (OFF.has(campaignStatus)) return 'CAMPAIGN_OFF';
  if (campaignStatus === 'EXPIRED' || (validUntil !== null && at >= validUntil)) return 'EXPIRED';
  if (campaignStatus === 'SCHEDULED' || (validFrom !== null && at < validFrom)) return 'NOT_YET_VALID';
  return redemptionsCount + reservedCount >= maxRedemptions ? 'RESERVED' : 'ACTIVE';
}
