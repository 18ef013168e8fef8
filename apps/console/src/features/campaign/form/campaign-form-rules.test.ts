import { describe, expect, it } from 'vitest';
import { checkFields } from '../../../records/form/field-problems.ts';
import type { FieldValues } from '../../../records/form/record-merge.ts';
import { CAMPAIGN_ROOTS, campaignRules } from './campaign-form-rules.ts';
import {
  byPartner,
  campaignFormValues,
  campaignInput,
  campaignPatch,
  isMeant,
  newCampaignValues,
  partnerValues,
} from './campaign-form-values.ts';

const STREAMER = '0192f000-0000-7000-8000-00000000b001';
const whole: FieldValues = {
  ...newCampaignValues('Europe/Berlin'),
  name: 'Autumn',
  code: 'AUTUMN-26',
  percentBp: 1500,
  currency: 'EUR',
  startsAt: '2026-10-01T00:00:00.000Z',
  endsAt: '2026-12-01T00:00:00.000Z',
};
const check = (values: FieldValues) =>
  checkFields(
    campaignRules(() => values),
    values,
    CAMPAIGN_ROOTS,
  );
const rulesOf = (values: FieldValues) =>
  Object.fromEntries(Object.entries(check(values)).map(([field, [first]]) => [field, first?.rule]));

describe('the form of a campaign', () => {
  it('a complete campaign passes all rules', () => {
    expect(rulesOf(whole)).toEqual({});
  });

  it('reports missing fields of a new campaign [spec 5.8] [campaigns 13]', () => {
    expect(rulesOf(newCampaignValues('Europe/Berlin'))).toEqual({
      name: 'required',
      code: 'required',
      percentBp: 'required',
      currency: 'required',
      startsAt: 'required',
      endsAt: 'required',
    });
  });

  it('fields of another reward are neither checked nor sent [campaigns 13]', () => {
    const amount = { ...whole, rewardType: 'AMOUNT', amountMinor: 500, percentBp: 'fifteen' };
    expect(rulesOf(amount)).toEqual({});
    expect(campaignInput(amount)).toMatchObject({ amountMinor: 500, percentBp: null, maxDiscountMinor: null });
    expect(rulesOf({ ...whole, rewardType: 'AMOUNT' })).toEqual({ amountMinor: 'required' });
    expect(rulesOf({ ...whole, percentBp: 'fifteen' })).toEqual({ percentBp: 'invalid' });
  });

  it('rules between fields report on their field [spec 5.8]', () => {
    expect(rulesOf({ ...whole, endsAt: whole['startsAt'] ?? null })).toEqual({ endsAt: 'not-after-start' });
    expect(rulesOf({ ...whole, currency: null })).toEqual({ currency: 'required' });
  });

  it('problems of a partner appear under the partner, from the form or the server', () => {
    const shared = {
      ...whole,
      codeMode: 'SHARED',
      ...partnerValues({ streamerId: STREAMER, sharedCode: 'no', couponQuota: 0, commissionBp: 6000 }),
    };
    expect(rulesOf(shared)).toEqual({
      [`streamers.${STREAMER}.sharedCode`]: 'shared-code',
      [`streamers.${STREAMER}.commissionBp`]: 'too-large',
    });
    expect(byPartner({ 'input.streamers.0.sharedCode': ['taken'], 'input.code': ['taken'] }, shared)).toEqual({
      [`input.streamers.${STREAMER}.sharedCode`]: ['taken'],
      'input.code': ['taken'],
    });
  });

  it('an unchanged record sends nothing; a changed one sends whole changed fields [campaigns 13]', () => {
    const record = {
      ...whole,
      giftTextI18n: null,
      storeIds: ['b', 'a'],
      areaIds: [],
      partners: [{ streamerId: STREAMER, sharedCode: null, couponQuota: 5, commissionBp: 0 }],
    };
    const base = campaignFormValues(record);
    expect(campaignPatch(base, base)).toEqual({});
    expect(campaignPatch({ ...base, [`streamers.${STREAMER}.couponQuota`]: 9 }, base)).toEqual({
      streamers: [{ streamerId: STREAMER, commissionBp: 0, couponQuota: 9 }],
    });
    expect(campaignPatch({ ...base, rewardType: 'POINTS', points: 100 }, base)).toEqual({
      rewardType: 'POINTS',
      points: 100,
      percentBp: null,
    });
  });
});

it('values typed for another reward or kind of codes are neither sent nor listed', () => {
  const values: FieldValues = { ...whole, points: 500, codeMode: 'SHARED', codePrefix: 'AB' };
  expect(campaignInput(values)).toMatchObject({ percentBp: 1500, points: null, codePrefix: null });
  expect(
    ['percentBp', 'points', 'codePrefix', `streamers.${STREAMER}.couponQuota`].map((field) => isMeant(values, field)),
  ).toEqual([true, false, false, false]);
  expect(isMeant(values, `streamers.${STREAMER}.sharedCode`)).toBe(true);
  expect(isMeant(values, 'giftTextI18n.en-US')).toBe(false);
});
