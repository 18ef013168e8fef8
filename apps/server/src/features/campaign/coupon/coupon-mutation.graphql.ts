import { COUPON_MACHINE, COUPON_ORDER_LIMITS } from '@backcounter/domain';
import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/builder.ts';
import { NEVER_STORED, RUNS_AGAIN } from '../../../graphql/repeated-mutation.ts';
import { selectionOf } from '../../../graphql/selection.ts';
import { findCoupon } from './coupon-record.ts';
import { type RevealedCoupon, revealCoupons } from './coupon-reveal.service.ts';
import { changeCouponState } from './coupon-state.service.ts';
import type { CouponObject } from './coupon-types.graphql.ts';

/** What staff do with single coupons. */
export function addCouponMutations(builder: Builder, coupon: CouponObject): void {
  builder.mutationField('disableCoupon', (t) =>
    t.field({
      type: coupon,
      description: 'Stops it from being reserved; what is held already may still be confirmed.',
      extensions: needs(COUPON_MACHINE.actions.DISABLE.permission),
      args: {
        campaignId: t.arg.id({ required: true }),
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        reason: t.arg.string({ required: true }),
      },
      resolve: async (_root, change, context, info) => {
        await changeCouponState(context, 'DISABLE', change);
        return findCoupon(context, change, selectionOf(info));
      },
    }),
  );
  builder.mutationField('enableCoupon', (t) =>
    t.field({
      type: coupon,
      extensions: needs(COUPON_MACHINE.actions.ENABLE.permission),
      args: {
        campaignId: t.arg.id({ required: true }),
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        reason: t.arg.string(),
      },
      resolve: async (_root, change, context, info) => {
        await changeCouponState(context, 'ENABLE', change);
        return findCoupon(context, change, selectionOf(info));
      },
    }),
  );
  const revealed = builder.objectRef<RevealedCoupon>('RevealedCoupon').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      code: t.exposeString('code', { extensions: NEVER_STORED }),
      formatted: t.exposeString('formatted', {
        extensions: NEVER_STORED,
        description: 'In groups, as people read it.',
      }),
    }),
  });
  builder.mutationField('revealCoupons', (t) =>
    t.field({
      type: [revealed],
      description: `Whole codes of at most ${COUPON_ORDER_LIMITS.revealMax} coupons; each is on record.`,
      extensions: { ...needs(COUPON_MACHINE.actions.REVEAL.permission), ...RUNS_AGAIN },
      args: { campaignId: t.arg.id({ required: true }), ids: t.arg.idList({ required: true }) },
      resolve: (_root, { campaignId, ids }, context) => revealCoupons(context, campaignId, ids),
    }),
  );
}
