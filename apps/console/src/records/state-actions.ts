import {
  type ActionKey,
  actionKey,
  actionsOf,
  ERROR_CODES,
  type ErrorCode,
  may,
  type Role,
  type StateAction,
  type StateMachine,
  stepsOf,
} from '@backcounter/domain';
import type { MessagesHook } from '@backcounter/i18n/react';
import type { UiIcon } from '@backcounter/ui';
import { errorKey } from '../lib/api/error-text.ts';
import type { RecordAction } from '../lib/record/record-actions.ts';

/** Whether a person may take an action now, as the API answers. */
export interface ActionRight<Action extends string = string> {
  readonly action: Action;
  readonly isAllowed: boolean;
  readonly refusal?: string | null | undefined;
}

/** Whether an action is allowed now; undefined for people without its permission. */
export function rightTo<Action extends string>(
  { actions }: { readonly actions: readonly ActionRight<Action>[] },
  action: Action,
): ActionRight<Action> | undefined {
  const right = actions.find((each) => each.action === action);
  return right?.refusal === 'access.denied' ? undefined : right;
}

/** True if the page of a record shows an action: its state allows it, conditions aside, or an automatic step leads to a state that does. */
export function hasPlace(machine: StateMachine, action: string, state: string): boolean {
  const { from = [], to = null } = machine.actions[action] ?? {};
  if (from.includes(state)) return true;
  const next = Object.values(machine.automatic ?? {}).filter((step) => step.from.includes(state));
  return to !== null && to !== state && next.some((step) => step.to !== null && from.includes(step.to));
}

/** The same for a record whose API lists only the actions that are allowed. */
export function rightsOf(machine: StateMachine, open: readonly string[], roles: readonly Role[]): ActionRight[] {
  return actionsOf(machine).map((action) => ({
    action,
    isAllowed: open.includes(action),
    refusal: mayDo(machine.actions[action], roles) ? null : 'access.denied',
  }));
}

const mayDo = (action: StateAction | undefined, roles: readonly Role[]) =>
  action !== undefined && may(roles, action.permission);

interface StateActionOptions<Action extends string, Shown extends Action> {
  readonly machine: StateMachine<string, Action>;
  readonly record: { readonly state: string; readonly actions: readonly ActionRight[] };
  /** Actions in the order of the page, with their icons. */
  readonly icons: Readonly<Record<Shown, UiIcon>>;
  /** Also shown, disabled, in states that do not allow them. */
  readonly stays?: readonly NoInfer<Shown>[];
  readonly label: (key: ActionKey<NoInfer<Shown>>) => string;
  /** Reason if the error code has no text of its own. */
  readonly notNow: string | ((action: NoInfer<Shown>) => string);
  readonly t: MessagesHook['t'];
  readonly run: (key: ActionKey<NoInfer<Shown>>) => void;
}

/**
 * Actions of a record's page. Hidden without permission, and where the record is already in the state that they lead
 * to; disabled, with the reason, if not possible now.
 */
export function stateActions<Action extends string, Shown extends Action>({
  machine,
  record,
  icons,
  stays = [],
  label,
  notNow,
  t,
  run,
}: StateActionOptions<Action, Shown>): RecordAction[] {
  return (Object.entries(icons) as [Shown, UiIcon][]).flatMap(([action, icon]): RecordAction[] => {
    const right = rightTo(record, action);
    const isDone = machine.actions[action].to === record.state && !right?.isAllowed;
    if (!right || isDone || !(stays.includes(action) || hasPlace(machine, action, record.state))) return [];
    const key = actionKey(action);
    const plain = typeof notNow === 'string' ? notNow : notNow(action);
    return [
      {
        key,
        icon,
        label: label(key),
        isAllowed: right.isAllowed,
        whyNot: refusalWords(right.refusal, t) ?? plain,
        isDestructive: machine.actions[action].isDestructive === true,
        isStep: machine.actions[action].to !== null,
        run: () => run(key),
      },
    ];
  });
}

/** The text of an error code; null if it only says that the state does not allow it. */
export function refusalWords(refusal: string | null | undefined, t: MessagesHook['t']): string | null {
  const isPlain = !refusal || refusal === 'state.invalid-transition' || !isErrorCode(refusal);
  return isPlain ? null : t(errorKey(refusal));
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CODES, code);

/** Key of the filled button: the first of these that is allowed or changes the state; in a final state, Duplicate. */
export function mainOf(
  machine: StateMachine,
  state: string,
  actions: readonly RecordAction[],
  keys: readonly string[],
): string {
  const isFinal = stepsOf(machine).every(([, { from, to }]) => to === null || !from.includes(state));
  const order = isFinal ? ['duplicate', ...keys] : keys;
  return order.find((key) => actions.some((action) => action.key === key && (action.isAllowed || action.isStep))) ?? '';
}

/** Properties of the dialog before an action. */
export function askedBefore<Action extends string>(machine: StateMachine<string, Action>, key: ActionKey<Action>) {
  const { reason = 'none', isDestructive = false } = machine.actions[key.toUpperCase().replaceAll('-', '_') as Action];
  return { isDestructive, isReasonRequired: reason === 'required', hasReason: reason !== 'none' };
}
