import { COUPON_MACHINE, COUPON_ORDER_LIMITS } from '@backcounter/domain';
import { needs } from '../../../graphql/authorise.ts';
import { NEVER_STORED, RUNS_AGAIN } from '../../../graphql/repeated-mutation.ts';
import type { Builder, BuilderTypes } from '../../../graphql/schema/builder.ts';
import { addMutation, auditReason, expectedRecord } from '../../../graphql/schema/mutation.ts';
import { selectionOf } from '../../../graphql/schema/selection.ts';
import { type CouponKey, findCoupon } from './coupon-record.ts';
import { lookUpCoupon, type RevealedCoupon, revealCoupons } from './coupon-reveal.service.ts';
import { changeCouponState } from './coupon-state.service.ts';
import type { CouponObject } from './coupon-types.graphql.ts';

/** Mutations of single coupons by staff. */
export function addCouponMutations(builder: Builder, coupon: CouponObject): void {
  const campaign = { required: true, description: 'Its campaign.' } as const;
  const payload = (t: PothosSchemaTypes.ObjectFieldBuilder<BuilderTypes, CouponKey>) => ({
    coupon: t.field({
      type: coupon,
      description: 'The coupon after the change.',
      resolve: (key, _args, context, info) => findCoupon(context, key, selectionOf(info)),
    }),
  });
  addMutation(builder, 'disableCoupon', {
    description: 'Disables a coupon: it can no longer be reserved, but held uses can still be confirmed.',
    extensions: needs(COUPON_MACHINE.actions.DISABLE.permission),
    input: (t) => ({ campaignId: t.id(campaign), ...expectedRecord(t, 'coupon'), reason: auditReason(t, true) }),
    resolve: async (change, context) => {
      await changeCouponState(context, 'DISABLE', change);
      return change;
    },
    payload,
  });
  addMutation(builder, 'enableCoupon', {
    description: 'Enables a disabled coupon.',
    extensions: needs(COUPON_MACHINE.actions.ENABLE.permission),
    input: (t) => ({ campaignId: t.id(campaign), ...expectedRecord(t, 'coupon'), reason: auditReason(t) }),
    resolve: async (change, context) => {
      await changeCouponState(context, 'ENABLE', change);
      return change;
    },
    payload,
  });
  addReveal(builder);
  addLookUp(builder, coupon);
}

function addReveal(builder: Builder): void {
  const revealed = builder.objectRef<RevealedCoupon>('RevealedCoupon').implement({
    description: 'A coupon with its whole code.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the coupon.' }),
      code: t.exposeString('code', { extensions: NEVER_STORED, description: 'The whole code.' }),
      formatted: t.exposeString('formatted', {
        extensions: NEVER_STORED,
        description: 'The code in groups for reading.',
      }),
    }),
  });
  addMutation(builder, 'revealCoupons', {
    description: 'Reads whole codes; each is recorded in the audit trail.',
    extensions: { ...needs(COUPON_MACHINE.actions.REVEAL.permission), ...RUNS_AGAIN },
    input: (t) => ({
      campaignId: t.id({ required: true, description: 'The campaign of the coupons.' }),
      ids: t.idList({
        required: true,
        description: `1 to ${COUPON_ORDER_LIMITS.revealMax} coupons.`,
      }),
    }),
    resolve: async ({ campaignId, ids }, context) => ({ coupons: await revealCoupons(context, campaignId, ids) }),
    payload: (t) => ({
      coupons: t.expose('coupons', { type: [revealed], description: 'The coupons with their codes.' }),
    }),
  });
}

function addLookUp(builder: Builder, coupon: CouponObject): void {
  addMutation(builder, 'lookUpCoupon', {
    description:
      'Finds the coupon of a whole code. Counts as a shown code, found or not, so that codes cannot be guessed.',
    extensions: { ...needs(COUPON_MACHINE.actions.REVEAL.permission), ...RUNS_AGAIN },
    input: (t) => ({ code: t.string({ required: true, description: 'The whole code in any spelling.' }) }),
    resolve: async ({ code }, context) => ({ found: await lookUpCoupon(context, code) }),
    payload: (t) => ({
      coupon: t.field({
        type: coupon,
        nullable: true,
        description: 'The coupon; null if there is none, or one that this person may not see.',
        resolve: ({ found }, _args, context, info) => found && findCoupon(context, found, selectionOf(info)),
      }),
    }),
  });
}
