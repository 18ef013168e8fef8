import { z } from 'zod';
import { pointsKey } from './points.ts';

/**
 * Why a code is refused, in the order in which it is found out: the first that applies is the answer. NOT_YOUR_COUPON is for staff alone;
 * whoever tries somebody else's code is told UNKNOWN_CODE.
 */
export const REDEMPTION_REFUSALS = [
  'MALFORMED',
  'RATE_LIMITED',
  'UNKNOWN_CODE',
  'CAMPAIGN_NOT_STARTED',
  'CAMPAIGN_PAUSED',
  'CAMPAIGN_ENDED',
  'CAMPAIGN_CANCELED',
  'COUPON_DISABLED',
  'COUPON_NOT_YET_VALID',
  'COUPON_EXPIRED',
  'NOT_YOUR_COUPON',
  'WRONG_STORE',
  'WRONG_COUNTRY',
  'MIN_ORDER',
  'NOT_FIRST_ORDER',
  'ACCOUNT_LIMIT',
  'COUPON_USED',
  'BUDGET_EXHAUSTED',
  'ACCOUNT_NOT_ACTIVE',
] as const;
/** Why a code is refused. */
export type RedemptionRefusal = (typeof REDEMPTION_REFUSALS)[number];

/** What can become of a request: it was done, the code is refused, or the redemption has gone another way before. */
export const REDEMPTION_OUTCOMES = [
  'RESERVED',
  'CONFIRMED',
  'RELEASED',
  ...REDEMPTION_REFUSALS,
  'RESERVATION_LAPSED',
  'RESERVATION_RELEASED',
  'ALREADY_CONFIRMED',
  'ALREADY_ROLLED_BACK',
] as const;
/** What became of a request. */
export type RedemptionOutcome = (typeof REDEMPTION_OUTCOMES)[number];

/** The rules of a redemption in the order in which they are judged. */
export const REDEMPTION_RULES = [
  'FORM',
  'TRIES',
  'KNOWN',
  'CAMPAIGN',
  'COUPON',
  'OWNER',
  'PLACE',
  'ORDER',
  'FIRST_ORDER',
  'ACCOUNT_USES',
  'COUPON_USES',
  'BUDGET',
  'ACCOUNT',
] as const;
/** A rule of a redemption. */
export type RedemptionRule = (typeof REDEMPTION_RULES)[number];

/** What an alert of a campaign is about: so much of a limit is used up, or codes were guessed. */
export const CAMPAIGN_ALERT_KINDS = ['BUDGET', 'REDEMPTIONS', 'LEAK'] as const;
/** Kind of an alert. */
export type CampaignAlertKind = (typeof CAMPAIGN_ALERT_KINDS)[number];

/** Limits of redemptions; they hold in the database as well. */
export const REDEMPTION_LIMITS = {
  orderMaxMinor: 1_000_000_000_000,
  referenceMaxLength: 128,
  /** A confirmed redemption can be rolled back for so long. */
  rollBackDays: 90,
  /** Days that one look at the statistics may span. */
  statisticsDays: 400,
} as const;

/** What a machine client says of a redemption, besides the code and who and where it is. */
export const redemptionFields = z.strictObject({
  key: pointsKey,
  orderMinor: z.int().min(0).max(REDEMPTION_LIMITS.orderMaxMinor).nullish(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullish(),
  orderReference: z.string().trim().min(1).max(REDEMPTION_LIMITS.referenceMaxLength).nullish(),
  isFirstOrder: z.boolean().nullish(),
  consumerAddress: z.union([z.ipv4(), z.ipv6()]).nullish(),
});
