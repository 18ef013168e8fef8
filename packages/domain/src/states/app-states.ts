import { defineStates } from './state-machine.ts';

/** States of an app. */
export const APP_STATES = ['ACTIVE', 'SUSPENDED'] as const;
/** A state of an app. */
export type AppState = (typeof APP_STATES)[number];

/** States of an app and the actions between them. */
export const APP_MACHINE = defineStates({
  record: 'app',
  states: APP_STATES,
  initial: ['ACTIVE'],
  actions: {
    EDIT: { from: APP_STATES, to: null, permission: 'app.edit' },
    SUSPEND: {
      from: ['ACTIVE'],
      to: 'SUSPENDED',
      permission: 'app.edit',
      reason: 'required',
      effects: ['refuse-tokens'],
      isDestructive: true,
    },
    REACTIVATE: { from: ['SUSPENDED'], to: 'ACTIVE', permission: 'app.edit', reason: 'optional' },
  },
});
