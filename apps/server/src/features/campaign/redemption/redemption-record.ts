import type { RedemptionState } from '@backcounter/domain';

/** A redemption as SQL functions return it; instants are ISO 8601 texts in UTC. */
export interface RedemptionRecord {
  readonly id: string;
  readonly campaignId: string;
  readonly couponId: string;
  readonly accountId: string;
  readonly state: RedemptionState;
  readonly orderReference: string | null;
  readonly orderMinor: number | null;
  readonly discountMinor: number | null;
  readonly currency: string | null;
  readonly points: number | null;
  /** Locale to name of the gift; null unless the reward is a gift. */
  readonly giftTexts: Readonly<Record<string, string>> | null;
  readonly reservedAt: string;
  readonly reservedUntil: string | null;
  readonly confirmedAt: string | null;
}
