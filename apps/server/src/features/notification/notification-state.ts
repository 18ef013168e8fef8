import {
  AppError,
  hasAudienceMoved,
  NOTIFICATION_LIMITS,
  reason as reasonRule,
  unpairedTexts,
} from '@backcounter/domain';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import { fieldsInvalid } from '../../crud/field-input.ts';
import type { Expected } from '../../crud/read-record.ts';
import { type EffectContext, requirePermission } from '../../graphql/request-context.ts';
import { wakeFanOut } from './dispatch/wake-fan-out.ts';
import { type Audience, estimateAudience, isLargeAudience, needsTypedNumber } from './notification-audience.ts';
import {
  type LockedNotification,
  lockNotification,
  type NotificationStep,
  overridesLimits,
  refusalOf,
  refuseNotification,
  STEP_TO,
} from './notification-record.ts';

/** What somebody says about a step. */
export interface Step extends Expected {
  readonly reason: string | null;
}

/** What somebody agrees to who schedules a notification. */
export interface Agreement {
  /** Recipients as they were shown. */
  readonly recipients: number;
  /** The same, typed again where that is needed. */
  readonly confirmed: number | null;
}

/**
 * Lets a notification go out at its time.
 * @throws AppError as `step` does; `field.invalid`, `audience.empty`, `audience.changed`, `notification.untested`, `reason.required`,
 *   `notification.blast-blocked`; `access.denied` where an administrator has to answer for it
 */
export async function scheduleNotification(context: EffectContext, said: Step, agreed: Agreement): Promise<void> {
  const current = await lockNotification(context, said);
  refuseNotification(refusalOf('SCHEDULE', current, context.caller), current, 'SCHEDULE');
  const problems = unpairedTexts(current);
  if (Object.keys(problems).length > 0) throw fieldsInvalid(problems);
  await holdTopic(context, current);
  const audience = await estimateAudience(context, current);
  if (audience.recipients === 0) throw new AppError('audience.empty', { message: 'Nobody would receive this.' });
  const startsAt = startOf(current, audience);
  if (hasAudienceMoved(agreed.recipients, audience.recipients)) {
    throw new AppError('audience.changed', {
      message: 'The recipients are not as many as were agreed to.',
      details: { recipients: audience.recipients },
    });
  }
  const isOverriding = overridesLimits(current);
  const isLarge = isLargeAudience(audience);
  if (isLarge) requirePermission(context.caller, 'notification.schedule-large');
  const reason = isLarge || isOverriding ? required(said.reason) : optional(said.reason);
  if (needsTypedNumber(audience, isOverriding) && agreed.confirmed !== agreed.recipients) {
    throw fieldsInvalid({ confirmRecipients: [{ rule: 'not-equal' }] });
  }
  if (audience.topicKind === 'MARKETING') await guardAgainstBlast(context, current.id, startsAt, audience.recipients);
  await sql`update notification set state = 'SCHEDULED', state_reason = ${reason}, state_changed_by = ${context.caller.sub},
      audience_estimate = ${audience.recipients}, audience_estimated_at = ${audience.at}, audience_is_exact = ${audience.isExact},
      wave_plan = ${JSON.stringify(audience.waves)}, scheduled_at = date_trunc('milliseconds', now()), scheduled_by = ${context.caller.sub},
      starts_at = ${startsAt}, version = version + 1, updated_at = now(), updated_by = ${context.caller.sub}
    where id = ${current.id}`.execute(context.db);
  await audit(context, current, 'SCHEDULE', reason, {
    recipients: [null, audience.recipients],
    startsAt: [null, startsAt],
  });
}

/**
 * Makes a scheduled notification a draft again, until a minute before it starts; one that goes out now, until it starts.
 * @throws AppError as `step` does; `notification.too-late`
 */
export async function unscheduleNotification(context: EffectContext, said: Step): Promise<void> {
  const current = await lockNotification(context, said);
  refuseNotification(refusalOf('UNSCHEDULE', current, context.caller), current, 'UNSCHEDULE');
  const { rows } =
    await sql`update notification set state = 'DRAFT', state_reason = null, state_changed_by = ${context.caller.sub},
      scheduled_at = null, scheduled_by = null, starts_at = null, wave_plan = '[]',
      version = version + 1, updated_at = now(), updated_by = ${context.caller.sub}
    where id = ${current.id} and notification_is_undoable(send_mode, starts_at, clock_timestamp()) returning id`.execute(
      context.db,
    );
  if (rows.length === 0) refuseNotification('notification.too-late', current, 'UNSCHEDULE');
  await audit(context, current, 'UNSCHEDULE', null);
}

/** Stops handing over; what is in flight arrives. @throws AppError as `step` does; `reason.required` */
export function pauseNotification(context: EffectContext, said: Step): Promise<void> {
  return step(context, said, 'PAUSE', required(said.reason));
}

/** Goes on after a pause. @throws AppError as `step` does */
export function resumeNotification(context: EffectContext, said: Step): Promise<void> {
  return step(context, said, 'RESUME', optional(said.reason));
}

/** Ends a notification for good; who has not got it will not. @throws AppError as `step` does; `reason.required` */
export function cancelNotification(context: EffectContext, said: Step): Promise<void> {
  return step(context, said, 'CANCEL', required(said.reason));
}

/** @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `access.denied` */
async function step(
  context: EffectContext,
  said: Step,
  action: 'CANCEL' | 'PAUSE' | 'RESUME',
  reason: string | null,
): Promise<void> {
  const current = await lockNotification(context, said);
  refuseNotification(refusalOf(action, current, context.caller), current, action);
  await sql`update notification set state = ${STEP_TO[action]}::notification_state, state_reason = ${reason},
      state_changed_by = ${context.caller.sub}, version = version + 1, updated_at = now(), updated_by = ${context.caller.sub}
    where id = ${current.id}`.execute(context.db);
  if (action !== 'PAUSE' && current.state !== 'SCHEDULED') await wakeFanOut(context.db, current.id);
  await audit(context, current, action, reason);
}

/** From here on nobody archives the topic. @throws AppError `field.invalid` for one that has been */
async function holdTopic({ db }: EffectContext, { topicId }: LockedNotification): Promise<void> {
  const { rows } = await sql`select id from topic where id = ${topicId} and archived_at is null for share`.execute(db);
  if (rows.length === 0) throw fieldsInvalid({ topicId: [{ rule: 'not-in-use' }] });
}

/** When it may be prepared. @throws AppError `field.invalid` where its time has passed for everybody */
function startOf({ sendMode, sendAt, notAfter }: LockedNotification, { at, startsAt }: Audience): string {
  const isPast = sendMode === 'AT_INSTANT' && sendAt !== null && Date.parse(sendAt) <= Date.parse(at);
  if (startsAt !== null && !isPast) return startsAt;
  const isTooLate = !isPast && notAfter !== null;
  if (isTooLate) throw fieldsInvalid({ notAfter: [{ rule: 'not-after-start' }] });
  throw fieldsInvalid({ [sendMode === 'AT_LOCAL' ? 'sendLocal' : 'sendAt']: [{ rule: 'too-soon' }] });
}

/** Two who schedule at once look one after the other. @throws AppError `notification.blast-blocked` */
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

const AUDIT_ACTIONS = {
  SCHEDULE: 'notification.schedule',
  UNSCHEDULE: 'notification.unschedule',
  PAUSE: 'notification.pause',
  RESUME: 'notification.resume',
  CANCEL: 'notification.cancel',
} as const satisfies Record<NotificationStep, string>;

function audit(
  context: EffectContext,
  current: LockedNotification,
  action: NotificationStep,
  reason: string | null,
  more: Readonly<Record<string, readonly [unknown, unknown]>> = {},
): Promise<void> {
  return recordAudit(context, {
    action: AUDIT_ACTIONS[action],
    entityType: 'notification',
    entityId: current.id,
    outcome: 'DONE',
    reason,
    changes: { state: [current.state, STEP_TO[action]], ...more },
  });
}

function required(text: string | null): string {
  const stated = optional(text);
  if (stated !== null) return stated;
  throw new AppError('reason.required', {
    message: 'A reason is required.',
    details: { fields: { reason: [{ rule: 'required' }] } },
  });
}

function optional(text: string | null): string | null {
  if (text === null || text.trim() === '') return null;
  const parsed = reasonRule.safeParse(text);
  if (parsed.success) return parsed.data;
  throw fieldsInvalid({ reason: [{ rule: 'too-long' }] });
}
