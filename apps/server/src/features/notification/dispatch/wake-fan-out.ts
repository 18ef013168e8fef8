import { type Kysely, sql } from 'kysely';
import { callFunction } from '../../../db/call-function.ts';
import type { Database } from '../../../db/client.ts';
import { SYSTEM_ACTOR } from '../../../db/system-actor.ts';
import { addToQueue } from '../../../jobs/queue.ts';
import { FAN_OUT_KIND } from './fan-out-kind.ts';

/**
 * Wakes the fan-out job of a notification after a change of its state, in the caller's transaction. A waiting job is queued
 * now; if none is left, a new one is created for the person who scheduled or resumed the notification. A running job notices the
 * change itself; a second worker would treat its messages in flight as lost.
 */
export async function wakeFanOut(db: Kysely<Database>, notificationId: string): Promise<void> {
  const { rows: active } = await sql<{ id: string; state: string }>`
    select j.id, j.state from notification_dispatch d join job j on j.id = d.job_id
    where d.notification_id = ${notificationId} and j.state in ('QUEUED', 'RUNNING')`.execute(db);
  const [known] = active;
  if (known?.state === 'RUNNING') return;
  if (known !== undefined) return addToQueue(db, FAN_OUT_KIND, known.id);
  // The person who scheduled it may no longer exist.
  const { rows } = await sql<{ id: string }>`
    with actor as (
      insert into staff_user (sub, display_name) values (${SYSTEM_ACTOR.sub}, ${SYSTEM_ACTOR.name}) on conflict (sub) do nothing
    )
    insert into job (kind, params, requested_by, requested_roles, dedupe_key, total)
    select ${FAN_OUT_KIND}, jsonb_build_object('notificationId', n.id, 'titleI18n', n.title_i18n),
      coalesce(u.sub, ${SYSTEM_ACTOR.sub}), roles_now(u.sub), ${FAN_OUT_KIND} || ' ' || n.id, null
    from notification n left join staff_user u on u.sub = coalesce(nullif(n.state_changed_by, ${SYSTEM_ACTOR.sub}), n.scheduled_by)
    where n.id = ${notificationId} and n.state in ('PREPARING', 'SENDING')
    on conflict (dedupe_key) where dedupe_key is not null and state in ('QUEUED', 'RUNNING') do nothing
    returning id`.execute(db);
  const started = rows[0]?.id;
  if (started === undefined) return;
  await callFunction(db, 'bind_dispatch_job', { notification: notificationId, job: started });
  await addToQueue(db, FAN_OUT_KIND, started);
}
