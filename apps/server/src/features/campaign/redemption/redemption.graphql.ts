import { POINTS_LIMITS, REDEMPTION_OUTCOMES, REDEMPTION_STATES } from '@backcounter/domain';
import { needsScope } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/builder.ts';
import { IN_ONE_STATEMENT } from '../../../graphql/one-statement.ts';
import { localName } from '../../../graphql/reference-data.ts';
import { confirmRedemption, type RedemptionResult, redeem, releaseRedemption } from './redemption.service.ts';
import type { RedemptionRecord } from './redemption-record.ts';

/** Types that redemptions have in common. */
export type RedemptionTypes = ReturnType<typeof addRedemptionTypes>;

function addRedemptionTypes(builder: Builder) {
  return { state: builder.enumType('RedemptionState', { values: REDEMPTION_STATES }) };
}

/** What machine clients do with codes: hold a use, confirm it, give it back. */
export function addRedemptions(builder: Builder): RedemptionTypes {
  const types = addRedemptionTypes(builder);
  const result = addResult(builder, types);
  const input = addInput(builder);
  const scope = { extensions: { ...needsScope('coupon.redeem'), ...IN_ONE_STATEMENT } };
  builder.mutationField('reserveCoupon', (t) =>
    t.field({
      ...scope,
      type: result,
      description:
        'Holds one use of a code and the whole discount for as long as the campaign says, then it goes back by itself.',
      args: { input: t.arg({ type: input, required: true }) },
      resolve: (_root, args, context) => redeem(context, args.input, false),
    }),
  );
  builder.mutationField('redeemCoupon', (t) =>
    t.field({
      ...scope,
      type: result,
      description: 'Uses a code at once, where nothing can come in between.',
      args: { input: t.arg({ type: input, required: true }) },
      resolve: (_root, args, context) => redeem(context, args.input, true),
    }),
  );
  builder.mutationField('confirmRedemption', (t) =>
    t.field({
      ...scope,
      type: result,
      description: 'Makes a held use final. Confirming twice is confirming once.',
      args: { redemptionId: t.arg.id({ required: true }) },
      resolve: (_root, { redemptionId }, context) => confirmRedemption(context, redemptionId),
    }),
  );
  builder.mutationField('releaseRedemption', (t) =>
    t.field({
      ...scope,
      type: result,
      description: 'Gives a held use back. Releasing twice is releasing once.',
      args: { redemptionId: t.arg.id({ required: true }) },
      resolve: (_root, { redemptionId }, context) => releaseRedemption(context, redemptionId),
    }),
  );
  return types;
}

function addInput(builder: Builder) {
  return builder.inputType('RedeemCouponInput', {
    description: 'Who it is for: `accountId` or `firebaseId`.',
    fields: (t) => ({
      key: t.string({
        required: true,
        description: `1 to ${POINTS_LIMITS.keyMaxLength} visible ASCII characters, the client's own for ever: the same key is the same redemption.`,
      }),
      code: t.string({ required: true, description: 'As it was typed.' }),
      accountId: t.id(),
      firebaseId: t.string(),
      storeSid: t.string(),
      orderMinor: t.field({
        type: 'SafeInt',
        description: 'What the order costs without the discount, in minor units.',
      }),
      currency: t.string({ description: 'ISO 4217, of the order; without it that of the campaign.' }),
      orderReference: t.string({ description: "The client's own, such as the number of a receipt." }),
      isFirstOrder: t.boolean({ description: 'As far as the client knows.' }),
      consumerAddress: t.string({
        description:
          "The consumer's network address, against guessing; for clients with the scope `coupon.forward-address`.",
      }),
    }),
  });
}

function addResult(builder: Builder, { state }: RedemptionTypes) {
  const redemption = builder.objectRef<RedemptionRecord>('Redemption').implement({
    description: 'A use of a code as machine clients see it.',
    fields: (t) => ({
      id: t.exposeID('id'),
      state: t.expose('state', { type: state }),
      campaignId: t.exposeID('campaignId'),
      couponId: t.exposeID('couponId'),
      accountId: t.exposeID('accountId'),
      orderReference: t.exposeString('orderReference', { nullable: true }),
      orderMinor: t.expose('orderMinor', { type: 'SafeInt', nullable: true }),
      discountMinor: t.expose('discountMinor', {
        type: 'SafeInt',
        nullable: true,
        description: 'What is taken off the order, in minor units.',
      }),
      currency: t.exposeString('currency', { nullable: true }),
      points: t.exposeInt('points', { nullable: true, description: 'Points that confirming brings.' }),
      gift: t.string({
        nullable: true,
        description: 'What the customer is given, in a language; null where it is no gift.',
        args: { locale: t.arg.string() },
        resolve: ({ giftTexts }, { locale }) => (giftTexts === null ? null : localName(giftTexts, locale)),
      }),
      reservedAt: t.expose('reservedAt', { type: 'DateTime' }),
      reservedUntil: t.expose('reservedUntil', { type: 'DateTime', nullable: true }),
      confirmedAt: t.expose('confirmedAt', { type: 'DateTime', nullable: true }),
    }),
  });
  return builder.objectRef<RedemptionResult>('RedemptionResult').implement({
    fields: (t) => ({
      outcome: t.expose('outcome', { type: builder.enumType('RedemptionOutcome', { values: REDEMPTION_OUTCOMES }) }),
      isReplayed: t.exposeBoolean('isReplayed', { description: 'The same was asked for and done before.' }),
      details: t.field({
        type: 'JSON',
        description: 'Figures of the rule that refused the code, such as `minOrderMinor`, `startsAt` or `retryAt`.',
        resolve: ({ details }) => details,
      }),
      redemption: t.expose('redemption', {
        type: redemption,
        nullable: true,
        description: 'Null when the code was refused.',
      }),
    }),
  });
}
