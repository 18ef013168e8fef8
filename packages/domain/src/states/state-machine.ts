import type { Permission } from '../policy.ts';
import type { MachineScope } from '../roles.ts';
import type { ErrorCode } from '../values/errors.ts';

/** Whether an action takes a reason: no, optionally, or required. */
export type ReasonRule = 'none' | 'optional' | 'required';

/** Text that a person types to confirm: the account's number, the record's sid or code, or the number of recipients. */
export type TypedRule = 'number' | 'sid' | 'code' | 'recipients';

/** Side effects of actions by name, with their text in docs/states.md. */
export const STATE_EFFECTS = {
  'freeze-wallet': 'its wallet is frozen (it can be credited, not debited)',
  'thaw-wallet': 'its wallet is open again',
  'open-wallet': 'it gets a wallet',
  'move-points': 'points that are left go to the chosen store, or expire',
  'set-opening-day': 'it opens today, unless a day is set',
  'invalidate-devices': 'its devices get no more notifications',
  'release-reservations': 'coupons that are reserved are released',
  'withdraw-privacy-request': 'a request to erase its data is withdrawn',
  'erase-personal-data': 'its personal data is erased, in the audit trail as well',
  'divide-limits': 'its limits are divided among its slices',
  'close-limits': 'no code can be redeemed',
  'open-limits': 'codes can be redeemed again',
  'tell-partners': 'its partners are notified',
  'alert-staff': 'staff are alerted',
  'count-use': 'the use counts against the limits',
  'return-use': 'the use no longer counts against the limits',
  'post-points': 'points are posted',
  'reverse-points': 'its points are reversed',
  'plan-waves': 'its start and its waves are planned',
  'discard-plan': 'its plan is discarded',
  'take-snapshot': 'its recipients are recorded',
  'wake-dispatch': 'sending continues',
  'cancel-deliveries': 'deliveries that are waiting are canceled',
  'fail-deliveries': 'deliveries that are waiting have failed',
  'fund-escrow': 'the points of its prizes go into escrow',
  'commit-seed': 'its rules and the seed of the draw are fixed',
  'refund-entries': 'entries are refunded, and escrow is returned',
  'freeze-entries': 'its entries are fixed as the leaves of a tree',
  'reveal-seed': 'winners and alternates are drawn, and the seed is revealed',
  'notify-winners': 'winners are notified, and may claim',
  'return-leftover': 'points that are left in escrow are returned',
  'retire-alternates': 'alternates who were not needed are unused',
  'count-tickets': 'its tickets count in the draw',
  'drop-tickets': 'its tickets no longer count in the draw',
  'promote-alternate': 'the next alternate gets the prize',
  'hand-over-prize': 'points or a code are given immediately',
  'show-release': 'the popup, the changelog and its feeds show it',
  'hide-release': 'the popup, the changelog and its feeds no longer show it',
  'delete-record': 'it is deleted',
  'award-by-rule': 'accounts that meet its rule get it',
  'refuse-tokens': 'its tokens are refused within 5 seconds',
  'hide-campaigns': 'its person no longer sees campaigns',
  'queue-job': 'it is queued',
  'stop-job': 'a running one is stopped after the batch it works on',
} as const;
/** Name of an effect. */
export type StateEffect = keyof typeof STATE_EFFECTS;

/** A condition on more than the state. The code that checks it identifies it by `word`. */
export interface StateCondition<State extends string = string> {
  /** Reason in dry runs and jobs: `closed-too-long`. */
  readonly word: string;
  /** States in which it is checked; all of `from` if absent. */
  readonly in?: readonly State[];
  /** The condition as text, for docs/states.md. */
  readonly says: string;
  /**
   * Days since the state was reached within which it holds. The only kind of condition that SQL and TypeScript check
   * from this table alone.
   */
  readonly withinDays?: number;
  /** Error code of the API if it does not hold; `state.invalid-transition` if absent. */
  readonly code?: ErrorCode;
}

/** An additional permission for some circumstances. The code that checks it identifies it by `word`. */
export interface ExtraPermission {
  readonly word: string;
  /** The circumstances as text, for docs/states.md. */
  readonly when: string;
  readonly permission: Permission;
}

/** An action: in which states, by whom, and with which result. */
export interface StateAction<State extends string = string> {
  readonly from: readonly State[];
  /** The state after it; null: unchanged. */
  readonly to: State | null;
  /** Required permission of staff. */
  readonly permission: Permission;
  /** `none` if absent. */
  readonly reason?: ReasonRule;
  readonly typed?: TypedRule;
  readonly conditions?: readonly StateCondition<State>[];
  readonly effects?: readonly StateEffect[];
  readonly extraPermissions?: readonly ExtraPermission[];
  /** Shown in red; its dialog focuses Cancel first. */
  readonly isDestructive?: boolean;
}

/** An action of machine clients. */
export type ClientStep<State extends string = string> = Pick<
  StateAction<State>,
  'from' | 'to' | 'conditions' | 'effects'
> & {
  readonly scope: MachineScope;
};

/** An automatic transition. */
export type AutomaticStep<State extends string = string> = Pick<StateAction<State>, 'from' | 'to' | 'effects'> & {
  /** The trigger as text, for docs/states.md. */
  readonly when: string;
};

/** The states of a kind of record and the transitions between them. */
export interface StateMachine<State extends string = string, Action extends string = string> {
  /** Noun of the record, as in the audit trail. */
  readonly record: string;
  readonly states: readonly State[];
  /** True when the state derives from other columns instead of a column of its own. */
  readonly isDerived?: boolean;
  /** Possible states of a new record. */
  readonly initial: readonly State[];
  /** Actions of staff. */
  readonly actions: Readonly<Record<Action, StateAction<State>>>;
  readonly clients?: Readonly<Record<string, ClientStep<State>>>;
  readonly automatic?: Readonly<Record<string, AutomaticStep<State>>>;
  /**
   * True when only functions of the database's owner take automatic steps, so that SQL can distinguish them from
   * actions of staff.
   */
  readonly guardsAutomatic?: boolean;
}

/** Declares a state machine and keeps the literal names of its states and actions. */
export function defineStates<const State extends string, const Action extends string>(
  machine: StateMachine<State, Action>,
): StateMachine<State, Action> {
  return machine;
}

/** Names of the actions, in the order of the table. */
export function actionsOf<Action extends string>(machine: StateMachine<string, Action>): readonly Action[] {
  return Object.keys(machine.actions) as Action[];
}

/** An action as in message keys and the audit trail: `export-data`. */
export type ActionKey<Action extends string> = Action extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}-${ActionKey<Rest>}`
  : Lowercase<Action>;

/** The key of an action. */
export function actionKey<Action extends string>(action: Action): ActionKey<Action> {
  return action.toLowerCase().replaceAll('_', '-') as ActionKey<Action>;
}

/** The permissions of an action by circumstance; its own is the first. */
export function permissionsFor<Action extends string>(
  { actions }: StateMachine<string, Action>,
  action: Action,
  circumstances: readonly string[] = [],
): readonly Permission[] {
  const { permission, extraPermissions = [] } = actions[action];
  const extra = extraPermissions.filter(({ word }) => circumstances.includes(word));
  return [permission, ...extra.map((each) => each.permission)];
}

/** Facts about a record that conditions depend on. */
export interface StateFacts<State extends string = string> {
  readonly state: State;
  /** When the state was reached. Required by conditions that count days. */
  readonly stateChangedAt?: string | Date;
  /** Conditions that do not hold, by word, except those that count days. */
  readonly unmet?: readonly string[];
}

const DAY_MS = 86_400_000;

/**
 * Why an action is not possible, as a word such as `is-closed`, `already-active` or that of a condition; null if it is
 * possible, as far as the facts show.
 */
export function stateRefusal<State extends string, Action extends string>(
  { actions }: StateMachine<State, Action>,
  action: Action,
  { state, stateChangedAt, unmet = [] }: StateFacts<State>,
  now: Date,
): string | null {
  const { from, to, conditions = [] } = actions[action];
  if (!from.includes(state)) return stateWord(state, to);
  const failed = conditions.find(({ word, in: states = from, withinDays }) => {
    if (!states.includes(state)) return false;
    if (withinDays === undefined) return unmet.includes(word);
    return stateChangedAt !== undefined && now.getTime() - new Date(stateChangedAt).getTime() > withinDays * DAY_MS;
  });
  return failed?.word ?? null;
}

/** The refusal of a record whose state does not allow an action with the given target state. */
export function stateWord(state: string, to: string | null): string {
  return `${state === to ? 'already' : 'is'}-${state.toLowerCase().replaceAll('_', '-')}`;
}

/** States that staff can move a record to now. */
export function openStates<State extends string>(
  machine: StateMachine<State>,
  facts: StateFacts<State>,
  now: Date,
): readonly State[] {
  const next = Object.entries<StateAction<State>>(machine.actions)
    .filter(([action]) => stateRefusal(machine, action, facts, now) === null)
    .flatMap(([, { to }]) => (to === null || to === facts.state ? [] : [to]));
  return [...new Set(next)];
}

/** The properties that actions and steps share. */
export type StateStep<State extends string = string> = Pick<
  StateAction<State>,
  'from' | 'to' | 'conditions' | 'effects'
>;

/** All transitions by name, of staff, machine clients and the product. */
export function stepsOf<State extends string>({
  actions,
  clients = {},
  automatic = {},
}: StateMachine<State>): readonly (readonly [string, StateStep<State>])[] {
  return [...Object.entries<StateAction<State>>(actions), ...Object.entries(clients), ...Object.entries(automatic)];
}

/** Every pair of successive states, whatever the transition. */
export function statePairs<State extends string>(machine: StateMachine<State>): readonly (readonly [State, State])[] {
  return pairsOf(stepsOf(machine).map(([, step]) => step));
}

/** Every pair of successive states among the given steps. */
export function pairsOf<State extends string>(
  steps: readonly Pick<StateStep<State>, 'from' | 'to'>[],
): readonly (readonly [State, State])[] {
  const pairs = steps.flatMap(({ from, to }) =>
    to === null ? [] : from.filter((state) => state !== to).map((state) => [state, to] as const),
  );
  return pairs.filter(([from, to], at) => pairs.findIndex(([a, b]) => a === from && b === to) === at);
}
