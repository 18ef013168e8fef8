import type { AppError, StateMachine } from '@backcounter/domain';
import { invalidTransition } from '../../crud/state-change.ts';

/** The error for a refusal of a database function: by state or, if the state allows the action, by a condition. */
export function refusedTransition<State extends string, Action extends string>(
  machine: StateMachine<State, Action>,
  action: Action,
  state: State,
  now: Date,
): AppError {
  const { from, conditions = [] } = machine.actions[action];
  const unmet = from.includes(state) ? conditions.map(({ word }) => word) : [];
  return invalidTransition(machine, action, { state, unmet }, now);
}
