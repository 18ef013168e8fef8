import { sql } from 'kysely';
import { callFunction } from '../../../db/call-function.ts';
import { stepwise } from '../../../db/due-step.ts';
import type { DatabaseTransaction } from '../../../db/transaction.ts';
import { takeStep } from './product-step.ts';
import { wakeFanOut } from './wake-fan-out.ts';

/** Starts the notification that has been due longest; true if there may be more. */
export const startDue = stepwise({
  find: (passed) => sql<{ id: string }>`
    select id from notification where state = 'SCHEDULED' and starts_at <= now() and id <> all (${passed})
    order by starts_at limit 1 for no key update skip locked`,
  take: async (trx, { id }) => {
    const isStarted = await takeStep(trx, id, 'PREPARING');
    if (isStarted) await wakeFanOut(trx, id);
    return isStarted;
  },
});

/** Interval of checks for due notifications, so that sending starts in the scheduled second. */
export const NOTIFICATION_CLOCK_MS = 500;

/** Frequent task that starts due notifications. */
export const notificationClock = [{ name: 'notification.start', runBatch: startDue }] as const;

/** Recurring maintenance of sending. */
export const dispatchMaintenance = [
  { name: 'notification.tend', runBatch: tendStopped },
  { name: 'notification.partitions', runBatch: keepPartitions },
] as const;

/** Retention of deliveries; their figures remain with the notification. */
const KEPT_MONTHS = 13;
const MONTHS_AHEAD = 3;

/**
 * Finds a notification in progress without an active job, which was cancelled or failed too often. It is paused if it was
 * being sent, and fails if it was being prepared. True if it found one.
 */
async function tendStopped(trx: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ id: string; state: string }>`
    select n.id, n.state from notification n left join notification_dispatch d on d.notification_id = n.id left join job j on j.id = d.job_id
    where n.state in ('PREPARING', 'SENDING') and (j.id is null or j.state not in ('QUEUED', 'RUNNING'))
      and n.state_changed_at < now() - interval '5 seconds'
    limit 1 for no key update of n skip locked`.execute(trx);
  const found = rows[0];
  if (found === undefined) return false;
  return takeStep(trx, found.id, found.state === 'SENDING' ? 'PAUSED' : 'FAILED', 'dispatch-stopped');
}

/** Creates partitions of coming months and drops those past retention. */
async function keepPartitions(trx: DatabaseTransaction): Promise<boolean> {
  await callFunction(trx, 'ensure_notification_partitions', { months: MONTHS_AHEAD });
  await sql`select drop_notification_partitions((now() - make_interval(months => ${KEPT_MONTHS}))::date)`.execute(trx);
  return false;
}
