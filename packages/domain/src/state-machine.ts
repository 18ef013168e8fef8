import type { ErrorCode } from './errors.ts';
import type { Permission } from './policy.ts';
import type { MachineScope } from './roles.ts';

/** Whether a person says why: not asked, kept if given, or refused without. */
export type ReasonRule = 'none' | 'optional' | 'required';

/** What a person types again to confirm: the number of the account, the sid or the code of the record, or how many recipients there are. */
export type TypedRule = 'number' | 'sid' | 'code' | 'recipients';

/** What else follows from an action, by name, as docs/states.md says it. */
export const STATE_EFFECTS = {
  'freeze-wallet': 'its wallet is frozen (points may come in, none go out)',
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
  'tell-partners': 'its partners are told',
  'alert-staff': 'staff are alerted',
  'count-use': 'the use counts against the limits',
  'return-use': 'the use no longer counts against the limits',
  'post-points': 'points are posted',
  'reverse-points': 'its points are reversed',
  'plan-waves': 'its start and its waves are planned',
  'discard-plan': 'its plan is discarded',
  'take-snapshot': 'its recipients are written down',
  'wake-dispatch': 'sending goes on',
  'cancel-deliveries': 'deliveries that are waiting are canceled',
  'fail-deliveries': 'deliveries that are waiting have failed',
  'fund-escrow': 'the points of its prizes go into escrow',
  'commit-seed': 'its rules and the seed of the draw are fixed',
  'refund-entries': 'entries are refunded, and escrow goes back',
  'freeze-entries': 'its entries are fixed as the leaves of a tree',
  'reveal-seed': 'winners and alternates are drawn, and the seed is revealed',
  'notify-winners': 'winners are told, and may claim',
  'return-leftover': 'points that are left in escrow go back',
  'retire-alternates': 'alternates who were not needed are unused',
  'count-tickets': 'its tickets count in the draw',
  'drop-tickets': 'its tickets no longer count in the draw',
  'promote-alternate': 'the next alternate gets the prize',
  'hand-over-prize': 'points or a code are given at once',
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

/** A rule about more than the state. Whoever judges it knows it by its word. */
export interface StateCondition<State extends string = string> {
  /** The reason that dry runs and jobs give: `closed-too-long`. */
  readonly word: string;
  /** States in which it is checked; all of `from` if absent. */
  readonly in?: readonly State[];
  /** When it holds, for docs/states.md. */
  readonly says: string;
  /** Holds for this many days after the state was reached. The only kind of condition that SQL and TypeScript judge by this table alone. */
  readonly withinDays?: number;
  /** Error code of the API if it does not hold; `state.invalid-transition` if absent. */
  readonly code?: ErrorCode;
}

/** A permission that an action needs under a circumstance. Whoever judges it knows it by its word. */
export interface ExtraPermission {
  readonly word: string;
  /** When it is needed, for docs/states.md. */
  readonly when: string;
  readonly permission: Permission;
}

/** What may be done with a record in which states, by whom, and what follows. */
export interface StateAction<State extends string = string> {
  readonly from: readonly State[];
  /** The state after it; null: it stays as it is. */
  readonly to: State | null;
  /** Permission of staff that it needs. */
  readonly permission: Permission;
  /** `none` if absent. */
  readonly reason?: ReasonRule;
  readonly typed?: TypedRule;
  readonly conditions?: readonly StateCondition<State>[];
  readonly effects?: readonly StateEffect[];
  readonly extraPermissions?: readonly ExtraPermission[];
  /** Shown in red; its dialog starts on Cancel. */
  readonly isDestructive?: boolean;
}

/** What machine clients do with a record. */
export type ClientStep<State extends string = string> = Pick<
  StateAction<State>,
  'from' | 'to' | 'conditions' | 'effects'
> & {
  readonly scope: MachineScope;
};

/** What the product does with a record by itself. */
export type AutomaticStep<State extends string = string> = Pick<StateAction<State>, 'from' | 'to' | 'effects'> & {
  /** When it happens, for docs/states.md. */
  readonly when: string;
};

/** The states of a kind of record, and what leads from one to another. */
export interface StateMachine<State extends string = string, Action extends string = string> {
  /** Noun of the record, as the audit trail has it. */
  readonly record: string;
  readonly states: readonly State[];
  /** True where the state follows from other columns instead of being one. */
  readonly isDerived?: boolean;
  /** States in which a record may be made. */
  readonly initial: readonly State[];
  /** What people do. */
  readonly actions: Readonly<Record<Action, StateAction<State>>>;
  readonly clients?: Readonly<Record<string, ClientStep<State>>>;
  readonly automatic?: Readonly<Record<string, AutomaticStep<State>>>;
  /** True where only functions of the database's owner take automatic steps. SQL then tells them from those of staff. */
  readonly guardsAutomatic?: boolean;
}

/** Declares a machine; the names of its states and actions are kept. */
export function defineStates<const State extends string, const Action extends string>(
  machine: StateMachine<State, Action>,
): StateMachine<State, Action> {
  return machine;
}

/** Names of the actions, in the order of the table. */
export function actionsOf<Action extends string>(machine: StateMachine<string, Action>): readonly Action[] {
  return Object.keys(machine.actions) as Action[];
}

/** An action as texts and the audit trail name it: `export-data`. */
export type ActionKey<Action extends string> = Action extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}-${ActionKey<Rest>}`
  : Lowercase<Action>;

/** The key of an action. */
export function actionKey<Action extends string>(action: Action): ActionKey<Action> {
  return action.toLowerCase().replaceAll('_', '-') as ActionKey<Action>;
}

/** Permissions that an action needs under circumstances, by their words; its own is the first. */
export function permissionsFor<Action extends string>(
  { actions }: StateMachine<string, Action>,
  action: Action,
  circumstances: readonly string[] = [],
): readonly Permission[] {
  const { permission, extraPermissions = [] } = actions[action];
  const extra = extraPermissions.filter(({ word }) => circumstances.includes(word));
  return [permission, ...extra.map((each) => each.permission)];
}

/** What is judged of a record. */
export interface StateFacts<State extends string = string> {
  readonly state: State;
  /** When the state was reached. Needed where a condition counts days. */
  readonly stateChangedAt?: string | Date;
  /** Words of the conditions that do not hold, besides those that count days. */
  readonly unmet?: readonly string[];
}

const DAY_MS = 86_400_000;

/**
 * Why an action is not possible, as a word such as `is-closed`, `already-active` or that of a condition; null where it is possible, as far
 * as the facts say.
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

/** The word for a record whose state does not allow an action that would lead to another one. */
export function stateWord(state: string, to: string | null): string {
  return `${state === to ? 'already' : 'is'}-${state.toLowerCase().replaceAll('_', '-')}`;
}

/** States that people may lead a record to now. */
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

/** An action or a step, as far as all kinds have it. */
export type StateStep<State extends string = string> = Pick<
  StateAction<State>,
  'from' | 'to' | 'conditions' | 'effects'
>;

/** All that leads a record from state to state or keeps it, whoever does it, by name. */
export function stepsOf<State extends string>({
  actions,
  clients = {},
  automatic = {},
}: StateMachine<State>): readonly (readonly [string, StateStep<State>])[] {
  return [...Object.entries<StateAction<State>>(actions), ...Object.entries(clients), ...Object.entries(automatic)];
}

/** Every pair of states of which the second may follow the first, whoever does it. */
export function statePairs<State extends string>(machine: StateMachine<State>): readonly (readonly [State, State])[] {
  return pairsOf(stepsOf(machine).map(([, step]) => step));
}

/** Every pair of states of which the second follows the first by one of the steps. */
export function pairsOf<State extends string>(
  steps: readonly Pick<StateStep<State>, 'from' | 'to'>[],
): readonly (readonly [State, State])[] {
  const pairs = steps.flatMap(({ from, to }) =>
    to === null ? [] : from.filter((state) => state !== to).map((state) => [state, to] as const),
  );
  return pairs.filter(([from, to], at) => pairs.findIndex(([a, b]) => a === from && b === to) === at);
}
