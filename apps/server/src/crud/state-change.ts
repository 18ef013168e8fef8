import {
  AppError,
  actionsOf,
  type ErrorCode,
  type ErrorDetails,
  openStates,
  permissionsFor,
  type ReasonRule,
  reason as reasonRule,
  type StateFacts,
  type StateMachine,
  stateRefusal,
} from '@backcounter/domain';
import { callerMay, type RequestContext, requirePermission } from '../graphql/request-context.ts';
import type { Caller } from '../ports/identity.ts';

/** Whether a caller may take an action, and the error code if not. */
export interface ActionRight<Action extends string> {
  readonly action: Action;
  readonly isAllowed: boolean;
  readonly refusal: ErrorCode | null;
}

/** Facts about a record and its caller that decide on an action. */
export interface ActionFacts<State extends string = string> extends StateFacts<State> {
  /** The extra permissions that are needed now, by word. */
  readonly circumstances?: readonly string[];
}

/** Actions that a caller may take on a record in its current state. */
export function actionRights<State extends string, Action extends string>(
  machine: StateMachine<State, Action>,
  facts: ActionFacts<State>,
  caller: Caller,
  now: Date,
): ActionRight<Action>[] {
  return actionsOf(machine).map((action) => {
    const refusal = actionRefusal(machine, action, facts, caller, now);
    return { action, isAllowed: refusal === null, refusal };
  });
}

/** The error code of an action: for lack of its permission, or because of the state. Null if it is allowed. */
export function actionRefusal<State extends string, Action extends string>(
  machine: StateMachine<State, Action>,
  action: Action,
  facts: ActionFacts<State>,
  caller: Caller,
  now: Date,
): ErrorCode | null {
  if (!callerMay(caller, machine.actions[action].permission)) return 'access.denied';
  const mayAll = permissionsFor(machine, action, facts.circumstances).every((permission) =>
    callerMay(caller, permission),
  );
  return refusalCode(machine, action, facts, now) ?? (mayAll ? null : 'access.denied');
}

/**
 * For a caller who holds the permission of the action itself.
 * @throws AppError as `refuseState` does; `access.denied` with an extra permission that is needed now
 */
export function refuseAction<State extends string, Action extends string>(
  machine: StateMachine<State, Action>,
  action: Action,
  facts: ActionFacts<State>,
  { caller, now }: Pick<RequestContext, 'caller' | 'now'>,
  problems: ConditionProblems = {},
): void {
  refuseState(machine, action, facts, now, problems);
  for (const permission of permissionsFor(machine, action, facts.circumstances)) requirePermission(caller, permission);
}

/** Messages for the conditions of a record that have their own error codes. */
export type ConditionProblems = Partial<
  Readonly<Record<ErrorCode, { readonly message: string; readonly details?: ErrorDetails }>>
>;

/**
 * @throws AppError where the state of a record or a condition does not allow an action: the code of the condition, or
 * `state.invalid-transition` with the possible states
 */
export function refuseState<State extends string, Action extends string>(
  machine: StateMachine<State, Action>,
  action: Action,
  facts: StateFacts<State>,
  now: Date,
  problems: ConditionProblems = {},
): void {
  const code = refusalCode(machine, action, facts, now);
  if (code === null) return;
  throw code === 'state.invalid-transition'
    ? invalidTransition(machine, action, facts, now)
    : new AppError(code, problems[code]);
}

function refusalCode<State extends string, Action extends string>(
  machine: StateMachine<State, Action>,
  action: Action,
  facts: StateFacts<State>,
  now: Date,
): ErrorCode | null {
  const word = stateRefusal(machine, action, facts, now);
  if (word === null) return null;
  const condition = machine.actions[action].conditions?.find((each) => each.word === word);
  return condition?.code ?? 'state.invalid-transition';
}

/** The error for an action that the current state of a record does not allow. */
export function invalidTransition<State extends string, Action extends string>(
  machine: StateMachine<State, Action>,
  action: Action,
  facts: StateFacts<State>,
  now: Date,
): AppError {
  const noun = machine.record.replaceAll('-', ' ');
  return new AppError('state.invalid-transition', {
    message: `This is not possible in the present state of the ${noun}.`,
    details: {
      from: facts.state,
      to: machine.actions[action].to ?? facts.state,
      allowed: openStates(machine, facts, now),
    },
  });
}

/** A reason to store, by the rule of an action. @throws AppError `reason.required`, `field.invalid` */
export function statedReason(rule: ReasonRule = 'none', text: string | null): string | null {
  if (rule === 'none' || ((text ?? '').trim() === '' && rule === 'optional')) return null;
  return requiredReason(text);
}

/** A required reason to store. @throws AppError `reason.required`, `field.invalid` */
export function requiredReason(text: string | null): string {
  const parsed = reasonRule.safeParse(text ?? '');
  if (parsed.success) return parsed.data;
  const isMissing = (text ?? '').trim() === '';
  throw new AppError(isMissing ? 'reason.required' : 'field.invalid', {
    message: isMissing ? 'A reason is required.' : 'The reason is too long.',
    details: { fields: { reason: [{ rule: isMissing ? 'required' : 'too-long' }] } },
  });
}
