import { sql } from 'kysely';
import { callFunction } from '../../../db/call-function.ts';
import type { DatabaseTransaction } from '../../../db/transaction.ts';
import { takeStep } from './product-step.ts';
import { wakeFanOut } from './wake-fan-out.ts';

/** How often it is looked for notifications that come due, so that they go out in their second. */
export const NOTIFICATION_CLOCK_MS = 500;

/** What notifications wait for. */
export const notificationClock = [{ name: 'notification.start', runBatch: startDue }] as const;

/** What comes round with notifications. */
export const dispatchMaintenance = [
  { name: 'notification.tend', runBatch: tendStopped },
  { name: 'notification.partitions', runBatch: keepPartitions },
] as const;

/** Deliveries are kept this long; their figures stay with the notification. */
const KEPT_MONTHS = 13;
const MONTHS_AHEAD = 3;

/** Starts the notification that has been due for longest; true when it started one. */
export async function startDue(trx: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from notification where state = 'SCHEDULED' and starts_at <= now()
    order by starts_at limit 1 for no key update skip locked`.execute(trx);
  const id = rows[0]?.id;
  if (id === undefined || !(await takeStep(trx, id, 'PREPARING'))) return false;
  await wakeFanOut(trx, id);
  return true;
}

/**
 * What is being sent while nobody works on it: its job was cancelled, or failed too often. It waits for a person then; what was not even
 * written down has failed. True when it found one.
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

/** Months ahead exist before they begin; months that are over for long go. */
async function keepPartitions(trx: DatabaseTransaction): Promise<boolean> {
  await callFunction(trx, 'ensure_notification_partitions', { months: MONTHS_AHEAD });
  await sql`select drop_notification_partitions((now() - make_interval(months => ${KEPT_MONTHS}))::date)`.execute(trx);
  return false;
}
