import type { RedemptionState } from '@backcounter/domain';

/** A redemption as the functions of the database give it back; instants are ISO 8601 texts in UTC. */
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
  /** Locale -> what is given; null where it is no gift. */
  readonly giftTexts: Readonly<Record<string, string>> | null;
  readonly reservedAt: string;
  readonly reservedUntil: string | null;
  readonly confirmedAt: string | null;
}
