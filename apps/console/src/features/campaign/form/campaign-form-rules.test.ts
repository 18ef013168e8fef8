import { describe, expect, it } from 'vitest';
import { changedInput } from '../../../records/form/field-map.ts';
import { checkFields } from '../../../records/form/field-problems.ts';
import { CAMPAIGN_ROOTS, campaignRules } from './campaign-form-rules.ts';
import {
  byPartner,
  type CampaignValues,
  campaignFormValues,
  campaignInput,
  isMeant,
  newCampaignValues,
  partnerValues,
} from './campaign-form-values.ts';

const STREAMER = '0192f000-0000-7000-8000-00000000b001';
const whole: CampaignValues = {
  ...newCampaignValues('Europe/Berlin', 900),
  name: 'Autumn',
  code: 'AUTUMN-26',
  percentBp: 1500,
  currency: 'EUR',
  startsAt: '2026-10-01T00:00:00.000Z',
  endsAt: '2026-12-01T00:00:00.000Z',
};
const check = (values: CampaignValues) =>
  checkFields(
    campaignRules(() => values),
    values,
    CAMPAIGN_ROOTS,
  );
const patchOf = (mine: CampaignValues, base: CampaignValues) => changedInput(campaignInput(mine), campaignInput(base));
const rulesOf = (values: CampaignValues) =>
  Object.fromEntries(Object.entries(check(values)).map(([field, [first]]) => [field, first?.rule]));

describe('the form of a campaign', () => {
  it('a complete campaign passes all rules', () => {
    expect(rulesOf(whole)).toEqual({});
  });

  it('reports missing fields of a new campaign [spec 5.8] [campaigns 13]', () => {
    expect(rulesOf(newCampaignValues('Europe/Berlin', 900))).toEqual({
      name: 'required',
      code: 'required',
      percentBp: 'required',
      currency: 'required',
      startsAt: 'required',
      endsAt: 'required',
    });
  });

  it('fields of another reward are neither checked nor sent [campaigns 13]', () => {
    const amount: CampaignValues = { ...whole, rewardType: 'AMOUNT', amountMinor: 500, percentBp: 'fifteen' };
    expect(rulesOf(amount)).toEqual({});
    expect(campaignInput(amount)).toMatchObject({ amountMinor: 500, percentBp: null, maxDiscountMinor: null });
    expect(rulesOf({ ...whole, rewardType: 'AMOUNT' })).toEqual({ amountMinor: 'required' });
    expect(rulesOf({ ...whole, percentBp: 'fifteen' })).toEqual({ percentBp: 'invalid' });
  });

  it('rules between fields report on their field [spec 5.8]', () => {
    expect(rulesOf({ ...whole, endsAt: whole.startsAt })).toEqual({ endsAt: 'not-after-start' });
    expect(rulesOf({ ...whole, currency: null })).toEqual({ currency: 'required' });
  });

  it('problems of a partner appear under the partner, from the form or the server', () => {
    const shared: CampaignValues = {
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
    expect(patchOf(base, base)).toEqual({});
    expect(patchOf({ ...base, [`streamers.${STREAMER}.couponQuota`]: 9 }, base)).toEqual({
      streamers: [{ streamerId: STREAMER, commissionBp: 0, couponQuota: 9 }],
    });
    expect(patchOf({ ...base, rewardType: 'POINTS', points: 100 }, base)).toEqual({
      rewardType: 'POINTS',
      points: 100,
      percentBp: null,
    });
  });
});

it('values typed for another reward or kind of codes are neither sent nor listed', () => {
  const values: CampaignValues = { ...whole, points: 500, codeMode: 'SHARED', codePrefix: 'AB' };
  expect(campaignInput(values)).toMatchObject({ percentBp: 1500, points: null, codePrefix: null });
  expect(
    ['percentBp', 'points', 'codePrefix', `streamers.${STREAMER}.couponQuota`].map((field) => isMeant(values, field)),
  ).toEqual([true, false, false, false]);
  expect(isMeant(values, `streamers.${STREAMER}.sharedCode`)).toBe(true);
  expect(isMeant(values, 'giftTextI18n.en-US')).toBe(false);
});
