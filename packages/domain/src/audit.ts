import { REFERENCE_DATA, type ReferenceNoun } from './reference-data.ts';
import { BADGE_MACHINE } from './states/badge-states.ts';
import { type ActionKey, actionKey, actionsOf, type StateMachine } from './states/state-machine.ts';

/** How an audited action ended. DENIED: the caller lacks the permission, or the state does not allow it. */
export const AUDIT_OUTCOMES = ['DONE', 'DENIED', 'FAILED'] as const;
/** One of the three outcomes. */
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** Verbs of reference data. `read` and `edit` name a refusal by the missing permission. */
const ENTITY_VERBS = ['create', 'update', 'archive', 'restore', 'move', 'read', 'edit'] as const;
const REFERENCE_ACTIONS = Object.fromEntries(REFERENCE_DATA.map((noun) => [noun, ENTITY_VERBS])) as Readonly<
  Record<ReferenceNoun, typeof ENTITY_VERBS>
>;

/** Verbs of a state machine's actions, except editing. */
function stateVerbs<Action extends string>(machine: StateMachine<string, Action | 'EDIT'>) {
  const actions = actionsOf(machine).filter((action): action is Exclude<Action, 'EDIT'> => action !== 'EDIT');
  return actions.map((action): ActionKey<Exclude<Action, 'EDIT'>> => actionKey(action));
}

/**
 * Every audited action, as kind of record -> verbs; an event's action is `kind.verb`. A refusal for a missing
 * permission is recorded under the permission's own name, so every permission that the API checks is listed too. The
 * console has a label for each kind and verb in every language.
 */
export const AUDIT_ACTIONS = {
  ...REFERENCE_ACTIONS,
  account: [
    'create',
    'update',
    'suspend',
    'reactivate',
    'close',
    'subscribe',
    'unsubscribe',
    'award',
    'revoke-badge',
    'expire-badge',
    'write-note',
    'retract-note',
    'invalidate-device',
    'export-data',
    'erase',
    'reveal-contact',
    'set-picture',
    'remove-picture',
    'read',
    'read-contact',
    'edit',
    'change-state',
    'change-topics',
    'award-badge',
    'retract-any-note',
    'change-many',
    'sync',
  ],
  attention: ['read'],
  audit: ['read', 'forget-personal'],
  backup: ['read'],
  badge: [...ENTITY_VERBS, ...stateVerbs(BADGE_MACHINE)],
  campaign: [
    'create',
    'update',
    'activate',
    'pause',
    'resume',
    'cancel',
    'archive',
    'duplicate',
    'read',
    'read-all',
    'edit',
    'run',
    'run-large',
    'cancel-redeemed',
    'statistics',
  ],
  'config-entry': ['update', 'reset', 'read', 'edit'],
  coupon: ['redeem', 'generate', 'reveal', 'disable', 'enable', 'check', 'change-state', 'read'],
  dashboard: ['read', 'read-money'],
  export: ['create'],
  giveaway: [
    'create',
    'update',
    'duplicate',
    'register',
    'publish',
    'cancel',
    'enter',
    'add-tickets',
    'withdraw',
    'disqualify',
    'reinstate',
    'freeze',
    'draw',
    'download-proof',
    'announce',
    'claim',
    'forfeit',
    'fulfil',
    'settle',
    'read',
    'edit',
  ],
  import: ['use'],
  job: ['start', 'cancel', 'retry', 'download', 'read', 'manage', 'read-all', 'manage-all'],
  notification: [
    'create',
    'update',
    'duplicate',
    'resend',
    'test',
    'schedule',
    'unschedule',
    'start',
    'pause',
    'resume',
    'cancel',
    'fail',
    'complete',
    'read',
    'edit',
    'schedule-large',
    'override-limits',
  ],
  points: ['adjust', 'reverse', 'transfer', 'transfer-many', 'verify', 'read'],
  'machine-client': ['create', 'update', 'suspend', 'reactivate', 'rotate', 'read', 'edit'],
  preference: ['write'],
  presence: ['read'],
  redemption: ['reserve', 'confirm', 'release', 'roll-back', 'read'],
  release: ['create', 'update', 'duplicate', 'publish', 'withdraw', 'discard', 'read', 'edit'],
  'saved-view': ['create', 'update', 'archive', 'move', 'set-team-default', 'use', 'edit-team'],
  secret: ['rotate'],
  session: ['sign-in', 'sign-out', 'revoke', 'confirm', 'read'],
  staff: ['add', 'set', 'remove', 'reset', 'unlock', 'change-password', 'enrol-second-factor', 'remove-second-factor'],
  store: [
    'create',
    'update',
    'activate',
    'suspend',
    'reactivate',
    'close',
    'read',
    'edit',
    'change-state',
    'change-many',
  ],
  streamer: ['create', 'update', 'suspend', 'reactivate', 'read', 'edit'],
  translation: ['update', 'accept', 'restore', 'clear-reports', 'generate-pseudo', 'read', 'write', 'publish'],
  'translation-language': ['create', 'update', 'publish', 'roll-back', 'withdraw'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Kind of record in the audit trail. */
export type AuditKind = keyof typeof AUDIT_ACTIONS;
/** Verb of any kind of record. */
export type AuditVerb = (typeof AUDIT_ACTIONS)[AuditKind][number];
/** Audited action, such as `account.suspend`. */
export type AuditAction = { [Kind in AuditKind]: `${Kind}.${(typeof AUDIT_ACTIONS)[Kind][number]}` }[AuditKind];

/** The kinds, in the order of the table. */
export const AUDIT_KINDS = Object.keys(AUDIT_ACTIONS) as readonly AuditKind[];
