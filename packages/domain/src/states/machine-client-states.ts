import { defineStates } from './state-machine.ts';

/** States of a machine client. A suspended client's requests are refused within 5 s. */
export const MACHINE_CLIENT_STATES = ['ACTIVE', 'SUSPENDED'] as const;
/** A state of a machine client. */
export type MachineClientState = (typeof MACHINE_CLIENT_STATES)[number];

/** States of a machine client and the actions between them. */
export const MACHINE_CLIENT_MACHINE = defineStates({
  record: 'machine-client',
  states: MACHINE_CLIENT_STATES,
  initial: ['ACTIVE'],
  actions: {
    EDIT: { from: MACHINE_CLIENT_STATES, to: null, permission: 'machine-client.edit' },
    ROTATE: { from: ['ACTIVE'], to: null, permission: 'machine-client.edit', reason: 'optional' },
    SUSPEND: {
      from: ['ACTIVE'],
      to: 'SUSPENDED',
      permission: 'machine-client.edit',
      reason: 'required',
      effects: ['refuse-tokens'],
      isDestructive: true,
    },
    REACTIVATE: { from: ['SUSPENDED'], to: 'ACTIVE', permission: 'machine-client.edit', reason: 'optional' },
  },
});

/** A suspended partner can't sign in to campaigns; redemptions of their codes still count for them. */
export const STREAMER_STATES = ['ACTIVE', 'SUSPENDED'] as const;
/** State of a partner. */
export type StreamerState = (typeof STREAMER_STATES)[number];

/** States of a campaign partner and the actions between them. */
export const STREAMER_MACHINE = defineStates({
  record: 'streamer',
  states: STREAMER_STATES,
  initial: ['ACTIVE'],
  actions: {
    EDIT: { from: STREAMER_STATES, to: null, permission: 'streamer.edit' },
    SUSPEND: {
      from: ['ACTIVE'],
      to: 'SUSPENDED',
      permission: 'streamer.edit',
      reason: 'required',
      effects: ['hide-campaigns'],
      isDestructive: true,
    },
    REACTIVATE: { from: ['SUSPENDED'], to: 'ACTIVE', permission: 'streamer.edit', reason: 'optional' },
  },
});
