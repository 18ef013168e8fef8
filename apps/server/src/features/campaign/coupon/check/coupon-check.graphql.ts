import type { RedemptionRule } from '@backcounter/domain';
import { needs, needsScope } from '../../../../graphql/authorise.ts';
import { IN_PUBLIC } from '../../../../graphql/public-slice.ts';
import type { Builder } from '../../../../graphql/schema/builder.ts';
import { addEnum } from '../../../../graphql/schema/enum.ts';
import { orNull } from '../../../../graphql/schema/or-null.ts';
import { selectionOf } from '../../../../graphql/schema/selection.ts';
import { staffField } from '../../../../graphql/schema/shared-fields.ts';
import { findCoupon } from '../coupon-record.ts';
import type { CouponObject, CouponTypes } from '../coupon-types.graphql.ts';
import { checkAsClient } from './client-check.ts';
import { type CheckedRule, type CouponCheck, checkCoupon } from './coupon-check.ts';
import { readStory, type StoryEvent } from './coupon-timeline.ts';

const OUTCOMES: Readonly<Record<CheckedRule['outcome'], string>> = {
  PASSED: 'The code meets it.',
  FAILED: 'The code violates it.',
  NOT_JUDGED: 'It needs a value that was not given, a segment that the caller may not use, or there is no such coupon.',
};

const RULES: Readonly<Record<RedemptionRule, string>> = {
  FORM: 'It is well-formed and not mistyped.',
  TRIES: 'The account has not tried too many codes.',
  KNOWN: 'The code exists.',
  CAMPAIGN: 'Its campaign is running.',
  COUPON: 'It is not disabled, and valid now.',
  OWNER: 'It is for this account, or for any account.',
  PLACE: 'It is valid in this store or country.',
  ORDER: 'The order is large enough.',
  FIRST_ORDER: 'It is the first order, if the campaign requires that.',
  ACCOUNT_USES: 'The account has a use of the campaign left.',
  COUPON_USES: 'The code has a use left.',
  BUDGET: 'The limits of the campaign are not used up.',
  ACCOUNT: 'The account is active.',
  SEGMENT: 'The account is in the segment of the campaign, if it has one.',
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
  LAPSED: 'A reserved use expired without confirmation.',
  ROLLED_BACK: 'A confirmed use was rolled back.',
};

/** Explains whether a code can be redeemed, and its timeline. */
export function addCouponCheck(builder: Builder, coupon: CouponObject, { kind }: CouponTypes): void {
  const rule = addRuleType(builder);
  const story = addStoryType(builder);
  const campaign = builder.objectRef<NonNullable<CouponCheck['campaign']>>('CheckedCampaign').implement({
    description: 'The campaign of a checked code.',
    extensions: IN_PUBLIC,
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the campaign.' }),
      code: t.exposeString('code', { description: 'Code of the campaign.' }),
      name: t.exposeString('name', { description: 'Name of the campaign.' }),
      status: t.exposeString('status', { description: 'A `CampaignStatus`.' }),
      currency: t.exposeString('currency', {
        nullable: true,
        description: 'Currency of its amounts; null if it has none.',
      }),
    }),
  });
  const check = builder.objectRef<CouponCheck>('CouponCheck').implement({
    description: 'A code, and the outcome of redeeming it now.',
    extensions: IN_PUBLIC,
    fields: (t) => ({
      normalised: t.exposeString('normalised', { description: 'The code in capitals without spaces and dashes.' }),
      formatted: t.exposeString('formatted', orNull('The code in groups for reading; null if it is not well-formed.')),
      kind: t.expose('kind', orNull('Kind of the code; null if it is not well-formed.', kind)),
      isWellFormed: t.exposeBoolean('isWellFormed', { description: 'Whether it is well-formed.' }),
      meant: t.stringList({
        description: 'Similar existing codes, if it is mistyped.',
        extensions: needs('coupon.check'),
        resolve: ({ meant }) => [...meant],
      }),
      coupon: t.field({
        type: coupon,
        nullable: true,
        description: 'The coupon; null where there is no such code.',
        resolve: ({ coupon: key }, _args, context, info) => key && findCoupon(context, key, selectionOf(info)),
      }),
      campaign: t.expose('campaign', orNull('Its campaign; null where there is no such code.', campaign)),
      rules: t.field({
        type: [rule],
        description: 'Every rule, in the order in which a redemption checks them.',
        resolve: ({ rules }) => [...rules],
      }),
      verdict: t.exposeString(
        'verdict',
        orNull('`RedemptionOutcome` of a redemption that would be refused now; null if no checked rule fails.'),
      ),
      story: t.field({
        type: [story],
        description: 'Its timeline, oldest first; with at most the latest 100 uses.',
        resolve: ({ coupon: key }, _args, { db }) => (key === null ? [] : readStory(db, key)),
      }),
    }),
  });
  const input = builder.inputType('CheckCouponInput', {
    description: 'A code with account, store and order; rules without their values are not checked.',
    fields: (t) => ({
      code: t.string({ required: true, description: 'The code in any spelling.' }),
      accountId: t.id({
        description:
          'The account that would use it. Programs need exactly one of `accountId`, `firebaseId` and `card`.',
      }),
      accountNumber: t.field({
        type: 'SafeInt',
        description: 'Number of the account, instead of `accountId`; for staff.',
      }),
      firebaseId: t.string({ description: 'Firebase id of the account, instead of `accountId`.' }),
      card: t.string({ description: 'Number of the card of the account, instead of `accountId`; for programs.' }),
      storeId: t.id({ description: 'The store where it would be used; for staff.' }),
      storeSid: t.string({ description: 'Sid of that store, instead of `storeId`.' }),
      orderMinor: t.field({
        type: 'SafeInt',
        description: "Price of the order in minor units of the campaign's currency.",
      }),
      currency: t.string({ description: 'Currency of the order, ISO 4217; absent: that of the campaign.' }),
      isFirstOrder: t.boolean({
        description: 'Whether the app would report a first order; absent: true for staff, false for programs.',
      }),
      consumerAddress: t.string({
        description: 'IP address of the consumer, for programs with the scope `coupon.forward-address`.',
      }),
    }),
  });
  builder.queryField('checkCoupon', (t) =>
    t.field({
      type: check,
      description:
        'Checks a code by the rules of a redemption now; holds no use. Wrong codes of programs count as tries, as in a redemption.',
      extensions: { ...needs('coupon.check'), ...needsScope('coupon.check') },
      args: { input: t.arg({ type: input, required: true, description: 'The code with account, store and order.' }) },
      resolve: (_root, { input: asked }, context) =>
        context.caller.kind === 'machine' ? checkAsClient(context, asked) : checkCoupon(context, asked),
    }),
  );
}

function addRuleType(builder: Builder) {
  const outcome = addEnum(builder, 'CouponCheckOutcome', 'Outcome of a rule.', OUTCOMES);
  const name = addEnum(builder, 'RedemptionRule', 'A rule of redemptions.', RULES);
  return builder.objectRef<CheckedRule>('CouponCheckRule').implement({
    description: 'A rule of redemptions and its outcome for the code.',
    extensions: IN_PUBLIC,
    fields: (t) => ({
      rule: t.expose('rule', { type: name, description: 'The rule.' }),
      outcome: t.expose('outcome', { type: outcome, description: 'Its outcome.' }),
      refusal: t.exposeString('refusal', orNull('`RedemptionOutcome` of this rule alone; null unless FAILED.')),
      isDecisive: t.exposeBoolean('isDecisive', {
        description: 'Whether it is the first failed rule, which decides the outcome of a redemption.',
      }),
      isReached: t.exposeBoolean('isReached', { description: 'Whether a redemption reaches this rule.' }),
      detail: t.expose('detail', { type: 'JSON', description: 'Figures that it was checked by.' }),
    }),
  });
}

function addStoryType(builder: Builder) {
  const kind = addEnum(builder, 'CouponStoryKind', 'Kind of an event of a coupon.', STORY_KINDS);
  return builder.objectRef<StoryEvent>('CouponStoryEvent').implement({
    description: 'An event of a coupon.',
    fields: (t) => ({
      at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
      kind: t.expose('kind', { type: kind, description: 'Kind of the event.' }),
      by: staffField(t, 'by', 'Person who did it; null if no person did.'),
      reason: t.exposeString('reason', orNull('Why; null without a reason.')),
      batchNumber: t.exposeInt('batchNumber', orNull('Number of the batch; null unless ORDERED or MADE.')),
      redemptionId: t.exposeID('redemptionId', orNull('Its redemption; null without one.')),
      accountId: t.exposeID('accountId', orNull('Account of the redemption; null without one.')),
      accountNumber: t.expose('accountNumber', orNull('Number of that account; null without one.', 'SafeInt')),
      storeName: t.exposeString('storeName', orNull('Store of the redemption; null without one.')),
      orderRef: t.exposeString('orderRef', orNull("The client's reference of the order; null without one.")),
      discountMinor: t.expose('discountMinor', orNull('Discount in minor units; null without one.', 'SafeInt')),
      currency: t.exposeString('currency', orNull('Currency of the discount, ISO 4217; null without one.')),
      points: t.exposeInt('points', orNull('Points of the redemption; null without points.')),
    }),
  });
}
