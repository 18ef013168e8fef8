import { REDEMPTION_LIMITS } from '../redemption.ts';
import { defineStates } from './state-machine.ts';

/** The state of a coupon that staff set. */
export const COUPON_STATES = ['ACTIVE', 'DISABLED'] as const;
/** One of the two. */
export type CouponState = (typeof COUPON_STATES)[number];

/**
 * States of a coupon and the actions between them. Its current status also depends on its campaign and its uses
 * (`couponStatusAt`).
 */
export const COUPON_MACHINE = defineStates({
  record: 'coupon',
  states: COUPON_STATES,
  initial: ['ACTIVE'],
  actions: {
    REVEAL: { from: COUPON_STATES, to: null, permission: 'coupon.reveal' },
    DISABLE: {
      from: ['ACTIVE'],
      to: 'DISABLED',
      permission: 'coupon.change-state',
      reason: 'required',
      isDestructive: true,
    },
    ENABLE: { from: ['DISABLED'], to: 'ACTIVE', permission: 'coupon.change-state', reason: 'optional' },
  },
});
/** Action on a coupon. */
export type CouponAction = keyof typeof COUPON_MACHINE.actions;

/** States of a use. */
export const REDEMPTION_STATES = ['RESERVED', 'CONFIRMED', 'RELEASED', 'ROLLED_BACK'] as const;
/** One of the states. */
export type RedemptionState = (typeof REDEMPTION_STATES)[number];

/** States of a redemption and the actions between them. */
export const REDEMPTION_MACHINE = defineStates({
  record: 'redemption',
  states: REDEMPTION_STATES,
  initial: ['RESERVED', 'CONFIRMED'],
  actions: {
    ROLL_BACK: {
      from: ['CONFIRMED'],
      to: 'ROLLED_BACK',
      permission: 'redemption.roll-back',
      reason: 'required',
      conditions: [
        {
          word: 'too-old',
          says: `confirmed at most ${REDEMPTION_LIMITS.rollBackDays} days ago`,
          withinDays: REDEMPTION_LIMITS.rollBackDays,
          code: 'redemption.too-old',
        },
      ],
      effects: ['return-use', 'reverse-points'],
      isDestructive: true,
    },
  },
  clients: {
    CONFIRM: {
      from: ['RESERVED'],
      to: 'CONFIRMED',
      scope: 'coupon.redeem',
      conditions: [{ word: 'lapsed', says: 'the reservation has not lapsed' }],
      effects: ['count-use', 'post-points'],
    },
    RELEASE: { from: ['RESERVED'], to: 'RELEASED', scope: 'coupon.redeem', effects: ['return-use'] },
  },
  automatic: {
    LAPSE: {
      from: ['RESERVED'],
      to: 'RELEASED',
      when: 'the reservation has lapsed, the account was closed, or the campaign was canceled',
      effects: ['return-use'],
    },
  },
});
