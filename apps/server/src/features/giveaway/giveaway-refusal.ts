import type { AppError, StateMachine } from '@backcounter/domain';
import { invalidTransition } from '../../crud/state-change.ts';

/** The error for what a function of the database has refused: by the state, or, where that allows it, by a condition. */
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
