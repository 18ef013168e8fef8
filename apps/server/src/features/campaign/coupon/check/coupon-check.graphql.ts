import type { RedemptionRule } from '@backcounter/domain';
import { needs } from '../../../../graphql/authorise.ts';
import type { Builder } from '../../../../graphql/schema/builder.ts';
import { addEnum } from '../../../../graphql/schema/enum.ts';
import { selectionOf } from '../../../../graphql/schema/selection.ts';
import { findCoupon } from '../coupon-record.ts';
import type { CouponObject, CouponTypes } from '../coupon-types.graphql.ts';
import { type CheckedRule, type CouponCheck, checkCoupon } from './coupon-check.ts';
import { readStory, type StoryEvent } from './coupon-timeline.ts';

const OUTCOMES: Readonly<Record<CheckedRule['outcome'], string>> = {
  PASSED: 'The code keeps it.',
  FAILED: 'The code breaks it.',
  NOT_JUDGED: 'It needs something that was not given, or there is no such coupon.',
};

const RULES: Readonly<Record<RedemptionRule, string>> = {
  FORM: 'It is a code at all, and not mistyped.',
  TRIES: 'The account has not tried too many codes.',
  KNOWN: 'There is such a code.',
  CAMPAIGN: 'Its campaign is running.',
  COUPON: 'It is not disabled, and valid now.',
  OWNER: 'It is for this account, or for anybody.',
  PLACE: 'It is valid in this store or country.',
  ORDER: 'The order is large enough.',
  FIRST_ORDER: 'It is the first order, where only that counts.',
  ACCOUNT_USES: 'The account may use the campaign once more.',
  COUPON_USES: 'The code may be used once more.',
  BUDGET: 'The limits of the campaign are not used up.',
  ACCOUNT: 'The account is active.',
};

const STORY_KINDS: Readonly<Record<StoryEvent['kind'], string>> = {
  ORDERED: 'Its batch was ordered.',
  MADE: 'It was generated.',
  REVEALED: 'Its code was revealed.',
  DISABLED: 'It was disabled.',
  ENABLED: 'It was enabled.',
  RESERVED: 'A use was reserved.',
  CONFIRMED: 'A use was confirmed.',
  RELEASED: 'A reserved use was released.',
  LAPSED: 'A reserved use was not confirmed in time.',
  ROLLED_BACK: 'A confirmed use was rolled back.',
};

/** Why a code can be redeemed or cannot, and what has happened to it. */
export function addCouponCheck(builder: Builder, coupon: CouponObject, { kind }: CouponTypes): void {
  const rule = addRuleType(builder);
  const story = addStoryType(builder);
  const campaign = builder.objectRef<NonNullable<CouponCheck['campaign']>>('CheckedCampaign').implement({
    description: 'The campaign of a code that was checked.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the campaign.' }),
      code: t.exposeString('code', { description: 'Code of the campaign.' }),
      name: t.exposeString('name', { description: 'Name of the campaign.' }),
      status: t.exposeString('status', { description: 'A `CampaignStatus`.' }),
    }),
  });
  const check = builder.objectRef<CouponCheck>('CouponCheck').implement({
    description: 'What a code is, and what would come of redeeming it now.',
    fields: (t) => ({
      normalised: t.exposeString('normalised', { description: 'The code in capitals without spaces and dashes.' }),
      formatted: t.exposeString('formatted', {
        nullable: true,
        description: 'The code in groups, as people read it; null for what cannot be a code.',
      }),
      kind: t.expose('kind', {
        type: kind,
        nullable: true,
        description: 'Kind of the code; null for what cannot be a code.',
      }),
      isWellFormed: t.exposeBoolean('isWellFormed', { description: 'Whether it can be a code.' }),
      meant: t.stringList({
        description: 'Codes that exist and look like this one, where it is mistyped.',
        resolve: ({ meant }) => [...meant],
      }),
      coupon: t.field({
        type: coupon,
        nullable: true,
        description: 'The coupon; null where there is no such code.',
        resolve: ({ coupon: key }, _args, context, info) => key && findCoupon(context, key, selectionOf(info)),
      }),
      campaign: t.expose('campaign', {
        type: campaign,
        nullable: true,
        description: 'Its campaign; null where there is no such code.',
      }),
      rules: t.field({
        type: [rule],
        description: 'Every rule, in the order in which a redemption checks them.',
        resolve: ({ rules }) => [...rules],
      }),
      verdict: t.exposeString('verdict', {
        nullable: true,
        description:
          '`RedemptionOutcome` that a redemption would be refused with now; null where no rule that could be judged fails.',
      }),
      story: t.field({
        type: [story],
        description: 'What has happened to it, oldest first; of many uses the latest 100.',
        resolve: ({ coupon: key }, _args, { db }) => (key === null ? [] : readStory(db, key)),
      }),
    }),
  });
  const input = builder.inputType('CheckCouponInput', {
    description: 'A code, and who wants to use it where; what is not given is not judged.',
    fields: (t) => ({
      code: t.string({ required: true, description: 'The code in any spelling.' }),
      accountId: t.id({ description: 'The account that wants to use it.' }),
      accountNumber: t.field({ type: 'SafeInt', description: 'Number of the account, instead of `accountId`.' }),
      storeId: t.id({ description: 'The store where it would be used.' }),
      orderMinor: t.field({
        type: 'SafeInt',
        description: "Price of the order in minor units of the campaign's currency.",
      }),
      isFirstOrder: t.boolean({ description: 'Whether the app would say that it is the first order; absent: true.' }),
    }),
  });
  builder.queryField('checkCoupon', (t) =>
    t.field({
      type: check,
      description: 'Judges a code by the rules of a redemption at this moment; changes nothing.',
      extensions: needs('coupon.check'),
      args: { input: t.arg({ type: input, required: true, description: 'The code, and who wants to use it where.' }) },
      resolve: (_root, { input: asked }, context) => checkCoupon(context, asked),
    }),
  );
}

function addRuleType(builder: Builder) {
  const outcome = addEnum(builder, 'CouponCheckOutcome', 'What became of a rule.', OUTCOMES);
  const name = addEnum(builder, 'RedemptionRule', 'A rule that a redemption has to keep.', RULES);
  return builder.objectRef<CheckedRule>('CouponCheckRule').implement({
    description: 'A rule of a redemption, and whether the code keeps it.',
    fields: (t) => ({
      rule: t.expose('rule', { type: name, description: 'The rule.' }),
      outcome: t.expose('outcome', { type: outcome, description: 'What became of it.' }),
      refusal: t.exposeString('refusal', {
        nullable: true,
        description: '`RedemptionOutcome` of this rule alone; null where it is kept or not judged.',
      }),
      isDecisive: t.exposeBoolean('isDecisive', {
        description: 'Whether it is the first that fails: the outcome of a redemption.',
      }),
      isReached: t.exposeBoolean('isReached', { description: 'Whether a redemption gets as far as this rule.' }),
      detail: t.expose('detail', { type: 'JSON', description: 'Figures that it was judged by.' }),
    }),
  });
}

function addStoryType(builder: Builder) {
  const kind = addEnum(builder, 'CouponStoryKind', 'What happened to a coupon.', STORY_KINDS);
  return builder.objectRef<StoryEvent>('CouponStoryEvent').implement({
    description: 'Something that happened to a coupon.',
    fields: (t) => ({
      at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
      kind: t.expose('kind', { type: kind, description: 'What happened.' }),
      by: t.field({
        type: 'StaffRef',
        nullable: true,
        description: 'Who did it; null where no person did.',
        resolve: ({ bySub, byName }) => (bySub === null ? null : { sub: bySub, name: byName ?? bySub }),
      }),
      reason: t.exposeString('reason', { nullable: true, description: 'Why; null without a reason.' }),
      batchNumber: t.exposeInt('batchNumber', {
        nullable: true,
        description: 'Number of the batch; null unless ORDERED or MADE.',
      }),
      redemptionId: t.exposeID('redemptionId', {
        nullable: true,
        description: 'The redemption; null where it is about none.',
      }),
      accountId: t.exposeID('accountId', {
        nullable: true,
        description: 'Account of the redemption; null where it is about none.',
      }),
      accountNumber: t.expose('accountNumber', {
        type: 'SafeInt',
        nullable: true,
        description: 'Number of that account; null where it is about none.',
      }),
      storeName: t.exposeString('storeName', {
        nullable: true,
        description: 'Store of the redemption; null where it names none.',
      }),
      orderRef: t.exposeString('orderRef', {
        nullable: true,
        description: "The client's reference of the order; null without one.",
      }),
      discountMinor: t.expose('discountMinor', {
        type: 'SafeInt',
        nullable: true,
        description: 'Discount in minor units; null where it is about none.',
      }),
      currency: t.exposeString('currency', {
        nullable: true,
        description: 'Currency of the discount, ISO 4217; null where it is about none.',
      }),
      points: t.exposeInt('points', {
        nullable: true,
        description: 'Points of the redemption; null where it brings none.',
      }),
    }),
  });
}
