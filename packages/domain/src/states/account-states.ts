import { defineStates } from './state-machine.ts';

/** Staff close an account. Erasure then removes its personal data permanently. */
export const ACCOUNT_STATES = ['ACTIVE', 'SUSPENDED', 'CLOSED', 'ERASED'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

const KEPT = ['ACTIVE', 'SUSPENDED', 'CLOSED'] as const;

/** States of an account and the actions between them. */
export const ACCOUNT_MACHINE = defineStates({
  record: 'account',
  states: ACCOUNT_STATES,
  initial: ['ACTIVE'],
  actions: {
    EDIT: { from: KEPT, to: null, permission: 'account.edit' },
    SUSPEND: {
      from: ['ACTIVE'],
      to: 'SUSPENDED',
      permission: 'account.change-state',
      reason: 'required',
      effects: ['freeze-wallet'],
      isDestructive: true,
    },
    REACTIVATE: {
      from: ['SUSPENDED', 'CLOSED'],
      to: 'ACTIVE',
      permission: 'account.change-state',
      reason: 'optional',
      conditions: [{ word: 'closed-too-long', in: ['CLOSED'], says: 'closed for at most 30 days', withinDays: 30 }],
      effects: ['thaw-wallet', 'withdraw-privacy-request'],
    },
    CLOSE: {
      from: ['ACTIVE', 'SUSPENDED'],
      to: 'CLOSED',
      permission: 'account.change-state',
      reason: 'required',
      typed: 'number',
      effects: ['freeze-wallet', 'invalidate-devices', 'release-reservations'],
      isDestructive: true,
    },
    ERASE: {
      from: ['CLOSED'],
      to: 'ERASED',
      permission: 'account.erase',
      reason: 'required',
      typed: 'number',
      effects: ['erase-personal-data'],
      isDestructive: true,
    },
    REVEAL_CONTACT: { from: KEPT, to: null, permission: 'account.reveal-contact', reason: 'required' },
    CHANGE_TOPICS: { from: ['ACTIVE', 'SUSPENDED'], to: null, permission: 'account.change-topics', reason: 'optional' },
    ISSUE_CARD: { from: ['ACTIVE', 'SUSPENDED'], to: null, permission: 'account.edit', reason: 'optional' },
    AWARD_BADGE: { from: ['ACTIVE'], to: null, permission: 'account.award-badge' },
    REVOKE_BADGE: { from: KEPT, to: null, permission: 'account.award-badge', reason: 'required' },
    INVALIDATE_DEVICE: { from: KEPT, to: null, permission: 'account.invalidate-device', reason: 'required' },
    WRITE_NOTE: { from: KEPT, to: null, permission: 'account.write-note' },
    EXPORT_DATA: { from: KEPT, to: null, permission: 'account.export-data', reason: 'required' },
  },
  automatic: {
    END_SUSPENSION: {
      from: ['SUSPENDED'],
      to: 'ACTIVE',
      when: 'its suspension was to end then',
      effects: ['thaw-wallet'],
    },
    ERASE_ON_REQUEST: {
      from: ['CLOSED'],
      to: 'ERASED',
      when: 'its owner asked for it 30 days ago',
      effects: ['erase-personal-data'],
    },
  },
});
/** Action on an account. */
export type AccountAction = keyof typeof ACCOUNT_MACHINE.actions;
