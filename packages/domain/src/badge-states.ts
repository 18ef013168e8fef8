import { defineStates } from './state-machine.ts';

/** A draft is nobody's yet; a retired badge is awarded no more, and its awards stay. */
export const BADGE_STATES = ['DRAFT', 'ACTIVE', 'RETIRED'] as const;
/** One of the states. */
export type BadgeState = (typeof BADGE_STATES)[number];

/** What may be done with a badge. */
export const BADGE_MACHINE = defineStates({
  record: 'badge',
  states: BADGE_STATES,
  initial: ['DRAFT'],
  actions: {
    EDIT: { from: ['DRAFT', 'ACTIVE'], to: null, permission: 'badge.edit' },
    ACTIVATE: {
      from: ['DRAFT'],
      to: 'ACTIVE',
      permission: 'badge.edit',
      reason: 'optional',
      conditions: [{ word: 'without-picture', says: 'it has a picture', code: 'field.invalid' }],
      effects: ['award-by-rule'],
    },
    RETIRE: { from: ['ACTIVE'], to: 'RETIRED', permission: 'badge.edit', reason: 'optional', isDestructive: true },
  },
});
/** Action on a badge. */
export type BadgeAction = keyof typeof BADGE_MACHINE.actions;

/** EXPIRED: its time is over. An account may get a badge again after that, or after it was revoked. */
export const AWARD_STATES = ['HELD', 'EXPIRED', 'REVOKED'] as const;
/** State of an award, which follows from its instants. */
export type AwardState = (typeof AWARD_STATES)[number];

/** What may be done with an award of a badge. */
export const AWARD_MACHINE = defineStates({
  record: 'badge-award',
  isDerived: true,
  states: AWARD_STATES,
  initial: ['HELD'],
  actions: {
    REVOKE: {
      from: ['HELD'],
      to: 'REVOKED',
      permission: 'account.award-badge',
      reason: 'required',
      isDestructive: true,
    },
  },
  automatic: {
    EXPIRE: { from: ['HELD'], to: 'EXPIRED', when: 'its days are over' },
    REVOKE_BY_RULE: { from: ['HELD'], to: 'REVOKED', when: 'its rule no longer holds, where the badge says so' },
  },
});
