import type { RedemptionState } from '@backcounter/domain';
import { sql } from 'kysely';

/** A redemption as the functions of the database give it back. */
export interface RedemptionRecord {
  readonly id: string;
  readonly campaignId: string;
  readonly couponId: string;
  readonly accountId: string;
  readonly storeId: string | null;
  readonly streamerId: string | null;
  readonly state: RedemptionState;
  readonly orderReference: string | null;
  readonly orderMinor: number | null;
  readonly discountMinor: number | null;
  readonly currency: string | null;
  readonly points: number | null;
  readonly commissionMinor: number | null;
  readonly reservedAt: Date;
  readonly reservedUntil: Date | null;
  readonly confirmedAt: Date | null;
  readonly releasedAt: Date | null;
  readonly rolledBackAt: Date | null;
  readonly rollbackReason: string | null;
}

/** Columns of `RedemptionRecord` out of the composite value `o.redeemed`. */
export const REDEEMED_COLUMNS = sql`(o.redeemed).id, (o.redeemed).campaign_id as "campaignId", (o.redeemed).coupon_id as "couponId",
  (o.redeemed).account_id as "accountId", (o.redeemed).store_id as "storeId", (o.redeemed).streamer_id as "streamerId",
  (o.redeemed).state, (o.redeemed).order_ref as "orderReference", (o.redeemed).order_minor as "orderMinor",
  (o.redeemed).discount_minor as "discountMinor", (o.redeemed).currency, (o.redeemed).points, (o.redeemed).commission_minor as "commissionMinor",
  (o.redeemed).reserved_at as "reservedAt", (o.redeemed).reserved_until as "reservedUntil", (o.redeemed).confirmed_at as "confirmedAt",
  (o.redeemed).released_at as "releasedAt", (o.redeemed).rolled_back_at as "rolledBackAt", (o.redeemed).rollback_reason as "rollbackReason"`;
