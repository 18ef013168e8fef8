import { CAMPAIGN_LIMITS } from '@backcounter/domain';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import type { CampaignEnums } from './campaign.graphql.ts';

type InputFields = PothosSchemaTypes.InputFieldBuilder<BuilderTypes, 'InputObject'>;

const most = (limit: number): string => limit.toLocaleString('en-US');
const LISTS = 'The list is whole: what is not in it is taken off.';

/** Fields of a new campaign, and the type of changes to one. */
export function addCampaignInputs(builder: Builder, { reward, codeMode }: CampaignEnums) {
  const streamer = builder.inputType('CampaignStreamerInput', {
    description: 'A streamer on a campaign.',
    fields: (t) => ({
      streamerId: t.id({ required: true, description: 'The streamer.' }),
      sharedCode: t.string({
        description: 'The code of the streamer where `codeMode` is SHARED; it cannot be changed once it is there.',
      }),
      couponQuota: t.int({
        description: `Codes that the streamer may order where \`codeMode\` is UNIQUE; at most ${most(CAMPAIGN_LIMITS.couponsMax)}.`,
      }),
      commissionBp: t.int({
        description: `Commission on each order in basis points (100 is 1 %); at most ${most(CAMPAIGN_LIMITS.commissionBpMax)}.`,
      }),
    }),
  });
  const fieldsOf = (isRequired: boolean) => (t: InputFields) => ({
    code: t.string({
      required: isRequired,
      description: 'Permanent name: 3 to 24 capital letters, digits and hyphens.',
    }),
    name: t.string({
      required: isRequired,
      description: `Name that people see; at most ${CAMPAIGN_LIMITS.nameMaxLength} characters.`,
    }),
    description: t.string({
      description: `Text for staff; at most ${most(CAMPAIGN_LIMITS.descriptionMaxLength)} characters.`,
    }),
    rewardType: t.field({ type: reward, required: isRequired, description: 'What a code brings.' }),
    percentBp: t.int({ description: 'Discount in basis points (10000 is the whole order); for PERCENT only.' }),
    amountMinor: t.field({ type: 'SafeInt', description: 'Discount in minor units; for AMOUNT only.' }),
    points: t.int({ description: `Points of one use, at most ${most(CAMPAIGN_LIMITS.pointsMax)}; for POINTS only.` }),
    giftTextI18n: t.field({ type: 'LocalizedText', description: 'Name of the gift, by language; for GIFT only.' }),
    currency: t.string({ description: 'Currency, ISO 4217; required for discounts and `minOrderMinor`.' }),
    maxDiscountMinor: t.field({
      type: 'SafeInt',
      description: 'Largest discount of one use in minor units; for PERCENT only.',
    }),
    minOrderMinor: t.field({ type: 'SafeInt', description: 'Smallest order in minor units; null: any order.' }),
    firstOrderOnly: t.boolean({ description: 'Whether only the first order of an account counts.' }),
    startsAt: t.field({
      type: 'DateTime',
      required: isRequired,
      description: 'First instant at which codes are valid.',
    }),
    endsAt: t.field({
      type: 'DateTime',
      required: isRequired,
      description: 'First instant at which codes are no longer valid.',
    }),
    timezone: t.string({ required: isRequired, description: 'IANA time zone in which its days begin.' }),
    codeMode: t.field({ type: codeMode, required: isRequired, description: 'How codes are given out.' }),
    codePrefix: t.string({
      description: '1 to 8 capital letters and digits in front of each generated code; for UNIQUE codes only.',
    }),
    couponsLimit: t.int({
      description: `Most codes that there may be: 1 to ${most(CAMPAIGN_LIMITS.couponsMax)}, by default ${most(CAMPAIGN_LIMITS.couponsDefault)}.`,
    }),
    perCouponLimit: t.int({ description: `Most uses of one code; at most ${most(CAMPAIGN_LIMITS.perCouponMax)}.` }),
    perAccountLimit: t.int({
      description: `Most uses by one account; at most ${most(CAMPAIGN_LIMITS.perAccountMax)}.`,
    }),
    redemptionsLimit: t.int({ description: 'Most uses of all codes together; null: no limit.' }),
    budgetMinor: t.field({
      type: 'SafeInt',
      description: 'Most that all discounts together may cost, in minor units; null: no limit. For discounts only.',
    }),
    reservationSeconds: t.int({
      description: `How long a use is held before it goes back, in seconds: 0 to ${most(CAMPAIGN_LIMITS.reservationSecondsMax)}, by default ${most(CAMPAIGN_LIMITS.reservationSecondsDefault)}. 0: uses are confirmed at once.`,
    }),
    storeIds: t.idList({
      description: `Stores where codes are valid, at most ${most(CAMPAIGN_LIMITS.storesMax)}; without stores and areas: wherever the currency is used. ${LISTS}`,
    }),
    areaIds: t.idList({
      description: `Areas in whose stores codes are valid, at most ${CAMPAIGN_LIMITS.areasMax}. ${LISTS}`,
    }),
    streamers: t.field({
      type: [streamer],
      description: `Streamers who bring codes to their audience, at most ${CAMPAIGN_LIMITS.streamersMax}. ${LISTS}`,
    }),
  });
  const patch = builder.inputType('CampaignPatchInput', {
    description: 'Absent fields stay; null empties; lists are whole.',
    fields: fieldsOf(false),
  });
  return { fields: fieldsOf(true), patch };
}
