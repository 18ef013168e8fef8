import {
  AppError,
  type DeliveryReason,
  type DeliveryState,
  type ErrorCode,
  type LocalizedText,
  NOTIFICATION_TRANSITIONS,
  type NotificationSendMode,
  type NotificationState,
  notificationFields,
  type TOPIC_KINDS,
} from '@backcounter/domain';
import type { Expected } from '../../crud/read-record.ts';
import { callerMay, type EffectContext, type RequestContext } from '../../graphql/request-context.ts';
import type { Selection } from '../../graphql/selection.ts';
import { columnsAsked } from '../../listing/list-columns.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import type { Caller } from '../../ports/identity.ts';
import { notificationList } from './notification.list.ts';
import type { Wave } from './notification-waves.ts';

/** A notification as far as it was asked for; members are named as the columns of its list. */
export interface NotificationRow {
  readonly id: string;
  readonly topicId: string;
  readonly topic: NotificationTopic;
  readonly titleI18n: LocalizedText;
  readonly bodyI18n: LocalizedText;
  readonly imageUrl: string | null;
  readonly deepLink: string | null;
  readonly countryCodes: readonly string[];
  readonly areaIds: readonly string[];
  readonly areas: readonly (Named & { readonly countryCode: string })[];
  readonly badgeId: string | null;
  readonly badge: Named | null;
  readonly lastSeenWithinDays: number | null;
  readonly sendMode: NotificationSendMode;
  readonly sendAt: string | null;
  readonly sendLocal: string | null;
  readonly timezone: string;
  readonly notAfter: string | null;
  readonly ttlSeconds: number;
  readonly throttlePerMinute: number | null;
  readonly ignoreQuietHours: boolean;
  readonly ignoreFrequencyCap: boolean;
  readonly state: NotificationState;
  readonly stateReason: string | null;
  readonly stateChangedAt: string;
  readonly stateChangedBySub: string | null;
  readonly stateChangedByName: string | null;
  readonly scheduledAt: string | null;
  readonly startsAt: string | null;
  readonly preparedAt: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly audienceEstimate: number | null;
  readonly audienceEstimatedAt: string | null;
  readonly audienceIsExact: boolean | null;
  readonly wavePlan: readonly Wave[];
  readonly recipients: number;
  readonly sent: number;
  readonly received: number;
  readonly opened: number;
  readonly failed: number;
  readonly skipped: number;
  readonly deferred: number;
  readonly canceled: number;
  readonly pending: number;
  readonly reasons: readonly ReasonCount[];
  readonly missingLocales: readonly string[];
  readonly isTested: boolean;
  readonly testSends: readonly TestSend[];
  readonly resendOfId: string | null;
  readonly resendOf: NotificationReference | null;
  readonly resentBy: readonly NotificationReference[];
  readonly isUndoable: boolean;
  readonly createdAt: string;
  readonly createdBySub: string | null;
  readonly createdByName: string | null;
  readonly updatedAt: string;
  readonly updatedBySub: string | null;
  readonly updatedByName: string | null;
  readonly version: number;
}

/** An area, a badge or the like that a notification names. */
export interface Named {
  readonly id: string;
  readonly code: string;
  readonly nameI18n: LocalizedText;
}

/** The topic of a notification. */
export interface NotificationTopic extends Named {
  readonly kind: (typeof TOPIC_KINDS)[number];
  readonly isArchived: boolean;
  readonly subscribers: number;
}

/** Another notification. */
export interface NotificationReference {
  readonly id: string;
  readonly titleI18n: LocalizedText;
  readonly state: NotificationState;
}

/** How many deliveries wait or ended for a reason. */
export interface ReasonCount {
  readonly state: DeliveryState;
  readonly reason: DeliveryReason;
  readonly count: number;
}

/** A notification as somebody tried it. */
export interface TestSend {
  readonly id: string;
  readonly at: string;
  readonly bySub: string;
  readonly byName: string | null;
  readonly account: { readonly id: string; readonly publicNo: number; readonly displayName: string | null };
  readonly locale: string;
  readonly devices: number;
  readonly detail: string | null;
  readonly isCurrent: boolean;
}

/** What may be done with a notification, in the order in which it is offered. */
export const NOTIFICATION_ACTIONS = [
  'EDIT',
  'TEST',
  'SCHEDULE',
  'UNSCHEDULE',
  'PAUSE',
  'RESUME',
  'CANCEL',
  'RESEND',
  'DUPLICATE',
] as const;
/** One of the actions. */
export type NotificationAction = (typeof NOTIFICATION_ACTIONS)[number];
/** An action that leads to another state. */
export type NotificationStep = 'CANCEL' | 'PAUSE' | 'RESUME' | 'SCHEDULE' | 'UNSCHEDULE';

/** Where a step leads. */
export const STEP_TO: Readonly<Record<NotificationStep, NotificationState>> = {
  SCHEDULE: 'SCHEDULED',
  UNSCHEDULE: 'DRAFT',
  PAUSE: 'PAUSED',
  RESUME: 'SENDING',
  CANCEL: 'CANCELED',
};

/** Says whether an action is open to the caller, and the error code that it would answer with where it isn't. */
export interface NotificationActionRight {
  readonly action: NotificationAction;
  readonly isAllowed: boolean;
  readonly refusal: ErrorCode | null;
}

type ActionRow = Pick<
  NotificationRow,
  'state' | 'topic' | 'isTested' | 'isUndoable' | 'failed' | 'resentBy' | 'ignoreQuietHours' | 'ignoreFrequencyCap'
>;

/** What the caller may do with a notification as it is now. */
export function notificationActions(row: ActionRow, caller: Caller): NotificationActionRight[] {
  return NOTIFICATION_ACTIONS.map((action) => {
    const refusal = refusalOf(action, row, caller);
    return { action, isAllowed: refusal === null, refusal };
  });
}

/** The error code with which an action would be refused now; null: it is open. */
export function refusalOf(action: NotificationAction, row: ActionRow, caller: Caller): ErrorCode | null {
  if (action === 'EDIT' || action === 'TEST' || action === 'DUPLICATE' || action === 'RESEND') {
    if (!callerMay(caller, 'notification.edit')) return 'access.denied';
    if (action === 'DUPLICATE') return null;
    if (action === 'RESEND') return resendRefusal(row);
    return row.state === 'DRAFT' ? null : 'state.invalid-transition';
  }
  if (!callerMay(caller, 'notification.schedule')) return 'access.denied';
  // From PAUSED to SENDING is a step of staff; that a draft is reached from SCHEDULED alone is what the table says.
  if (!NOTIFICATION_TRANSITIONS[row.state].includes(STEP_TO[action])) return 'state.invalid-transition';
  if (action === 'UNSCHEDULE') return row.isUndoable ? null : 'notification.too-late';
  if (action === 'SCHEDULE') {
    if (overridesLimits(row) && !callerMay(caller, 'notification.override-limits')) return 'access.denied';
    return row.isTested ? null : 'notification.untested';
  }
  return null;
}

function resendRefusal({ state, failed, resentBy }: ActionRow): ErrorCode | null {
  if (state !== 'SENT' && state !== 'FAILED' && state !== 'CANCELED') return 'state.invalid-transition';
  if (resentBy.length > 0) return 'notification.already-resent';
  return failed > 0 ? null : 'notification.nothing-failed';
}

/** True where it goes out beyond the cap or in the quiet hours; service topics have neither. */
export function overridesLimits({
  topic,
  ignoreQuietHours,
  ignoreFrequencyCap,
}: Pick<NotificationRow, 'topic' | 'ignoreQuietHours' | 'ignoreFrequencyCap'>): boolean {
  return topic.kind === 'MARKETING' && (ignoreQuietHours || ignoreFrequencyCap);
}

/** What stays as it was in one that is sent again. */
const RESEND_FIXED: readonly string[] = [
  'topicId',
  'titleI18n',
  'bodyI18n',
  'imageUrl',
  'deepLink',
  'countryCodes',
  'areaIds',
  'badgeId',
  'lastSeenWithinDays',
];

/** Fields that a form may change now. */
export function openFieldsOf({ state, resendOfId }: Pick<NotificationRow, 'state' | 'resendOfId'>): readonly string[] {
  if (state !== 'DRAFT') return [];
  const fields = Object.keys(notificationFields.shape);
  return resendOfId === null ? fields : fields.filter((field) => !RESEND_FIXED.includes(field));
}

/** One notification with the columns that are asked for. @throws AppError `record.not-found` */
export async function readNotification(
  context: RequestContext,
  id: string,
  selection: Selection,
): Promise<NotificationRow> {
  const { columns } = columnsAsked(notificationList, selection);
  return one(await select<NotificationRow>(context, columns, id, ''));
}

const COLUMNS = Object.entries(notificationList.columns)
  .filter(([field]) => field !== 'testSends' && field !== 'reasons')
  .map(([field, sql]) => `${sql} as "${field}"`)
  .join(', ');

/** What a change looks at. */
export type LockedNotification = Omit<NotificationRow, 'testSends' | 'reasons'>;

/**
 * A notification as it is now, locked until the transaction ends.
 * @throws AppError `record.not-found`; `record.conflict` with the notification as it is now when it is not the version that was looked at
 */
export async function lockNotification(
  context: EffectContext,
  { id, expectedVersion }: Expected,
): Promise<LockedNotification> {
  const row = one(await select<LockedNotification>(context, COLUMNS, id, ' for no key update of r'));
  if (row.version !== expectedVersion) {
    const { updatedBySub, updatedByName, ...shown } = row;
    const updatedBy = updatedBySub === null ? null : { sub: updatedBySub, name: updatedByName ?? updatedBySub };
    throw new AppError('record.conflict', {
      message: 'This notification has changed in the meantime.',
      details: { current: { ...shown, updatedBy } },
    });
  }
  return row;
}

/** A notification as it is now, without a lock. @throws AppError `record.not-found` */
export async function peekNotification(context: EffectContext, id: string): Promise<LockedNotification> {
  return one(await select<LockedNotification>(context, COLUMNS, id, ''));
}

function select<Row>(context: EffectContext, columns: string, id: string, lock: string): Promise<Row[]> {
  const statement = statementFor(`select ${columns} from ${notificationList.from} where r.id = $1::uuid${lock}`);
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  return isUuid(id) ? context.sql.rows<Row>(statement, [id], options) : Promise.resolve([]);
}

function one<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new AppError('record.not-found', { message: 'There is no such notification.' });
  return row;
}

/** @throws AppError of the given code, with what there is to know about it; nothing happens for null */
export function refuseNotification(
  refusal: ErrorCode | null,
  { state }: Pick<NotificationRow, 'state'>,
  action: NotificationAction,
): void {
  if (refusal === null) return;
  if (refusal === 'state.invalid-transition') {
    const to = action in STEP_TO ? STEP_TO[action as NotificationStep] : action;
    throw new AppError(refusal, {
      message: 'This is not possible in the present state of the notification.',
      details: { from: state, to, allowed: NOTIFICATION_TRANSITIONS[state] },
    });
  }
  const details =
    refusal === 'access.denied' && action === 'SCHEDULE' ? { permission: 'notification.override-limits' } : {};
  throw new AppError(refusal, { message: MESSAGES[refusal] ?? refusal, details });
}

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  'access.denied': 'You may not do this.',
  'notification.untested': 'Nobody has tried this content.',
  'notification.too-late': 'It is about to start, or has started.',
  'notification.nothing-failed': 'No delivery has failed.',
  'notification.already-resent': 'What failed is being sent again already.',
};
