import { defineStates } from './state-machine.ts';

/**
 * A draft is not open yet. A suspended store's wallet is frozen. A closed store can't be reopened, and its sid is never
 * reused.
 */
export const STORE_STATES = ['DRAFT', 'ACTIVE', 'SUSPENDED', 'CLOSED'] as const;
/** One of the states. */
export type StoreState = (typeof STORE_STATES)[number];

/** States of a store and the actions between them. */
export const STORE_MACHINE = defineStates({
  record: 'store',
  states: STORE_STATES,
  initial: ['DRAFT'],
  actions: {
    EDIT: { from: ['DRAFT', 'ACTIVE', 'SUSPENDED'], to: null, permission: 'store.edit' },
    ACTIVATE: {
      from: ['DRAFT'],
      to: 'ACTIVE',
      permission: 'store.change-state',
      reason: 'optional',
      effects: ['open-wallet', 'set-opening-day'],
    },
    SUSPEND: {
      from: ['ACTIVE'],
      to: 'SUSPENDED',
      permission: 'store.change-state',
      reason: 'required',
      effects: ['freeze-wallet'],
      isDestructive: true,
    },
    REACTIVATE: {
      from: ['SUSPENDED'],
      to: 'ACTIVE',
      permission: 'store.change-state',
      reason: 'optional',
      effects: ['thaw-wallet'],
    },
    CLOSE: {
      from: ['ACTIVE', 'SUSPENDED'],
      to: 'CLOSED',
      permission: 'store.change-state',
      reason: 'required',
      typed: 'sid',
      effects: ['freeze-wallet', 'move-points'],
      isDestructive: true,
    },
  },
});
/** Action on a store. */
export type StoreAction = keyof typeof STORE_MACHINE.actions;
