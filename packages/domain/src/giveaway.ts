import { z } from 'zod';
import { POINTS_LIMITS } from './points.ts';
import { defineRecord } from './record.ts';
import { TIMEZONE_FIELD } from './record-fields.ts';
import type { GiveawayState } from './states/giveaway-states.ts';
import { currencyCode } from './values/currency.ts';
import type { FieldProblem, FieldProblems } from './values/errors.ts';
import { localizedText } from './values/localized-text.ts';
import { PRIZE_PICTURE } from './values/published-picture.ts';

/** Current status of a giveaway: its state, refined for a published one by time. */
export const GIVEAWAY_STATUSES = [
  'DRAFT',
  'SCHEDULED',
  'OPEN',
  'CLOSED',
  'FROZEN',
  'DRAWN',
  'ANNOUNCED',
  'SETTLED',
  'CANCELED',
] as const;
/** One of the statuses. */
export type GiveawayStatus = (typeof GIVEAWAY_STATUSES)[number];

/** POINTS are credited from escrow, COUPON is a code of a campaign, PHYSICAL is delivered by staff. */
export const GIVEAWAY_PRIZE_KINDS = ['POINTS', 'COUPON', 'PHYSICAL'] as const;
/** Kind of a prize. */
export type GiveawayPrizeKind = (typeof GIVEAWAY_PRIZE_KINDS)[number];

/** Source of a draw's randomness. COMMIT_REVEAL: a seed whose hash is public before entries open. */
export const GIVEAWAY_DRAW_MODES = ['COMMIT_REVEAL'] as const;
/** Source of the randomness. */
export type GiveawayDrawMode = (typeof GIVEAWAY_DRAW_MODES)[number];

/** Limits of giveaways; the database enforces them as well. */
export const GIVEAWAY_LIMITS = {
  titleMaxLength: 80,
  descriptionMaxLength: 1_000,
  rulesMaxLength: 20_000,
  prizeTitleMaxLength: 120,
  registrationMaxLength: 60,
  countriesMax: 250,
  minAgeMax: 99,
  ticketsMax: 100,
  entriesMax: 2_147_483_647,
  entryCostMax: 1_000_000,
  alternatesMax: 50,
  alternatesDefault: 3,
  claimDaysMax: 60,
  prizesMax: 50,
  prizeQuantityMax: 1_000,
  /** Winners of one giveaway, across all prizes. */
  winnersMax: 10_000,
  prizePointsMax: 1_000_000_000,
  valueMax: 1_000_000_000_000,
  /** Minimum minutes between the end of the entries and the draw. */
  drawAfterMinutes: 10,
  /** Prizes worth more than this in the United States must be registered in New York and Florida. */
  registrationAboveUsdMinor: 500_000,
  registrationDaysNewYork: 30,
  registrationDaysFlorida: 7,
} as const;

/** Permanent name of a giveaway. Breaks rule `giveaway-code`. */
export const giveawayCode = z.string().regex(/^[A-Z0-9-]{3,24}$/, { error: 'giveaway-code' });

/** Rules of one kind of prize. */
export const giveawayPrizeFields = z.strictObject({
  /** 1 is drawn first. */
  rank: z.int().min(1).max(GIVEAWAY_LIMITS.prizesMax),
  titleI18n: localizedText(GIVEAWAY_LIMITS.prizeTitleMaxLength),
  quantity: z.int().min(1).max(GIVEAWAY_LIMITS.prizeQuantityMax),
  kind: z.enum(GIVEAWAY_PRIZE_KINDS),
  /** Of each prize. */
  points: z.int().min(1).max(GIVEAWAY_LIMITS.prizePointsMax).nullable().optional(),
  campaignId: z.uuid().nullable().optional(),
  /** Value of each prize, in minor units of `currency`. */
  valueMinor: z.int().min(1).max(GIVEAWAY_LIMITS.valueMax).nullable().optional(),
  currency: currencyCode.nullable().optional(),
  /** Path of a published picture. */
  imageUrl: z.string().regex(PRIZE_PICTURE, { error: 'picture-gone' }).nullable().optional(),
});
/** The entered fields of a kind of prize. */
export type GiveawayPrizeInput = z.infer<typeof giveawayPrizeFields>;

const most = (limit: number): string => limit.toLocaleString('en-US');

/** Terms of a giveaway, by the steps of its form. `giveawayProblems` has the rules between fields. */
export const giveawayRecord = defineRecord('giveaway', {
  code: {
    kind: 'TEXT',
    group: 'texts',
    description: 'Name for people and machines: 3 to 24 of A-Z, 0-9 and hyphens, unique.',
    rule: giveawayCode,
  },
  titleI18n: {
    kind: 'LOCALIZED_TEXT',
    group: 'texts',
    description: `Title, by language; at most ${GIVEAWAY_LIMITS.titleMaxLength} characters.`,
    rule: localizedText(GIVEAWAY_LIMITS.titleMaxLength),
  },
  descriptionI18n: {
    kind: 'LOCALIZED_TEXT',
    group: 'texts',
    description: `Description, by language; at most ${most(GIVEAWAY_LIMITS.descriptionMaxLength)} characters.`,
    rule: localizedText(GIVEAWAY_LIMITS.descriptionMaxLength),
  },
  /** Frozen by publication. */
  rulesI18n: {
    kind: 'LOCALIZED_TEXT',
    group: 'texts',
    description: `Official rules, by language; at most ${most(GIVEAWAY_LIMITS.rulesMaxLength)} characters.`,
    rule: localizedText(GIVEAWAY_LIMITS.rulesMaxLength),
  },
  storeId: {
    kind: 'ID',
    group: 'texts',
    shownAs: 'store',
    description: 'Id of the store that sponsors it; null: the company itself.',
    rule: z.uuid().nullable().optional(),
  },
  minAge: {
    kind: 'INT',
    group: 'eligibility',
    description: `Lowest age in years on the day of the entry in \`timezone\`, 0 to ${GIVEAWAY_LIMITS.minAgeMax}.`,
    rule: z.int().min(0).max(GIVEAWAY_LIMITS.minAgeMax),
  },
  segmentId: {
    kind: 'ID',
    group: 'eligibility',
    shownAs: 'segment',
    description: 'Id of a segment that accounts are members of when they enter; null: any account.',
    rule: z.uuid().nullable().optional(),
  },
  maxTicketsPerAccount: {
    kind: 'INT',
    group: 'eligibility',
    description: `Tickets that one account can have, 1 to ${GIVEAWAY_LIMITS.ticketsMax}, 1 by default.`,
    rule: z.int().min(1).max(GIVEAWAY_LIMITS.ticketsMax).optional(),
  },
  maxEntries: {
    kind: 'INT',
    group: 'eligibility',
    description: 'Number of accounts that can take part; null: no limit.',
    rule: z.int().min(1).max(GIVEAWAY_LIMITS.entriesMax).nullable().optional(),
  },
  entryCostPoints: {
    kind: 'INT',
    group: 'eligibility',
    description: `Points that each ticket costs, 0 (free) to ${most(GIVEAWAY_LIMITS.entryCostMax)}, 0 by default.`,
    rule: z.int().min(0).max(GIVEAWAY_LIMITS.entryCostMax).optional(),
  },
  opensAt: {
    kind: 'INSTANT',
    group: 'dates',
    description: 'When people can enter from; in the future when it is published.',
    rule: z.date(),
  },
  closesAt: {
    kind: 'INSTANT',
    group: 'dates',
    description: 'First instant at which entries are closed.',
    rule: z.date(),
  },
  drawAt: {
    kind: 'INSTANT',
    group: 'dates',
    description: `When winners are drawn; at least ${GIVEAWAY_LIMITS.drawAfterMinutes} minutes after \`closesAt\`.`,
    rule: z.date(),
  },
  timezone: {
    ...TIMEZONE_FIELD,
    group: 'dates',
    description: 'Time zone in which people enter and read its dates, such as `Europe/Berlin`.',
  },
  alternates: {
    kind: 'INT',
    group: 'winners',
    description: `Number of alternates that are drawn after the winners, 0 to ${GIVEAWAY_LIMITS.alternatesMax}, ${GIVEAWAY_LIMITS.alternatesDefault} by default.`,
    rule: z.int().min(0).max(GIVEAWAY_LIMITS.alternatesMax).optional(),
  },
  claimDays: {
    kind: 'INT',
    group: 'winners',
    description: `Days that a winner has for the claim, 1 to ${GIVEAWAY_LIMITS.claimDaysMax}, by default the setting \`giveaway.claim_days\`.`,
    rule: z.int().min(1).max(GIVEAWAY_LIMITS.claimDaysMax).optional(),
  },
});

/** Field rules of a giveaway with its countries and prizes, shared by forms and the API. */
export const giveawayFields = giveawayRecord.whole.extend({
  countryCodes: z
    .array(z.string().regex(/^[A-Z]{2}$/, { error: 'unknown' }))
    .min(1)
    .max(GIVEAWAY_LIMITS.countriesMax)
    .refine((list) => new Set(list).size === list.length, { error: 'duplicate' }),
  prizes: z.array(giveawayPrizeFields).max(GIVEAWAY_LIMITS.prizesMax),
});
/** The entered fields of a giveaway. */
export type GiveawayInput = z.infer<typeof giveawayFields>;

/** The fields of a giveaway that depend on each other. */
export type GiveawayTerms = Pick<GiveawayInput, 'opensAt' | 'closesAt' | 'drawAt' | 'countryCodes' | 'prizes'>;

const WINDOW_FIRST = Date.UTC(2000, 0, 1);
const WINDOW_END = Date.UTC(2100, 0, 1);
const MINUTE_MS = 60_000;

const PRIZE_FIELD = { POINTS: 'points', COUPON: 'campaignId', PHYSICAL: null } as const satisfies Record<
  GiveawayPrizeKind,
  keyof GiveawayPrizeInput | null
>;

/** Problems between the fields of a giveaway, by field. */
export function giveawayProblems(terms: GiveawayTerms): FieldProblems {
  const problems: Record<string, FieldProblem[]> = {};
  const say = (field: string, rule: string, params?: FieldProblem['params']): void => {
    problems[field] ??= [params === undefined ? { rule } : { rule, params }];
  };
  for (const field of ['opensAt', 'closesAt', 'drawAt'] as const) {
    const time = terms[field].getTime();
    if (time < WINDOW_FIRST || time >= WINDOW_END) say(field, 'date');
  }
  if (terms.closesAt <= terms.opensAt) say('closesAt', 'not-after-start');
  const minutes = GIVEAWAY_LIMITS.drawAfterMinutes;
  if (terms.drawAt.getTime() < terms.closesAt.getTime() + minutes * MINUTE_MS) {
    say('drawAt', 'draw-too-early', { minutes });
  }
  if (terms.prizes.length === 0) say('prizes', 'required');
  const ranks = new Set<number>();
  const isInUnitedStates = terms.countryCodes.includes('US');
  for (const [index, prize] of terms.prizes.entries()) {
    const at = `prizes.${index}`;
    if (ranks.has(prize.rank)) say(`${at}.rank`, 'duplicate');
    ranks.add(prize.rank);
    for (const [kind, field] of Object.entries(PRIZE_FIELD)) {
      if (field !== null && (prize[field] != null) !== (kind === prize.kind)) {
        say(`${at}.${field}`, kind === prize.kind ? 'required' : 'only-with-kind');
      }
    }
    if (prize.valueMinor != null && prize.currency == null) say(`${at}.currency`, 'required');
    if (prize.valueMinor == null && prize.currency != null) say(`${at}.valueMinor`, 'required');
    // The duty to register depends on the value of the prizes, and currencies are not converted.
    if (isInUnitedStates && prize.valueMinor == null) say(`${at}.valueMinor`, 'required');
    if (isInUnitedStates && prize.currency != null && prize.currency !== 'USD') say(`${at}.currency`, 'only-usd');
  }
  const winners = terms.prizes.reduce((sum, { quantity }) => sum + quantity, 0);
  if (winners > GIVEAWAY_LIMITS.winnersMax) say('prizes', 'too-large', { max: GIVEAWAY_LIMITS.winnersMax });
  const escrowMax = POINTS_LIMITS.amountMax;
  if (giveawayEscrowPoints(terms.prizes) > escrowMax) say('prizes', 'too-large', { max: escrowMax });
  return problems;
}

/** Fields that can be changed after publication, since they are not part of any promise. */
export const GIVEAWAY_FIELDS_OPEN = [
  'titleI18n',
  'descriptionI18n',
] as const satisfies readonly (keyof GiveawayInput)[];

/** The facts that determine a giveaway's status. */
export interface GiveawayFacts {
  readonly state: GiveawayState;
  readonly opensAt: Date;
  readonly closesAt: Date;
}

/** Status of a giveaway at an instant; the same rule as `giveaway_status` in the database. */
export function giveawayStatusAt({ state, opensAt, closesAt }: GiveawayFacts, at: Date): GiveawayStatus {
  if (state !== 'PUBLISHED') return state;
  if (at < opensAt) return 'SCHEDULED';
  return at < closesAt ? 'OPEN' : 'CLOSED';
}

/** Points that must be in escrow before a giveaway is published. */
export function giveawayEscrowPoints(prizes: readonly Pick<GiveawayPrizeInput, 'points' | 'quantity'>[]): number {
  return prizes.reduce((sum, { points, quantity }) => sum + (points ?? 0) * quantity, 0);
}

/**
 * Requirements of the law of New York and Florida; null if none apply, because no one in the United States can enter or
 * the prizes are worth less.
 */
export interface GiveawayRegistrationNeed {
  /** Value of all prizes in minor units of US dollars. */
  readonly totalMinor: number;
  /** Fewer than 30 days are left before the opening. */
  readonly isNewYorkLate: boolean;
  /** Fewer than 7 days are left before the opening. */
  readonly isFloridaLate: boolean;
}

/** Whether prizes must be registered in New York and Florida, and whether there is enough time left at an instant. */
export function giveawayRegistrationNeed(
  {
    countryCodes,
    prizes,
    opensAt,
  }: Pick<GiveawayTerms, 'countryCodes' | 'opensAt'> & {
    readonly prizes: readonly Pick<GiveawayPrizeInput, 'valueMinor' | 'quantity'>[];
  },
  at: Date,
): GiveawayRegistrationNeed | null {
  const totalMinor = prizes.reduce((sum, { valueMinor, quantity }) => sum + (valueMinor ?? 0) * quantity, 0);
  if (!countryCodes.includes('US') || totalMinor <= GIVEAWAY_LIMITS.registrationAboveUsdMinor) return null;
  const daysLeft = (opensAt.getTime() - at.getTime()) / (24 * 60 * MINUTE_MS);
  return {
    totalMinor,
    isNewYorkLate: daysLeft < GIVEAWAY_LIMITS.registrationDaysNewYork,
    isFloridaLate: daysLeft < GIVEAWAY_LIMITS.registrationDaysFlorida,
  };
}
