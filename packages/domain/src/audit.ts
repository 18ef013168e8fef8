import type { Permission } from './policy.ts';
import { REFERENCE_DATA, type ReferenceNoun } from './reference-data.ts';
import { ACCOUNT_MACHINE } from './states/account-states.ts';
import { APP_MACHINE } from './states/app-states.ts';
import { BADGE_MACHINE } from './states/badge-states.ts';
import { CAMPAIGN_MACHINE } from './states/campaign-states.ts';
import { COUPON_MACHINE } from './states/coupon-states.ts';
import { GIVEAWAY_ENTRY_MACHINE, GIVEAWAY_MACHINE, GIVEAWAY_WINNER_MACHINE } from './states/giveaway-states.ts';
import { MACHINE_CLIENT_MACHINE, STREAMER_MACHINE } from './states/machine-client-states.ts';
import { NOTIFICATION_MACHINE } from './states/notification-states.ts';
import { RELEASE_MACHINE } from './states/release-states.ts';
import { type ActionKey, actionKey, actionsOf, type StateMachine } from './states/state-machine.ts';
import { STORE_MACHINE } from './states/store-states.ts';

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
function stateVerbs<Action extends string>(machine: StateMachine<string, Action>) {
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
    'subscribe',
    'unsubscribe',
    'award',
    'expire-badge',
    'retract-note',
    'set-picture',
    'remove-picture',
    'read',
    'read-contact',
    'edit',
    'change-state',
    'retract-any-note',
    'change-many',
    'sync',
    ...stateVerbs(ACCOUNT_MACHINE),
  ],
  approval: [
    'request',
    'approve',
    'decline',
    'cancel',
    'expire',
    'void',
    'comment',
    'set-rule',
    'turn-off',
    'read',
    'decide',
    'configure',
  ],
  attention: ['read'],
  audit: ['read', 'forget-personal'],
  backup: ['read'],
  badge: [...ENTITY_VERBS, ...stateVerbs(BADGE_MACHINE)],
  campaign: [
    'create',
    'update',
    'read',
    'read-all',
    'edit',
    'run',
    'run-large',
    'cancel-redeemed',
    'statistics',
    ...stateVerbs(CAMPAIGN_MACHINE),
  ],
  'config-entry': ['update', 'reset', 'read', 'edit'],
  coupon: ['redeem', 'generate', 'add-own', 'check', 'change-state', 'read', ...stateVerbs(COUPON_MACHINE)],
  dashboard: ['read', 'read-money'],
  export: ['create'],
  'export-schedule': ['create', 'pause', 'resume', 'remove'],
  giveaway: [
    'create',
    'update',
    'enter',
    'add-tickets',
    'withdraw',
    'freeze',
    'draw',
    'download-proof',
    'claim',
    'read',
    'edit',
    ...stateVerbs(GIVEAWAY_MACHINE),
    ...stateVerbs(GIVEAWAY_ENTRY_MACHINE),
    ...stateVerbs(GIVEAWAY_WINNER_MACHINE),
  ],
  import: ['use'],
  job: ['start', 'cancel', 'retry', 'download', 'read', 'manage', 'read-all', 'manage-all'],
  notification: [
    'create',
    'update',
    'start',
    'fail',
    'complete',
    'read',
    'edit',
    'schedule-large',
    'override-limits',
    ...stateVerbs(NOTIFICATION_MACHINE),
  ],
  picture: ['publish'],
  points: ['adjust', 'import', 'reverse', 'transfer', 'transfer-many', 'verify', 'read'],
  app: ['create', 'update', 'read', 'edit', 'allow', 'disallow', ...stateVerbs(APP_MACHINE)],
  'machine-client': ['create', 'update', 'read', 'edit', ...stateVerbs(MACHINE_CLIENT_MACHINE)],
  preference: ['write'],
  presence: ['read'],
  redemption: ['reserve', 'confirm', 'release', 'roll-back', 'read'],
  release: ['create', 'update', 'read', 'edit', ...stateVerbs(RELEASE_MACHINE)],
  'saved-view': ['create', 'update', 'archive', 'move', 'set-team-default', 'use', 'edit-team'],
  segment: ['create', 'update', 'archive', 'restore', 'read', 'edit'],
  secret: ['create', 'rotate', 'remove'],
  session: ['sign-in', 'sign-out', 'revoke', 'confirm', 'ask-access', 'read'],
  staff: [
    'accept-invitation',
    'add',
    'change-password',
    'enrol-second-factor',
    'invite',
    'refuse-access',
    'remove',
    'remove-second-factor',
    'reset',
    'revoke-invitation',
    'set',
    'unlock',
  ],
  'staff-member': ['read', 'edit'],
  store: ['create', 'update', 'read', 'edit', 'change-state', 'change-many', ...stateVerbs(STORE_MACHINE)],
  streamer: ['create', 'update', 'read', 'edit', ...stateVerbs(STREAMER_MACHINE)],
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

/** Personal fields, as `kind.field`, whose values in the trail need a permission. */
export const AUDIT_GUARDED_FIELDS: ReadonlyMap<string, Permission> = new Map([
  ['account.email', 'account.read-contact'],
  ['account.phone', 'account.read-contact'],
]);
