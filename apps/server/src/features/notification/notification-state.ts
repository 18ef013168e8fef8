import {
  AppError,
  hasAudienceMoved,
  NOTIFICATION_LIMITS,
  NOTIFICATION_MACHINE,
  type NotificationAction,
  unpairedTexts,
} from '@backcounter/domain';
import { sql } from 'kysely';
import { requireApproval } from '../../approvals/require-approval.ts';
import { type AuditChanges, recordAudit } from '../../audit/record-audit.ts';
import { fieldsInvalid, refuseProblems } from '../../crud/field-input.ts';
import type { Expected } from '../../crud/read-record.ts';
import { statedReason } from '../../crud/state-change.ts';
import { callFunction } from '../../db/call-function.ts';
import type { EffectContext, RequestContext } from '../../graphql/request-context.ts';
import { checkSegment } from '../../references/segment-field.graphql.ts';
import {
  type Audience,
  estimateAudience,
  isLargeAudience,
  needsTypedNumber,
} from './audience/notification-audience.ts';
import { wakeFanOut } from './dispatch/wake-fan-out.ts';
import { sending } from './notification-approval.ts';
import {
  type LockedNotification,
  lockNotification,
  NOTIFICATION_PROBLEMS,
  overridesLimits,
  refuseNotification,
} from './notification-record.ts';

const { actions } = NOTIFICATION_MACHINE;

/** An action that changes the state of a notification. */
type NotificationStep = Extract<NotificationAction, 'CANCEL' | 'PAUSE' | 'RESUME' | 'SCHEDULE' | 'UNSCHEDULE'>;

/** Input of a step. */
export interface Step extends Expected {
  readonly reason: string | null;
}

/** Confirmation of the person who schedules a notification. */
export interface Agreement {
  /** Displayed number of recipients. */
  readonly recipients: number;
  /** The same number, typed, if required. */
  readonly confirmed: number | null;
}

/**
 * Schedules a notification.
 * @throws AppError as `takeNotificationStep` does; `field.invalid`, `audience.empty`, `audience.changed`, `notification.untested`, `reason.required`,
 *   `notification.blast-blocked`; `access.denied` if only an administrator may schedule it; errors of `requireApproval`
 */
export async function scheduleNotification(context: RequestContext, said: Step, agreed: Agreement): Promise<void> {
  const current = await lockNotification(context, said);
  refuseNotification(current, 'SCHEDULE', context);
  const problems = unpairedTexts(current);
  refuseProblems(problems);
  await holdTopic(context, current);
  if (current.resendOfId === null) await checkSegment(context, current.segmentId);
  const audience = await estimateAudience(context, current);
  if (audience.recipients === 0) throw new AppError('audience.empty', { message: 'The audience is empty.' });
  const startsAt = startOf(current, audience);
  if (hasAudienceMoved(agreed.recipients, audience.recipients)) {
    throw new AppError('audience.changed', {
      message: 'The number of recipients differs from the confirmed one.',
      details: { recipients: audience.recipients },
    });
  }
  const isOverriding = overridesLimits(current);
  const isLarge = isLargeAudience(audience);
  refuseNotification(current, 'SCHEDULE', context, isLarge);
  const reason = statedReason(isLarge || isOverriding ? 'required' : actions.SCHEDULE.reason, said.reason);
  if (needsTypedNumber(audience, isOverriding) && agreed.confirmed !== agreed.recipients) {
    throw fieldsInvalid({ confirmRecipients: [{ rule: 'not-equal' }] });
  }
  if (audience.topicKind === 'MARKETING') await guardAgainstBlast(context, current.id, startsAt, audience.recipients);
  await requireApproval(context, sending(context, current, audience, agreed.recipients));
  await sql`update notification set state = notification_after('SCHEDULE'), state_reason = ${reason}, state_changed_by = ${context.caller.sub},
      audience_estimate = ${audience.recipients}, audience_estimated_at = ${audience.at}, audience_is_exact = ${audience.isExact},
      wave_plan = ${JSON.stringify(audience.waves)}, scheduled_at = date_trunc('milliseconds', now()), scheduled_by = ${context.caller.sub},
      starts_at = ${startsAt}, version = version + 1, updated_at = now(), updated_by = ${context.caller.sub}
    where id = ${current.id}`.execute(context.db);
  await audit(context, current, 'SCHEDULE', reason, {
    state: [current.state, actions.SCHEDULE.to],
    recipients: [null, audience.recipients],
    startsAt: [null, startsAt],
  });
}

/**
 * Unschedules, pauses, resumes or cancels a notification; messages in flight still arrive.
 * @throws AppError `record.not-found`, `record.conflict`, `reason.required`; those of the state table
 */
export async function takeNotificationStep(
  context: EffectContext,
  said: Step,
  action: Exclude<NotificationStep, 'SCHEDULE'>,
): Promise<void> {
  const reason = statedReason(actions[action].reason, said.reason);
  const current = await lockNotification(context, said);
  refuseNotification(current, action, context);
  const by = { action, ids: [current.id], why: reason, by_sub: context.caller.sub };
  const [changed] = await callFunction(context.db, 'change_notification_states', by);
  const changes = changed?.changes as AuditChanges | null | undefined;
  // Its last minute may have begun since it was read.
  if (changes == null) throw new AppError('notification.too-late', NOTIFICATION_PROBLEMS['notification.too-late']);
  if (action !== 'PAUSE' && current.state !== 'SCHEDULED') await wakeFanOut(context.db, current.id);
  await audit(context, current, action, reason, changes);
}

/** Locks the topic against archiving. @throws AppError `field.invalid` for an archived topic */
async function holdTopic({ db }: EffectContext, { topicId }: LockedNotification): Promise<void> {
  const { rows } = await sql`select id from topic where id = ${topicId} and archived_at is null for share`.execute(db);
  if (rows.length === 0) throw fieldsInvalid({ topicId: [{ rule: 'not-in-use' }] });
}

/** Time at which it may be prepared. @throws AppError `field.invalid` if its time has passed in all zones */
function startOf({ sendMode, sendAt, notAfter }: LockedNotification, { at, startsAt }: Audience): string {
  const isPast = sendMode === 'AT_INSTANT' && sendAt !== null && Date.parse(sendAt) <= Date.parse(at);
  if (startsAt !== null && !isPast) return startsAt;
  const isTooLate = !isPast && notAfter !== null;
  if (isTooLate) throw fieldsInvalid({ notAfter: [{ rule: 'not-after-start' }] });
  throw fieldsInvalid({ [sendMode === 'AT_LOCAL' ? 'sendLocal' : 'sendAt']: [{ rule: 'too-soon' }] });
}

/** Checks the limit on marketing notifications, one caller at a time. @throws AppError `notification.blast-blocked` */
async function guardAgainstBlast(
  { db }: EffectContext,
  id: string,
  startsAt: string,
  recipients: number,
): Promise<void> {
  const { minutes, timesSubscribers, alwaysAllowed } = NOTIFICATION_LIMITS.blastGuard;
  await sql`select pg_advisory_xact_lock(hashtextextended('backcounter.notification.blast', 0))`.execute(db);
  const { rows } = await sql<{ others: string; subscribers: number }>`
    select (select coalesce(sum(greatest(n.recipients, n.audience_estimate)), 0) from notification n join topic t on t.id = n.topic_id
        where t.kind = 'MARKETING' and n.state not in ('DRAFT', 'CANCELED', 'FAILED') and n.id <> ${id}
          and n.starts_at > ${startsAt}::timestamptz - make_interval(mins => ${minutes})
          and n.starts_at < ${startsAt}::timestamptz + make_interval(mins => ${minutes})) as others,
      (select coalesce(max(t.subscriber_count), 0) from topic t where t.kind = 'MARKETING') as subscribers`.execute(db);
  const [found] = rows;
  const max = Math.max(alwaysAllowed, timesSubscribers * Number(found?.subscribers ?? 0));
  if (Number(found?.others ?? 0) + recipients > max) {
    throw new AppError('notification.blast-blocked', {
      message: 'Too many marketing notifications within a short time.',
      details: { max },
    });
  }
}

function audit(
  context: EffectContext,
  { id }: LockedNotification,
  action: NotificationStep,
  reason: string | null,
  changes: AuditChanges,
): Promise<void> {
  const about = { entityType: 'notification', entityId: id, outcome: 'DONE' } as const;
  return recordAudit(context, { action: `notification.${action.toLowerCase()}`, ...about, reason, changes });
}
