import {
  AppError,
  NOTIFICATION_MACHINE,
  type NotificationAction,
  type NotificationState,
  notificationFields,
} from '@backcounter/domain';
import { type Expected, recordConflict } from '../../crud/read-record.ts';
import { type ActionFacts, type ActionRight, actionRights, refuseAction } from '../../crud/state-change.ts';
import type { EffectContext, RequestContext } from '../../graphql/request-context.ts';
import type { Selection } from '../../graphql/schema/selection.ts';
import { columnsAsked } from '../../listing/list-columns.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import { type NotificationRow, notificationList } from './notification.list.ts';

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
