import { defineStates } from './state-machine.ts';

/** A draft is not awarded yet. A retired badge is no longer awarded; existing awards remain. */
export const BADGE_STATES = ['DRAFT', 'ACTIVE', 'RETIRED'] as const;
/** One of the states. */
export type BadgeState = (typeof BADGE_STATES)[number];

/** States of a badge and the actions between them. */
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

/** EXPIRED: the award ran out. After EXPIRED or REVOKED, an account may get the badge again. */
export const AWARD_STATES = ['HELD', 'EXPIRED', 'REVOKED'] as const;
/** State of an award, derived from its timestamps. */
export type AwardState = (typeof AWARD_STATES)[number];

/** States of an award and the actions between them. */
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
