import { z } from 'zod';
import { defineRecord } from './record.ts';
import { TIMEZONE_FIELD } from './record-fields.ts';
import type { CampaignState } from './states/campaign-states.ts';
import { currencyCode } from './values/currency.ts';
import type { FieldProblem, FieldProblems } from './values/errors.ts';
import { isVisibleText, localizedText } from './values/localized-text.ts';
import { sharedCode } from './values/shared-code.ts';

/** Current status of a campaign: its state, refined for an active one by time and counters. */
export const CAMPAIGN_STATUSES = [
  'DRAFT',
  'SCHEDULED',
  'RUNNING',
  'EXHAUSTED',
  'PAUSED',
  'EXPIRED',
  'CANCELED',
  'ARCHIVED',
] as const;
/** One of the statuses. */
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** The reward of a code: a percentage of the order, an amount off it, points, or a gift. */
export const CAMPAIGN_REWARDS = ['PERCENT', 'AMOUNT', 'POINTS', 'GIFT'] as const;
/** Kind of reward. */
export type CampaignReward = (typeof CAMPAIGN_REWARDS)[number];

/** UNIQUE: each code is given to one person. SHARED: all followers of a streamer use the same code. */
export const CAMPAIGN_CODE_MODES = ['UNIQUE', 'SHARED'] as const;
/** How codes are given out. */
export type CampaignCodeMode = (typeof CAMPAIGN_CODE_MODES)[number];

/** Limits of campaigns; the database enforces them as well. */
export const CAMPAIGN_LIMITS = {
  nameMaxLength: 80,
  descriptionMaxLength: 1_000,
  giftMaxLength: 120,
  /** Minor units of an order, a discount or a condition. */
  moneyMax: 1_000_000_000_000,
  budgetMax: 1_000_000_000_000_000,
  pointsMax: 1_000_000_000,
  couponsMax: 5_000_000,
  couponsDefault: 100_000,
  perCouponMax: 1_000_000,
  perAccountMax: 100,
  redemptionsMax: 2_147_483_647,
  reservationSecondsMax: 86_400,
  commissionBpMax: 5_000,
  storesMax: 1_000,
  areasMax: 500,
  streamersMax: 200,
  /** In units of the currency. Above this worst case, only an administrator can start the campaign. */
  exposureAlone: 10_000,
  /** Slices into which a campaign's limits are divided, so that concurrent redemptions do not queue. */
  slices: { UNIQUE: 1, SHARED: 16 },
} as const;

/** Permanent name of a campaign. Breaks rule `campaign-code`. */
export const campaignCode = z.string().regex(/^[A-Z0-9-]{3,24}$/, { error: 'campaign-code' });

/** A partner of a campaign. */
export const campaignStreamerFields = z.strictObject({
  streamerId: z.uuid(),
  /** Shared codes only; can't be removed once set. */
  sharedCode: sharedCode.nullable().optional(),
  /** Unique codes only: codes that the partner may order. */
  couponQuota: z.int().min(0).max(CAMPAIGN_LIMITS.couponsMax).optional(),
  commissionBp: z.int().min(0).max(CAMPAIGN_LIMITS.commissionBpMax).optional(),
});

const money = z.int().min(1).max(CAMPAIGN_LIMITS.moneyMax).nullable().optional();
const visible = (max: number) => z.string().trim().min(1).max(max).refine(isVisibleText, { error: 'characters' });
const ids = (max: number) =>
  z
    .array(z.uuid())
    .max(max)
    .refine((list) => new Set(list).size === list.length, { error: 'duplicate' })
    .optional();
const most = (limit: number): string => limit.toLocaleString('en-US');

/** Terms of a campaign, by the steps of its form. `campaignProblems` has the rules between fields. */
export const campaignRecord = defineRecord('campaign', {
  name: {
    kind: 'TEXT',
    group: 'basics',
    description: `Name that people see; at most ${CAMPAIGN_LIMITS.nameMaxLength} characters.`,
    rule: visible(CAMPAIGN_LIMITS.nameMaxLength),
  },
  code: {
    kind: 'TEXT',
    group: 'basics',
    description: 'Permanent name: 3 to 24 capital letters, digits and hyphens.',
    rule: campaignCode,
  },
  description: {
    kind: 'TEXT',
    group: 'basics',
    description: `Text for staff; at most ${most(CAMPAIGN_LIMITS.descriptionMaxLength)} characters.`,
    rule: visible(CAMPAIGN_LIMITS.descriptionMaxLength).nullable().optional(),
  },
  rewardType: {
    kind: 'ENUM',
    group: 'reward',
    description: 'Reward of a code.',
    rule: z.enum(CAMPAIGN_REWARDS),
    values: {
      PERCENT: 'A share of the order as a discount.',
      AMOUNT: 'A fixed discount.',
      POINTS: 'Points for the account.',
      GIFT: 'A gift.',
    },
  },
  currency: {
    kind: 'TEXT',
    group: 'reward',
    description: 'Currency of its amounts, ISO 4217; required for discounts and `minOrderMinor`.',
    rule: currencyCode.nullable().optional(),
  },
  percentBp: {
    kind: 'INT',
    group: 'reward',
    description: 'Discount in basis points (10000 is the whole order); null unless PERCENT.',
    rule: z.int().min(1).max(10_000).nullable().optional(),
  },
  maxDiscountMinor: {
    kind: 'SAFE_INT',
    group: 'reward',
    description: 'Largest discount of one use in minor units, for PERCENT only; null: no limit.',
    rule: money,
  },
  amountMinor: {
    kind: 'SAFE_INT',
    group: 'reward',
    description: 'Discount in minor units; null unless AMOUNT.',
    rule: money,
  },
  points: {
    kind: 'INT',
    group: 'reward',
    description: `Points of one use, at most ${most(CAMPAIGN_LIMITS.pointsMax)}; null unless POINTS.`,
    rule: z.int().min(1).max(CAMPAIGN_LIMITS.pointsMax).nullable().optional(),
  },
  giftTextI18n: {
    kind: 'LOCALIZED_TEXT',
    group: 'reward',
    description: 'Name of the gift, by language; null unless GIFT.',
    rule: localizedText(CAMPAIGN_LIMITS.giftMaxLength).nullable().optional(),
  },
  minOrderMinor: {
    kind: 'SAFE_INT',
    group: 'reward',
    description: 'Smallest order in minor units; null: any order.',
    rule: money,
  },
  firstOrderOnly: {
    kind: 'BOOLEAN',
    group: 'reward',
    description: 'Whether only the first order of an account counts.',
    rule: z.boolean().optional(),
  },
  codeMode: {
    kind: 'ENUM',
    group: 'limits',
    description: 'How codes are given out.',
    rule: z.enum(CAMPAIGN_CODE_MODES),
    values: {
      UNIQUE: 'Generated codes, each given to one person.',
      SHARED: 'One code per streamer, used by everyone.',
    },
  },
  /** Breaks rule `code-prefix`. */
  codePrefix: {
    kind: 'TEXT',
    group: 'limits',
    description: '1 to 8 capital letters and digits in front of each generated code; for UNIQUE codes only.',
    rule: z
      .string()
      .regex(/^[A-Z0-9]{1,8}$/, { error: 'code-prefix' })
      .nullable()
      .optional(),
  },
  couponsLimit: {
    kind: 'INT',
    group: 'limits',
    description: `Most codes that there may be: 1 to ${most(CAMPAIGN_LIMITS.couponsMax)}, by default ${most(CAMPAIGN_LIMITS.couponsDefault)}.`,
    rule: z.int().min(1).max(CAMPAIGN_LIMITS.couponsMax).optional(),
  },
  perCouponLimit: {
    kind: 'INT',
    group: 'limits',
    description: `Most uses of one code; at most ${most(CAMPAIGN_LIMITS.perCouponMax)}.`,
    rule: z.int().min(1).max(CAMPAIGN_LIMITS.perCouponMax).optional(),
  },
  perAccountLimit: {
    kind: 'INT',
    group: 'limits',
    description: `Most uses by one account; at most ${most(CAMPAIGN_LIMITS.perAccountMax)}.`,
    rule: z.int().min(1).max(CAMPAIGN_LIMITS.perAccountMax).optional(),
  },
  segmentId: {
    kind: 'ID',
    group: 'limits',
    shownAs: 'segment',
    description: 'Id of a segment that accounts are members of when they use a code; null: any account.',
    rule: z.uuid().nullable().optional(),
    permission: 'campaign.read-all',
  },
  redemptionsLimit: {
    kind: 'INT',
    group: 'limits',
    description: 'Most uses of all codes together; null: no limit.',
    rule: z.int().min(1).max(CAMPAIGN_LIMITS.redemptionsMax).nullable().optional(),
    permission: 'campaign.read-all',
  },
  budgetMinor: {
    kind: 'SAFE_INT',
    group: 'limits',
    description: 'Most that all discounts together may cost, in minor units; null: no limit. For discounts only.',
    rule: z.int().min(1).max(CAMPAIGN_LIMITS.budgetMax).nullable().optional(),
    permission: 'campaign.read-all',
  },
  reservationSeconds: {
    kind: 'INT',
    group: 'limits',
    description: `How long a use is held before it goes back, in seconds: 0 to ${most(CAMPAIGN_LIMITS.reservationSecondsMax)}, by default the setting \`coupon.reservation_seconds\`. 0: uses are confirmed at once.`,
    rule: z.int().min(0).max(CAMPAIGN_LIMITS.reservationSecondsMax).optional(),
  },
  timezone: {
    ...TIMEZONE_FIELD,
    group: 'window',
    description: 'IANA time zone in which its days begin.',
  },
  startsAt: {
    kind: 'INSTANT',
    group: 'window',
    description: 'First instant at which codes are valid.',
    rule: z.date(),
  },
  endsAt: {
    kind: 'INSTANT',
    group: 'window',
    description: 'First instant at which codes are no longer valid.',
    rule: z.date(),
  },
});

/** Field rules of a campaign with its places and streamers, shared by forms and the API. */
export const campaignFields = campaignRecord.whole.extend({
  storeIds: ids(CAMPAIGN_LIMITS.storesMax),
  areaIds: ids(CAMPAIGN_LIMITS.areasMax),
  streamers: z.array(campaignStreamerFields).max(CAMPAIGN_LIMITS.streamersMax).optional(),
});
/** The entered fields of a campaign. */
export type CampaignInput = z.infer<typeof campaignFields>;

/** The fields of a campaign that depend on each other. */
export type CampaignTerms = Pick<CampaignInput, 'rewardType' | 'startsAt' | 'endsAt' | 'codeMode'> &
  Partial<
    Pick<
      CampaignInput,
      | 'percentBp'
      | 'amountMinor'
      | 'points'
      | 'giftTextI18n'
      | 'currency'
      | 'maxDiscountMinor'
      | 'minOrderMinor'
      | 'budgetMinor'
      | 'codePrefix'
      | 'streamers'
    >
  >;

const REWARD_FIELDS = {
  PERCENT: 'percentBp',
  AMOUNT: 'amountMinor',
  POINTS: 'points',
  GIFT: 'giftTextI18n',
} as const satisfies Record<CampaignReward, keyof CampaignTerms>;

const WINDOW_FIRST = Date.UTC(2000, 0, 1);
const WINDOW_END = Date.UTC(2100, 0, 1);

/** Problems between the fields of a campaign, by field. */
export function campaignProblems(terms: CampaignTerms): FieldProblems {
  const problems: Record<string, FieldProblem[]> = {};
  const say = (field: string, rule: string): void => {
    problems[field] ??= [{ rule }];
  };
  for (const [reward, field] of Object.entries(REWARD_FIELDS)) {
    if ((terms[field] != null) !== (reward === terms.rewardType)) {
      say(field, reward === terms.rewardType ? 'required' : 'only-with-reward');
    }
  }
  const isDiscount = terms.rewardType === 'PERCENT' || terms.rewardType === 'AMOUNT';
  if (terms.maxDiscountMinor != null && terms.rewardType !== 'PERCENT') say('maxDiscountMinor', 'only-with-reward');
  if (terms.budgetMinor != null && !isDiscount) say('budgetMinor', 'only-with-reward');
  if (terms.currency == null && (isDiscount || terms.minOrderMinor != null)) say('currency', 'required');
  if (terms.endsAt.getTime() <= terms.startsAt.getTime()) say('endsAt', 'not-after-start');
  for (const field of ['startsAt', 'endsAt'] as const) {
    const time = terms[field].getTime();
    if (time < WINDOW_FIRST || time >= WINDOW_END) say(field, 'date');
  }
  if (terms.codePrefix != null && terms.codeMode !== 'UNIQUE') say('codePrefix', 'only-unique-codes');
  const seen = new Set<string>();
  for (const [index, { streamerId, sharedCode: shared, couponQuota }] of (terms.streamers ?? []).entries()) {
    if (seen.has(streamerId)) say(`streamers.${index}.streamerId`, 'duplicate');
    seen.add(streamerId);
    if (shared != null && terms.codeMode !== 'SHARED') say(`streamers.${index}.sharedCode`, 'only-shared-codes');
    if ((couponQuota ?? 0) > 0 && terms.codeMode !== 'UNIQUE')
      say(`streamers.${index}.couponQuota`, 'only-unique-codes');
  }
  return problems;
}

/** Fields that can be changed after activation; limits and budget can't go below the amount used. */
export const CAMPAIGN_FIELDS_OPEN = [
  'name',
  'description',
  'endsAt',
  'couponsLimit',
  'perCouponLimit',
  'perAccountLimit',
  'redemptionsLimit',
  'budgetMinor',
  'storeIds',
  'areaIds',
  'streamers',
] as const satisfies readonly (keyof CampaignInput)[];

/** The facts that determine a campaign's status. */
export interface CampaignFacts {
  readonly state: CampaignState;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly isExhausted: boolean;
}

/** Status of a campaign at an instant; the same rule as `campaign_status` in the database. */
export function campaignStatusAt({ state, startsAt, endsAt, isExhausted }: CampaignFacts, at: Date): CampaignStatus {
  if (state === 'DRAFT' || state === 'CANCELED' || state === 'ARCHIVED') return state;
  if (at >= endsAt) return 'EXPIRED';
  if (state === 'PAUSED') return 'PAUSED';
  if (at < startsAt) return 'SCHEDULED';
  return isExhausted ? 'EXHAUSTED' : 'RUNNING';
}
