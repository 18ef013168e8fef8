import { z } from 'zod';
import { pointsKey } from './points.ts';

/**
 * Why a code is refused, in the order of the checks: the first that applies is the answer. Only staff see
 * NOT_YOUR_COUPON; a consumer who tries another person's code gets UNKNOWN_CODE.
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
  'NOT_IN_SEGMENT',
] as const;
/** Why a code is refused. */
export type RedemptionRefusal = (typeof REDEMPTION_REFUSALS)[number];

/** Outcomes of a request: done, refused, or already decided otherwise. */
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
/** Outcome of a request. */
export type RedemptionOutcome = (typeof REDEMPTION_OUTCOMES)[number];

/** The rules of a redemption, in the order of the checks. */
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
  'SEGMENT',
] as const;
/** A rule of a redemption. */
export type RedemptionRule = (typeof REDEMPTION_RULES)[number];

/** Subject of a campaign alert: a share of a limit is used up, or codes are being guessed. */
export const CAMPAIGN_ALERT_KINDS = ['BUDGET', 'REDEMPTIONS', 'LEAK'] as const;
/** Kind of an alert. */
export type CampaignAlertKind = (typeof CAMPAIGN_ALERT_KINDS)[number];

/** Limits of redemptions; the database enforces them as well. */
export const REDEMPTION_LIMITS = {
  orderMaxMinor: 1_000_000_000_000,
  referenceMaxLength: 128,
  /** Days within which a confirmed redemption can be rolled back. */
  rollBackDays: 90,
  /** Days that a statistics query may span. */
  statisticsDays: 400,
} as const;

/** A redemption as a machine client sends it, besides the code, the account and the store. */
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
