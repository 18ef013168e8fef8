import { defineStates } from './state-machine.ts';

/** Stored state of a giveaway; whether people can enter also depends on the time (`giveawayStatusAt` in `giveaway.ts`). */
export const GIVEAWAY_STATES = ['DRAFT', 'PUBLISHED', 'FROZEN', 'DRAWN', 'ANNOUNCED', 'SETTLED', 'CANCELED'] as const;
/** One of the states. */
export type GiveawayState = (typeof GIVEAWAY_STATES)[number];

/** States of a giveaway and the actions between them. */
export const GIVEAWAY_MACHINE = defineStates({
  record: 'giveaway',
  states: GIVEAWAY_STATES,
  initial: ['DRAFT'],
  actions: {
    EDIT: { from: GIVEAWAY_STATES.filter((state) => state !== 'CANCELED'), to: null, permission: 'giveaway.edit' },
    PUBLISH: {
      from: ['DRAFT'],
      to: 'PUBLISHED',
      permission: 'giveaway.publish',
      reason: 'required',
      typed: 'code',
      conditions: [
        {
          word: 'registration-missing',
          says: 'the prizes are registered where New York and Florida require it',
          code: 'giveaway.registration-missing',
        },
      ],
      effects: ['fund-escrow', 'commit-seed'],
    },
    REGISTER: { from: ['DRAFT'], to: null, permission: 'giveaway.publish' },
    ANNOUNCE: { from: ['DRAWN'], to: 'ANNOUNCED', permission: 'giveaway.announce', effects: ['notify-winners'] },
    SETTLE: {
      from: ['ANNOUNCED'],
      to: 'SETTLED',
      permission: 'giveaway.settle',
      reason: 'required',
      conditions: [
        { word: 'prizes-open', says: 'every prize was delivered or forfeited', code: 'giveaway.prizes-open' },
      ],
      effects: ['return-leftover', 'retire-alternates'],
    },
    CANCEL: {
      from: ['DRAFT', 'PUBLISHED'],
      to: 'CANCELED',
      permission: 'giveaway.cancel',
      reason: 'required',
      typed: 'code',
      effects: ['refund-entries'],
      isDestructive: true,
    },
    DUPLICATE: { from: GIVEAWAY_STATES, to: null, permission: 'giveaway.edit' },
  },
  automatic: {
    FREEZE: { from: ['PUBLISHED'], to: 'FROZEN', when: 'entries have closed', effects: ['freeze-entries'] },
    SETTLE_EMPTY: { from: ['FROZEN'], to: 'SETTLED', when: 'there are no entries', effects: ['return-leftover'] },
    DRAW: {
      from: ['FROZEN'],
      to: 'DRAWN',
      when: 'the time of the draw has come, at least 60 seconds after the freeze',
      effects: ['reveal-seed'],
    },
    SETTLE_COMPLETE: {
      from: ['ANNOUNCED'],
      to: 'SETTLED',
      when: 'every prize was delivered or forfeited',
      effects: ['return-leftover', 'retire-alternates'],
    },
  },
});
/** Action on a giveaway, in display order. */
export type GiveawayAction = keyof typeof GIVEAWAY_MACHINE.actions;

/** VALID entries take part in the draw. */
export const GIVEAWAY_ENTRY_STATES = ['VALID', 'WITHDRAWN', 'DISQUALIFIED'] as const;
/** State of an entry. */
export type GiveawayEntryState = (typeof GIVEAWAY_ENTRY_STATES)[number];

const BEFORE_FREEZE = [{ word: 'fixed', says: 'entries are not frozen yet' }] as const;
const WHILE_OPEN = [{ word: 'closed', says: 'people can enter' }] as const;
const IF_ELIGIBLE = [...WHILE_OPEN, { word: 'not-eligible', says: 'the account may take part' }] as const;

/** States of an entry and the actions between them. */
export const GIVEAWAY_ENTRY_MACHINE = defineStates({
  record: 'giveaway-entry',
  states: GIVEAWAY_ENTRY_STATES,
  initial: ['VALID'],
  actions: {
    DISQUALIFY: {
      from: ['VALID'],
      to: 'DISQUALIFIED',
      permission: 'giveaway.disqualify',
      reason: 'required',
      conditions: BEFORE_FREEZE,
      effects: ['drop-tickets'],
      isDestructive: true,
    },
    REINSTATE: {
      from: ['DISQUALIFIED'],
      to: 'VALID',
      permission: 'giveaway.disqualify',
      reason: 'required',
      conditions: BEFORE_FREEZE,
      effects: ['count-tickets'],
    },
  },
  clients: {
    ENTER_AGAIN: {
      from: ['WITHDRAWN'],
      to: 'VALID',
      scope: 'giveaway.enter',
      conditions: IF_ELIGIBLE,
      effects: ['count-tickets'],
    },
    ADD_TICKETS: {
      from: ['VALID'],
      to: null,
      scope: 'giveaway.enter',
      conditions: IF_ELIGIBLE,
      effects: ['count-tickets'],
    },
    WITHDRAW: {
      from: ['VALID'],
      to: 'WITHDRAWN',
      scope: 'giveaway.enter',
      conditions: WHILE_OPEN,
      effects: ['drop-tickets', 'reverse-points'],
    },
  },
});
/** Staff action on an entry. */
export type GiveawayEntryAction = keyof typeof GIVEAWAY_ENTRY_MACHINE.actions;

/**
 * DRAWN: set by the draw. PROMOTED: an alternate who has a prize but is not notified yet. NOTIFIED: may claim. CLAIMED:
 * wants the prize. FULFILLED: has it. FORFEITED: lost it. UNUSED: an alternate who was not needed.
 */
export const GIVEAWAY_WINNER_STATES = [
  'DRAWN',
  'NOTIFIED',
  'CLAIMED',
  'FULFILLED',
  'FORFEITED',
  'PROMOTED',
  'UNUSED',
] as const;
/** State of a winner or an alternate. */
export type GiveawayWinnerState = (typeof GIVEAWAY_WINNER_STATES)[number];

/** States of a winner or an alternate and the actions between them. */
export const GIVEAWAY_WINNER_MACHINE = defineStates({
  record: 'giveaway-winner',
  states: GIVEAWAY_WINNER_STATES,
  initial: ['DRAWN'],
  actions: {
    FORFEIT: {
      from: ['DRAWN', 'PROMOTED', 'NOTIFIED', 'CLAIMED'],
      to: 'FORFEITED',
      permission: 'giveaway.forfeit',
      reason: 'required',
      conditions: [
        { word: 'without-prize', says: 'a prize is theirs' },
        { word: 'settled', says: 'the giveaway is drawn or announced' },
      ],
      effects: ['promote-alternate'],
      isDestructive: true,
    },
    FULFIL: {
      from: ['CLAIMED'],
      to: 'FULFILLED',
      permission: 'giveaway.fulfil',
      reason: 'optional',
      conditions: [{ word: 'no-coupon', says: 'a code is left, where the prize is one', code: 'giveaway.no-coupon' }],
    },
  },
  clients: {
    CLAIM: {
      from: ['NOTIFIED'],
      to: 'CLAIMED',
      scope: 'giveaway.enter',
      conditions: [
        { word: 'too-late', says: 'the time to claim is not over' },
        { word: 'account-not-active', says: 'their account is active' },
      ],
      effects: ['hand-over-prize'],
    },
  },
  automatic: {
    PROMOTE: { from: ['DRAWN'], to: 'PROMOTED', when: 'a winner before them has lost the prize' },
    NOTIFY: { from: ['DRAWN', 'PROMOTED'], to: 'NOTIFIED', when: 'the giveaway is announced' },
    HAND_OVER: { from: ['CLAIMED'], to: 'FULFILLED', when: 'points or a code were given at the claim' },
    EXPIRE: {
      from: ['NOTIFIED'],
      to: 'FORFEITED',
      when: 'the time to claim is over',
      effects: ['promote-alternate'],
    },
    RETIRE: { from: ['DRAWN'], to: 'UNUSED', when: 'the giveaway is settled without needing them' },
  },
});
/** Staff action on a winner. */
export type GiveawayWinnerAction = keyof typeof GIVEAWAY_WINNER_MACHINE.actions;
