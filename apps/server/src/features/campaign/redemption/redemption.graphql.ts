import {
  POINTS_LIMITS,
  REDEMPTION_LIMITS,
  type RedemptionOutcome,
  type RedemptionRefusal,
  type RedemptionState,
} from '@backcounter/domain';
import type { EnumRef } from '@pothos/core';
import { needsScope } from '../../../graphql/authorise.ts';
import { IN_ONE_STATEMENT } from '../../../graphql/one-statement.ts';
import { IN_PUBLIC } from '../../../graphql/public-slice.ts';
import { localeArg, localName } from '../../../graphql/schema/arguments.ts';
import type { Builder, BuilderTypes } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { addMutation } from '../../../graphql/schema/mutation.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import { orderFields } from './order-fields.graphql.ts';
import { confirmRedemption, type RedemptionResult, redeem, releaseRedemption } from './redemption.service.ts';
import type { RedemptionRecord } from './redemption-record.ts';

type InputFields = PothosSchemaTypes.InputFieldBuilder<BuilderTypes, 'InputObject'>;
type ResultFields = PothosSchemaTypes.ObjectFieldBuilder<BuilderTypes, RedemptionResult>;

const STATES: Readonly<Record<RedemptionState, string>> = {
  RESERVED: 'The use and its discount are held until `reservedUntil`.',
  CONFIRMED: 'The code was used.',
  RELEASED: 'The held use was released, or not confirmed in time.',
  ROLLED_BACK: 'Staff rolled back the use.',
};

const REFUSALS: Readonly<Record<RedemptionRefusal, string>> = {
  MALFORMED: 'Refused: not a valid code, because of its characters or length.',
  RATE_LIMITED: 'Refused: too many codes were tried; `details.retryAt` says when to try again.',
  UNKNOWN_CODE: 'Refused: there is no such code, or it belongs to another account.',
  CAMPAIGN_NOT_STARTED: 'Refused: the campaign has not started; `details.startsAt` is the start.',
  CAMPAIGN_PAUSED: 'Refused: the campaign is paused.',
  CAMPAIGN_ENDED: 'Refused: the campaign is over.',
  CAMPAIGN_CANCELED: 'Refused: the campaign was canceled.',
  COUPON_DISABLED: 'Refused: staff have disabled the code.',
  COUPON_NOT_YET_VALID: 'Refused: the code is not valid yet.',
  COUPON_EXPIRED: 'Refused: the code is no longer valid.',
  NOT_YOUR_COUPON: 'Refused: the code belongs to another account. Visible to staff only: clients get UNKNOWN_CODE.',
  WRONG_STORE: 'Refused: the code is not valid in this store.',
  WRONG_COUNTRY: 'Refused: the code is not valid in this country or currency.',
  MIN_ORDER: 'Refused: the order is too small; `details.minOrderMinor` is the smallest.',
  NOT_FIRST_ORDER: 'Refused: the code is valid only for the first order of an account.',
  ACCOUNT_LIMIT: 'Refused: the account has no use of the campaign left.',
  COUPON_USED: 'Refused: the code has no use left.',
  BUDGET_EXHAUSTED: 'Refused: the budget or the limit of uses of the campaign is used up.',
  ACCOUNT_NOT_ACTIVE: 'Refused: the account is suspended or closed.',
  NOT_IN_SEGMENT: 'Refused: the account is not in the segment that the campaign is for.',
};

const OUTCOMES: Readonly<Record<RedemptionOutcome, string>> = {
  RESERVED: 'Done: the use is held.',
  CONFIRMED: 'Done: the use is final.',
  RELEASED: 'Done: the held use was released.',
  ...REFUSALS,
  RESERVATION_LAPSED: 'Refused: the reservation expired, so it cannot be confirmed.',
  RESERVATION_RELEASED: 'Refused: it was released before, so it cannot be confirmed.',
  ALREADY_CONFIRMED: 'Refused: it is confirmed, so it cannot be released.',
  ALREADY_ROLLED_BACK: 'Refused: staff rolled it back, so it cannot be confirmed or released.',
};

/** Enum of the states of a redemption. */
export type RedemptionStateRef = EnumRef<BuilderTypes, RedemptionState>;

/** Mutations for machine clients: reserve a use of a code, confirm it, release it. */
export function addRedemptions(builder: Builder): RedemptionStateRef {
  const state = addEnum(
    builder,
    'RedemptionState',
    'State of a use of a code; `docs/states.md` shows the transitions.',
    STATES,
  );
  const payload = addResultFields(builder, state);
  const extensions = { ...needsScope('coupon.redeem'), ...IN_ONE_STATEMENT };
  addMutation(builder, 'reserveCoupon', {
    description:
      'Holds one use of a code and its discount for `reservationSeconds` of the campaign; then it is released automatically.',
    extensions,
    input: redeemFields,
    resolve: (input, context) => redeem(context, input, false),
    payload,
  });
  addMutation(builder, 'redeemCoupon', {
    description: 'Uses a code immediately, without a reservation.',
    extensions,
    input: redeemFields,
    resolve: (input, context) => redeem(context, input, true),
    payload,
  });
  addMutation(builder, 'confirmRedemption', {
    description: 'Makes a held use final; safe to repeat.',
    extensions,
    input: (t) => ({ redemptionId: t.id({ required: true, description: 'The redemption to confirm.' }) }),
    resolve: ({ redemptionId }, context) => confirmRedemption(context, redemptionId),
    payload,
  });
  addMutation(builder, 'releaseRedemption', {
    description: 'Releases a held use; safe to repeat.',
    extensions,
    input: (t) => ({ redemptionId: t.id({ required: true, description: 'The redemption to release.' }) }),
    resolve: ({ redemptionId }, context) => releaseRedemption(context, redemptionId),
    payload,
  });
  return state;
}

function redeemFields(t: InputFields) {
  return {
    key: t.string({
      required: true,
      description: `1 to ${POINTS_LIMITS.keyMaxLength} visible ASCII characters of the client's own; the same key always means the same redemption.`,
    }),
    code: t.string({ required: true, description: 'The code as it was typed.' }),
    accountId: t.id({ description: 'The account that uses it; exactly one of `accountId`, `firebaseId` and `card`.' }),
    firebaseId: t.string({ description: 'Firebase id of the account that uses it, instead of `accountId`.' }),
    card: t.string({ description: 'Number of the card of the account that uses it, instead of `accountId`.' }),
    storeSid: t.string({ description: 'Sid of the store where it is used; absent: no store.' }),
    orderMinor: t.field({
      type: 'SafeInt',
      description: 'Price of the order before the discount, in minor units.',
    }),
    currency: t.string({ description: 'Currency of the order, ISO 4217; absent: that of the campaign.' }),
    orderReference: t.string({
      description: `The client's own reference, such as a receipt number; at most ${REDEMPTION_LIMITS.referenceMaxLength} characters.`,
    }),
    isFirstOrder: t.boolean({
      description: 'Whether it is the first order of the account, as far as the client knows.',
    }),
    consumerAddress: t.string({
      description: "The consumer's IP address, against guessing; needs the scope `coupon.forward-address`.",
    }),
  };
}

function addResultFields(builder: Builder, state: RedemptionStateRef) {
  const redemption = builder.objectRef<RedemptionRecord>('Redemption').implement({
    extensions: IN_PUBLIC,
    description: 'A use of a code, for machine clients.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the redemption.' }),
      state: t.expose('state', { type: state, description: 'Its state.' }),
      campaignId: t.exposeID('campaignId', { description: 'Campaign of the code.' }),
      couponId: t.exposeID('couponId', { description: 'The code that was used.' }),
      accountId: t.exposeID('accountId', { description: 'The account that used it.' }),
      ...orderFields(t),
      points: t.exposeInt('points', orNull('Points earned on confirmation; null where the reward is not points.')),
      gift: t.string({
        nullable: true,
        description: 'Name of the gift in one language; null unless the reward is a gift.',
        args: { locale: localeArg(t) },
        resolve: ({ giftTexts }, { locale }) => (giftTexts === null ? null : localName(giftTexts, locale)),
      }),
      reservedAt: t.expose('reservedAt', { type: 'DateTime', description: 'When the use was reserved.' }),
      reservedUntil: t.expose(
        'reservedUntil',
        orNull('When the held use expires unless confirmed; null if it is not held.', 'DateTime'),
      ),
      confirmedAt: t.expose('confirmedAt', orNull('When it was confirmed; null unless confirmed.', 'DateTime')),
    }),
  });
  const outcome = addEnum(
    builder,
    'RedemptionOutcome',
    'Outcome of a request: it succeeded, the code was refused, or the use was settled otherwise before.',
    OUTCOMES,
  );
  return (t: ResultFields) => ({
    outcome: t.expose('outcome', { type: outcome, description: 'Outcome of the request.' }),
    isReplayed: t.exposeBoolean('isReplayed', { description: 'Whether it repeats an earlier request.' }),
    details: t.field({
      type: 'JSON',
      description: 'Figures of the rule that refused the code, such as `minOrderMinor`, `startsAt` or `retryAt`.',
      resolve: ({ details }) => details,
    }),
    redemption: t.expose('redemption', orNull('The current redemption; null if the code was refused.', redemption)),
  });
}
