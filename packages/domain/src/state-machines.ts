import { ACCOUNT_MACHINE } from './account-states.ts';
import type { StateMachine } from './state-machine.ts';

/** The machine of every kind of record that has states, in the order of docs/states.md. */
export const STATE_MACHINES: readonly StateMachine[] = [ACCOUNT_MACHINE];
