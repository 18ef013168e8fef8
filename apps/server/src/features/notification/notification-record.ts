import {
  AppError,
  type DeliveryReason,
  type DeliveryState,
  type LocalizedText,
  NOTIFICATION_MACHINE,
  type NotificationAction,
  type NotificationState,
  notificationFields,
  type notificationRecord,
  type TOPIC_KINDS,
} from '@backcounter/domain';
import { type Expected, recordConflict } from '../../crud/read-record.ts';
import type { StoredValues } from '../../crud/record-fields.ts';
import { type ActionFacts, type ActionRight, actionRights, refuseAction } from '../../crud/state-change.ts';
import type { EffectContext, RequestContext } from '../../graphql/request-context.ts';
import type { SegmentRef } from '../../graphql/schema/builder.ts';
import type { Selection } from '../../graphql/schema/selection.ts';
import type { Stamped } from '../../graphql/schema/shared-fields.ts';
import { columnsAsked } from '../../listing/list-columns.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import type { Wave } from './audience/wave-preview.ts';
import { notificationList } from './notification.list.ts';

/** Selected fields of a notification, named as the columns of its list. */
export interface NotificationRow extends StoredValues<typeof notificationRecord>, Stamped {
  readonly id: string;
  readonly topic: NotificationTopic;
  readonly countryCodes: readonly string[];
  readonly areaIds: readonly string[];
  readonly areas: readonly (Named & { readonly countryCode: string })[];
  readonly badge: Named | null;
  readonly segment: SegmentRef | null;
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
  readonly createdBySub: string | null;
  readonly createdByName: string | null;
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

/** Number of deliveries with a state and reason. */
export interface ReasonCount {
  readonly state: DeliveryState;
  readonly reason: DeliveryReason;
  readonly count: number;
}

/** A test of a notification. */
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

type ActionRow = Pick<
  NotificationRow,
  'state' | 'topic' | 'isTested' | 'isUndoable' | 'failed' | 'resentBy' | 'ignoreQuietHours' | 'ignoreFrequencyCap'
>;

/** Actions of the caller on a notification in its current state. */
export function notificationActions(
  row: ActionRow,
  { caller, now }: Pick<RequestContext, 'caller' | 'now'>,
): ActionRight<NotificationAction>[] {
  return actionRights(NOTIFICATION_MACHINE, factsOf(row), caller, now);
}

/**
 * Checks an action of the caller.
 * @throws AppError if the state, its conditions or the caller's permissions do not allow it; `isLarge`: only an
 *   administrator may schedule this many recipients
 */
export function refuseNotification(
  row: ActionRow,
  action: NotificationAction,
  context: Pick<RequestContext, 'caller' | 'now'>,
  isLarge = false,
): void {
  refuseAction(NOTIFICATION_MACHINE, action, factsOf(row, isLarge), context, NOTIFICATION_PROBLEMS);
}

function factsOf(row: ActionRow, isLarge = false): ActionFacts<NotificationState> {
  const unmet = [
    ...(row.isTested ? [] : ['untested']),
    ...(row.isUndoable ? [] : ['too-late']),
    ...(row.resentBy.length > 0 ? ['already-resent'] : []),
    ...(row.failed > 0 ? [] : ['nothing-failed']),
  ];
  const circumstances = [...(overridesLimits(row) ? ['beyond-limits'] : []), ...(isLarge ? ['large'] : [])];
  return { state: row.state, unmet, circumstances };
}

/** Errors of conditions that do not hold. */
export const NOTIFICATION_PROBLEMS = {
  'notification.untested': { message: 'This content has not been tested.' },
  'notification.too-late': { message: 'It is about to start or has started.' },
  'notification.nothing-failed': { message: 'No delivery has failed.' },
  'notification.already-resent': { message: 'Its failed deliveries are already being resent.' },
};

/** True if it is sent despite the cap or quiet hours; service topics have neither. */
export function overridesLimits({
  topic,
  ignoreQuietHours,
  ignoreFrequencyCap,
}: Pick<NotificationRow, 'topic' | 'ignoreQuietHours' | 'ignoreFrequencyCap'>): boolean {
  return topic.kind === 'MARKETING' && (ignoreQuietHours || ignoreFrequencyCap);
}

/** Fields that cannot be changed in a resend. */
const RESEND_FIXED: readonly string[] = [
  'topicId',
  'titleI18n',
  'bodyI18n',
  'imageUrl',
  'deepLink',
  'countryCodes',
  'areaIds',
  'badgeId',
  'segmentId',
  'lastSeenWithinDays',
  'notSeenWithinDays',
];

/** Fields that can be edited now. */
export function openFieldsOf({ state, resendOfId }: Pick<NotificationRow, 'state' | 'resendOfId'>): readonly string[] {
  if (!NOTIFICATION_MACHINE.actions.EDIT.from.includes(state)) return [];
  const fields = Object.keys(notificationFields.shape);
  return resendOfId === null ? fields : fields.filter((field) => !RESEND_FIXED.includes(field));
}

/** Reads the selected fields of a notification. @throws AppError `record.not-found` */
export async function readNotification(
  context: RequestContext,
  id: string,
  selection: Selection,
): Promise<NotificationRow> {
  const { columns } = columnsAsked(notificationList, selection);
  return one(await select<NotificationRow>(context, columns, id, ''));
}

const COLUMNS = Object.entries(notificationList.columns)
  .filter(([field]) => !['testSends', 'reasons', 'segment'].includes(field))
  .map(([field, sql]) => `${sql} as "${field}"`)
  .join(', ');

/** Columns that changes need; a conflict shows them to the caller. */
export type LockedNotification = Omit<NotificationRow, 'testSends' | 'reasons' | 'segment'>;

/**
 * Reads a notification and locks it until the transaction ends.
 * @throws AppError `record.not-found`; `record.conflict` with the current notification if the version differs
 */
export async function lockNotification(
  context: EffectContext,
  { id, expectedVersion }: Expected,
): Promise<LockedNotification> {
  const row = one(await select<LockedNotification>(context, COLUMNS, id, ' for no key update of r'));
  if (row.version !== expectedVersion) throw recordConflict(row);
  return row;
}

/** Reads a notification without a lock. @throws AppError `record.not-found` */
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
