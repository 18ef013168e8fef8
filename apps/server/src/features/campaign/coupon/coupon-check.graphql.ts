import { REDEMPTION_RULES } from '@backcounter/domain';
import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/builder.ts';
import { selectionOf } from '../../../graphql/selection.ts';
import { CHECK_OUTCOMES, type CheckedRule, type CouponCheck, checkCoupon } from './coupon-check.ts';
import { findCoupon } from './coupon-record.ts';
import { readStory, STORY_KINDS, type StoryEvent } from './coupon-story.ts';
import type { CouponObject, CouponTypes } from './coupon-types.graphql.ts';

/** Why a code can be redeemed or cannot, and what has happened to it. */
export function addCouponCheck(builder: Builder, coupon: CouponObject, { kind }: CouponTypes): void {
  const rule = addRuleType(builder);
  const story = addStoryType(builder);
  const campaign = builder.objectRef<NonNullable<CouponCheck['campaign']>>('CheckedCampaign').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      code: t.exposeString('code'),
      name: t.exposeString('name'),
      status: t.exposeString('status'),
    }),
  });
  const check = builder.objectRef<CouponCheck>('CouponCheck').implement({
    fields: (t) => ({
      normalised: t.exposeString('normalised', { description: 'In capitals without spaces and dashes.' }),
      formatted: t.exposeString('formatted', { nullable: true }),
      kind: t.expose('kind', { type: kind, nullable: true }),
      isWellFormed: t.exposeBoolean('isWellFormed'),
      meant: t.stringList({
        description: 'Codes that exist and look like this one, where it is mistyped.',
        resolve: ({ meant }) => [...meant],
      }),
      coupon: t.field({
        type: coupon,
        nullable: true,
        resolve: ({ coupon: key }, _args, context, info) => key && findCoupon(context, key, selectionOf(info)),
      }),
      campaign: t.expose('campaign', { type: campaign, nullable: true }),
      rules: t.field({
        type: [rule],
        description: 'Every rule in the order in which a redemption asks them.',
        resolve: ({ rules }) => [...rules],
      }),
      verdict: t.exposeString('verdict', {
        nullable: true,
        description:
          'Outcome with which a redemption would be refused now; null: none of the rules that could be judged.',
      }),
      story: t.field({
        type: [story],
        description: 'What has happened to it, oldest first; of many uses the latest hundred.',
        resolve: ({ coupon: key }, _args, { db }) => (key === null ? [] : readStory(db, key)),
      }),
    }),
  });
  const input = builder.inputType('CheckCouponInput', {
    description: 'What is not said is not judged.',
    fields: (t) => ({
      code: t.string({ required: true, description: 'In any spelling.' }),
      accountId: t.id(),
      accountNumber: t.field({ type: 'SafeInt', description: 'Instead of the id: the number that support reads.' }),
      storeId: t.id(),
      orderMinor: t.field({ type: 'SafeInt', description: 'Minor units of the currency of the campaign.' }),
      isFirstOrder: t.boolean({ description: 'What the app would say; true unless it is said.' }),
    }),
  });
  builder.queryField('checkCoupon', (t) =>
    t.field({
      type: check,
      description: 'Judges a code by the rules of a redemption at this moment; changes nothing.',
      extensions: needs('coupon.check'),
      args: { input: t.arg({ type: input, required: true }) },
      resolve: (_root, { input: asked }, context) => checkCoupon(context, asked),
    }),
  );
}

function addRuleType(builder: Builder) {
  const outcome = builder.enumType('CouponCheckOutcome', { values: CHECK_OUTCOMES });
  const name = builder.enumType('RedemptionRule', { values: [...REDEMPTION_RULES].sort() });
  return builder.objectRef<CheckedRule>('CouponCheckRule').implement({
    fields: (t) => ({
      rule: t.expose('rule', { type: name }),
      outcome: t.expose('outcome', { type: outcome }),
      refusal: t.exposeString('refusal', {
        nullable: true,
        description: 'Outcome of a redemption by this rule alone.',
      }),
      isDecisive: t.exposeBoolean('isDecisive', { description: 'The first that fails: the answer of a redemption.' }),
      isReached: t.exposeBoolean('isReached', { description: 'False behind the decisive one.' }),
      detail: t.expose('detail', { type: 'JSON', description: 'The figures that it was judged by.' }),
    }),
  });
}

function addStoryType(builder: Builder) {
  const kind = builder.enumType('CouponStoryKind', { values: [...STORY_KINDS].sort() });
  return builder.objectRef<StoryEvent>('CouponStoryEvent').implement({
    fields: (t) => ({
      at: t.expose('at', { type: 'DateTime' }),
      kind: t.expose('kind', { type: kind }),
      by: t.field({
        type: 'StaffRef',
        nullable: true,
        resolve: ({ bySub, byName }) => (bySub === null ? null : { sub: bySub, name: byName ?? bySub }),
      }),
      reason: t.exposeString('reason', { nullable: true }),
      batchNumber: t.exposeInt('batchNumber', { nullable: true }),
      redemptionId: t.exposeID('redemptionId', { nullable: true }),
      accountId: t.exposeID('accountId', { nullable: true }),
      accountNumber: t.expose('accountNumber', { type: 'SafeInt', nullable: true }),
      storeName: t.exposeString('storeName', { nullable: true }),
      orderRef: t.exposeString('orderRef', { nullable: true }),
      discountMinor: t.expose('discountMinor', { type: 'SafeInt', nullable: true }),
      currency: t.exposeString('currency', { nullable: true }),
      points: t.exposeInt('points', { nullable: true }),
    }),
  });
}
