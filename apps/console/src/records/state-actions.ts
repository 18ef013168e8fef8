import {
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
import { errorKey } from '../lib/error-text.ts';
import type { RecordAction } from '../lib/record-actions.ts';

/** How an action stands for a person, as the API says it. */
export interface ActionRight<Action extends string = string> {
  readonly action: Action;
  readonly isAllowed: boolean;
  readonly refusal?: string | null | undefined;
}

/** How an action stands: undefined for people who can never do it. */
export function rightTo<Action extends string>(
  { actions }: { readonly actions: readonly ActionRight<Action>[] },
  action: Action,
): ActionRight<Action> | undefined {
  const right = actions.find((each) => each.action === action);
  return right?.refusal === 'access.denied' ? undefined : right;
}

/**
 * True where an action has a place on the page of a record: it is possible in the state, conditions aside, or it comes next after a step that the
 * product takes by itself.
 */
export function hasPlace(machine: StateMachine, action: string, state: string): boolean {
  const { from = [], to = null } = machine.actions[action] ?? {};
  if (from.includes(state)) return true;
  const next = Object.values(machine.automatic ?? {}).filter((step) => step.from.includes(state));
  return to !== null && to !== state && next.some((step) => step.to !== null && from.includes(step.to));
}

/** How the actions stand of a record whose API names only those that are open. */
export function rightsOf(machine: StateMachine, open: readonly string[], roles: readonly Role[]): ActionRight[] {
  return actionsOf(machine).map((action) => ({
    action,
    isAllowed: open.includes(action),
    refusal: mayDo(machine.actions[action], roles) ? null : 'access.denied',
  }));
}

const mayDo = (action: StateAction | undefined, roles: readonly Role[]) =>
  action !== undefined && may(roles, action.permission);

/** Key of an action on a page: `export-data`. */
export type ActionKey<Action extends string> = Action extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}-${ActionKey<Rest>}`
  : Lowercase<Action>;

interface StateActionOptions<Action extends string, Shown extends Action> {
  readonly machine: StateMachine<string, Action>;
  readonly record: { readonly state: string; readonly actions: readonly ActionRight[] };
  /** Actions in the order of the page, with their icons. */
  readonly icons: Readonly<Record<Shown, UiIcon>>;
  /** Those that stay in sight in states that don't know them. */
  readonly stays?: readonly NoInfer<Shown>[];
  readonly label: (key: ActionKey<NoInfer<Shown>>) => string;
  /** Why the state does not allow it, for refusals without a text of their own. */
  readonly notNow: string | ((action: NoInfer<Shown>) => string);
  readonly t: MessagesHook['t'];
  readonly run: (key: ActionKey<NoInfer<Shown>>) => void;
}

/** What can be done with a record now: absent for people who can never do it and where it has no place, else with the reason why not now. */
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
    if (!right || !(stays.includes(action) || hasPlace(machine, action, record.state))) return [];
    const key = action.toLowerCase().replaceAll('_', '-') as ActionKey<Shown>;
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

/** What a refusal says beyond that the state does not allow it; null where it says no more. */
export function refusalWords(refusal: string | null | undefined, t: MessagesHook['t']): string | null {
  const isPlain = !refusal || refusal === 'state.invalid-transition' || !isErrorCode(refusal);
  return isPlain ? null : t(errorKey(refusal));
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CODES, code);

/**
 * Key of the action that leads on: the first of these that is possible now or will be the step out of this state. Where nothing leads out of
 * it, a new one like it.
 */
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

/** What a dialog asks before an action. */
export function askedBefore<Action extends string>(machine: StateMachine<string, Action>, key: ActionKey<Action>) {
  const { reason = 'none', isDestructive = false } = machine.actions[key.toUpperCase().replaceAll('-', '_') as Action];
  return { isDestructive, isReasonRequired: reason === 'required', hasReason: reason !== 'none' };
}
