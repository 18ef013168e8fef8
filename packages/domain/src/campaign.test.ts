import { describe, expect, it } from 'vitest';
import { type CampaignTerms, campaignProblems } from './campaign.ts';
import { type ExposureTerms, worstCaseExposure } from './campaign-exposure.ts';
import { CAMPAIGN_MACHINE, CAMPAIGN_STATES } from './states/campaign-states.ts';
import { openStates } from './states/state-machine.ts';
import { currencyExponent } from './values/currency.ts';

const AMOUNT: ExposureTerms = {
  rewardType: 'AMOUNT',
  amountMinor: 500,
  points: null,
  currency: 'EUR',
  maxDiscountMinor: null,
  coupons: 2_000,
  perCouponLimit: 1,
  redemptionsLimit: null,
  budgetMinor: null,
};

describe('worst case', () => {
  it.each<[string, Partial<ExposureTerms>, object]>([
    ['every code once', {}, { uses: 2_000, discountMinor: 1_000_000, points: 0, needsAdmin: false }],
    [
      'one cent more than a manager answers for',
      { amountMinor: 1, coupons: 1_000_001 },
      { discountMinor: 1_000_001, needsAdmin: true },
    ],
    [
      'every code as often as it can be',
      { perCouponLimit: 3 },
      { uses: 6_000, discountMinor: 3_000_000, needsAdmin: true },
    ],
    ['at most the limit of uses', { redemptionsLimit: 10 }, { uses: 10, discountMinor: 5_000 }],
    ['at most the budget', { budgetMinor: 7_777 }, { uses: 2_000, discountMinor: 7_777 }],
    ['a budget beyond what is possible', { budgetMinor: 9_999_999 }, { discountMinor: 1_000_000 }],
    [
      'a percentage with a cap',
      { rewardType: 'PERCENT', amountMinor: null, maxDiscountMinor: 100 },
      { discountMinor: 200_000 },
    ],
    [
      'a percentage without one',
      { rewardType: 'PERCENT', amountMinor: null },
      { discountMinor: null, needsAdmin: true },
    ],
    [
      'a percentage with a budget',
      { rewardType: 'PERCENT', amountMinor: null, budgetMinor: 9 },
      { discountMinor: 9, needsAdmin: false },
    ],
    [
      'points',
      { rewardType: 'POINTS', amountMinor: null, currency: null, points: 7 },
      { points: 14_000, discountMinor: 0, needsAdmin: true },
    ],
    [
      'gifts',
      { rewardType: 'GIFT', amountMinor: null, currency: null },
      { uses: 2_000, discountMinor: 0, needsAdmin: false },
    ],
    ['10,000 yen', { currency: 'JPY', amountMinor: 5 }, { discountMinor: 10_000, needsAdmin: false }],
    ['10,001 yen', { currency: 'JPY', amountMinor: 10_001, coupons: 1 }, { needsAdmin: true }],
    ['10,000 dinars', { currency: 'KWD', amountMinor: 10_000_000, coupons: 1 }, { needsAdmin: false }],
    [
      'more than a number holds',
      { amountMinor: 1e12, coupons: 5e6, perCouponLimit: 1e6 },
      { discountMinor: Number.MAX_SAFE_INTEGER },
    ],
  ])('%s', (_what, more, expected) => {
    expect(worstCaseExposure({ ...AMOUNT, ...more })).toMatchObject(expected);
  });
});

it('decimal places are those of ISO 4217', () => {
  expect(['EUR', 'JPY', 'KWD', 'CLF', 'RSD', 'IQD', 'HUF', 'ISK'].map(currencyExponent)).toEqual([
    2, 0, 3, 4, 2, 3, 2, 0,
  ]);
});

it('nothing starts after the end, and nothing is archived before it unless it never ran or was canceled', () => {
  const open = (unmet: string) =>
    CAMPAIGN_STATES.map((state) => openStates(CAMPAIGN_MACHINE, { state, unmet: [unmet] }, new Date()));
  expect(open('not-ended')).toEqual([
    ['ACTIVE', 'ARCHIVED'],
    ['PAUSED', 'CANCELED'],
    ['ACTIVE', 'CANCELED'],
    ['ARCHIVED'],
    [],
  ]);
  expect(open('ended')).toEqual([
    ['ARCHIVED'],
    ['PAUSED', 'CANCELED', 'ARCHIVED'],
    ['CANCELED', 'ARCHIVED'],
    ['ARCHIVED'],
    [],
  ]);
});

it('each reward has exactly its own field', () => {
  const base: CampaignTerms = {
    rewardType: 'PERCENT',
    startsAt: new Date('2026-01-01T00:00:00Z'),
    endsAt: new Date('2026-01-01T00:00:00.001Z'),
    codeMode: 'UNIQUE',
    currency: 'EUR',
  };
  const fields = {
    PERCENT: { percentBp: 1 },
    AMOUNT: { amountMinor: 1 },
    POINTS: { points: 1 },
    GIFT: { giftTextI18n: { 'en-US': 'Cap' } },
  };
  for (const rewardType of ['PERCENT', 'AMOUNT', 'POINTS', 'GIFT'] as const) {
    expect(campaignProblems({ ...base, rewardType, ...fields[rewardType] })).toEqual({});
    expect(
      Object.keys(campaignProblems({ ...base, rewardType, ...Object.assign({}, ...Object.values(fields)) })),
    ).toHaveLength(3);
    expect(Object.values(campaignProblems({ ...base, rewardType }))).toEqual([[{ rule: 'required' }]]);
  }
});
