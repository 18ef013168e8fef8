import type { DeliveryState, NotificationState } from '@backcounter/domain';
import type pg from 'pg';
import { TOPICS } from './test-topics-badges.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Inserts a notification in a state with all required fields, started a minute ago unless `row` says otherwise; returns
 * its id.
 */
export async function insertNotification(
  pool: pg.Pool,
  { state = 'DRAFT', ...row }: Row & { readonly state?: NotificationState } = {},
): Promise<string> {
  const isScheduled = state !== 'DRAFT';
  const isPrepared = isScheduled && state !== 'SCHEDULED';
  const start = new Date(Date.now() - 60_000);
  const whole: Row = {
    topic_id: TOPICS.offers,
    title_i18n: JSON.stringify({ 'en-US': 'Title' }),
    body_i18n: JSON.stringify({ 'en-US': 'Body' }),
    send_mode: 'NOW',
    timezone: 'Europe/Berlin',
    state,
    ...(isScheduled ? { scheduled_at: start, scheduled_by: 'staff-admin', starts_at: start } : {}),
    ...(isPrepared ? { created_on: start.toISOString().slice(0, 10) } : {}),
    ...(state === 'SENT' ? { completed_at: start } : {}),
    ...(['PAUSED', 'CANCELED', 'FAILED'].includes(state) ? { state_reason: 'test' } : {}),
    ...row,
  };
  const columns = Object.keys(whole);
  const { rows } = await pool.query<{ id: string }>(
    `insert into notification (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
    Object.values(whole),
  );
  return rows[0]?.id ?? '';
}

/** Inserts deliveries of a prepared notification, of any month. Updates its recipient count, but no other counter. */
export async function insertDeliveries(
  pool: pg.Pool,
  notificationId: string,
  state: DeliveryState,
  accountIds: readonly string[],
  reason: string | null = null,
): Promise<void> {
  await pool.query('select ensure_notification_partitions(created_on, 1) from notification where id = $1', [
    notificationId,
  ]);
  await pool.query(
    `insert into notification_delivery (created_on, notification_id, account_id, state, reason, not_before, sent_at)
     select n.created_on, n.id, a, $2::delivery_state, $4::delivery_reason, n.starts_at,
       case when $2 in ('SENT', 'RECEIVED', 'OPENED') then n.starts_at end
     from notification n, unnest($3::uuid[]) as a where n.id = $1`,
    [notificationId, state, accountIds, reason],
  );
  await pool.query('update notification set recipients = recipients + $2 where id = $1', [
    notificationId,
    accountIds.length,
  ]);
}

/** Subscribes accounts to a topic, or unsubscribes them. */
export async function subscribe(
  pool: pg.Pool,
  topicId: string,
  accountIds: readonly string[],
  isSubscribed = true,
): Promise<void> {
  await pool.query(
    `insert into account_topic_subscription (account_id, topic_id, is_subscribed, source)
     select a, $1, $3, 'APP' from unnest($2::uuid[]) as a
     on conflict (account_id, topic_id) do update set is_subscribed = excluded.is_subscribed`,
    [topicId, accountIds, isSubscribed],
  );
}
