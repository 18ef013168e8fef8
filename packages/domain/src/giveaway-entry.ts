import { z } from 'zod';
import { GIVEAWAY_LIMITS } from './giveaway.ts';
import { pointsKey } from './points.ts';

/** All events of a giveaway and its entries; each is one immutable row. */
export const GIVEAWAY_TRANSACTION_TYPES = [
  'PUBLISHED',
  'FUNDED',
  'ENTERED',
  'TICKETS_ADDED',
  'WITHDRAWN',
  'DISQUALIFIED',
  'REINSTATED',
  'FROZEN',
  'DRAWN',
  'WON',
  'ALTERNATE_DRAWN',
  'ANNOUNCED',
  'NOTIFIED',
  'CLAIMED',
  'FORFEITED',
  'PROMOTED',
  'PRIZE_GRANTED',
  'REFUNDED',
  'LEFTOVER_RETURNED',
  'SETTLED',
  'CANCELED',
] as const;
/** Kind of a transaction. */
export type GiveawayTransactionType = (typeof GIVEAWAY_TRANSACTION_TYPES)[number];

/** Actor. ACCOUNT: the person, through the machine client named as subject. */
export const GIVEAWAY_ACTORS = ['SYSTEM', 'ACCOUNT', 'STAFF'] as const;
/** Kind of actor. */
export type GiveawayActorKind = (typeof GIVEAWAY_ACTORS)[number];

/** WINNER: drawn for a prize. ALTERNATE: replaces a winner who loses the prize. */
export const GIVEAWAY_WINNER_KINDS = ['WINNER', 'ALTERNATE'] as const;
/** WINNER or ALTERNATE. */
export type GiveawayWinnerKind = (typeof GIVEAWAY_WINNER_KINDS)[number];

/** Reasons why an account cannot take part, in the order of the checks. */
export const GIVEAWAY_ELIGIBILITY_PROBLEMS = [
  'ACCOUNT_NOT_ACTIVE',
  'STAFF_ACCOUNT',
  'WRONG_COUNTRY',
  'BIRTH_DATE_UNKNOWN',
  'TOO_YOUNG',
  'ACCOUNT_TOO_NEW',
] as const;
/** One reason why an account cannot take part. */
export type GiveawayEligibilityProblem = (typeof GIVEAWAY_ELIGIBILITY_PROBLEMS)[number];

/** Outcomes of a change of an entry: three successes, then the refusals in the order of the checks. */
export const GIVEAWAY_ENTRY_OUTCOMES = [
  'ENTERED',
  'TICKETS_ADDED',
  'WITHDRAWN',
  'CANCELED',
  'NOT_OPEN_YET',
  'CLOSED',
  'DISQUALIFIED',
  'ALREADY_ENTERED',
  'NOT_ENTERED',
  ...GIVEAWAY_ELIGIBILITY_PROBLEMS,
  'NOT_IN_SEGMENT',
  'TOO_MANY_TICKETS',
  'FULL',
  'WALLET_FROZEN',
  'POINTS_INSUFFICIENT',
] as const;
/** One of the outcomes. */
export type GiveawayEntryOutcome = (typeof GIVEAWAY_ENTRY_OUTCOMES)[number];

/** Outcomes of a claim. CLAIMED: staff deliver the prize. GRANTED: the account has it. */
export const GIVEAWAY_CLAIM_OUTCOMES = [
  'CLAIMED',
  'GRANTED',
  'NOT_ANNOUNCED',
  'NOT_A_WINNER',
  'FORFEITED',
  'CLAIM_EXPIRED',
  'ACCOUNT_NOT_ACTIVE',
] as const;
/** One of the outcomes. */
export type GiveawayClaimOutcome = (typeof GIVEAWAY_CLAIM_OUTCOMES)[number];

/** Rules of an entry that a machine client requests. */
export const giveawayEntryFields = z.strictObject({
  key: pointsKey,
  tickets: z.int().min(1).max(GIVEAWAY_LIMITS.ticketsMax).nullish(),
});
