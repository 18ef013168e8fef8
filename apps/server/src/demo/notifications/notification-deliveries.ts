import type { ClientBase } from 'pg';
import type { DemoNotification } from './notification-plan.ts';

/** SQL of a number from 0 to 1 that depends only on account, notification and purpose. */
const share = (purpose: number): string =>
  `((hashint8extended(a.public_no, n.salt + ${purpose}) & 1048575) / 1048576.0::float8)`;

/** Time between the first and last message of a notification. */
const SPREAD = "interval '3 minutes'";

/**
 * Writes the outcome of each notification for each account: accounts without a device or over their daily limit,
 * rejections by the push service, times of receipt and opening. Quiet hours delay a message to the morning. Counters,
 * reasons and frequencies match the rows.
 */
export async function writeDeliveries(
  client: ClientBase,
  notifications: readonly DemoNotification[],
  now: Date,
): Promise<void> {
  const rows = notifications
    .filter(({ plan }) => plan.state !== 'DRAFT' && plan.state !== 'SCHEDULED')
    .map(({ id, plan }, place) => ({
      ...{
        id,
        salt: 5_000 + place * 16,
        reached: plan.reached ?? 1,
        opens: plan.opens ?? 0.25,
        fails: plan.fails ?? 0.013,
      },
    }));
  await client.query(`select ensure_notification_partitions(($1::timestamptz at time zone 'UTC')::date - 400, 15)`, [
    now,
  ]);
  await client.query(
    `with planned as (
      select n.*, p.salt, p.reached, p.opens, p.fails, topic.kind
      from jsonb_to_recordset($1::jsonb) as p (id uuid, salt bigint, reached float8, opens float8, fails float8)
        join notification n on n.id = p.id join topic on topic.id = n.topic_id
    ), zone as materialized (
      -- Once a zone, not once an account: rules of clocks take their time.
      select d.*, case d.kind when 'SERVICE' then null else quiet_until(d.due, d.timezone, '21:00', '08:00') end as quiet
      from (
        select n.id, n.kind, z.timezone,
          case when n.send_local is null then n.starts_at else local_instant(n.send_local, z.timezone) end as due
        from planned n cross join (select distinct timezone from account) as z) as d
    ), device as (
      select account_id, max(token_refreshed_at) as refreshed from account_device where invalidated_at is null group by 1
    ), reader as (
      select n.id, s.account_id from planned n join account_topic_subscription s on s.topic_id = n.topic_id and s.is_subscribed where n.kind <> 'SERVICE'
      union all select n.id, a.id from planned n cross join account a where n.kind = 'SERVICE'
    ), chosen as materialized (
      select n.id, n.created_on, n.state, n.not_after, n.reached, n.opens, n.fails, n.kind, a.id as account_id, a.timezone,
        coalesce(d.refreshed > n.starts_at - case n.kind when 'SERVICE' then interval '270 days' else interval '60 days' end, false) as has_device,
        ${share(1)} as place, ${share(2)} as skips, ${share(3)} as fails_by, ${share(4)} as why, ${share(5)} as arrives, ${share(6)} as opens_by,
        ${share(7)} as opens_after
      from planned n join reader r on r.id = n.id
        join account a on a.id = r.account_id and a.state = 'ACTIVE' and a.push_consent and a.created_at < n.starts_at
          and (cardinality(n.country_codes) = 0 or a.country_code = any (n.country_codes))
          and (n.last_seen_within_days is null or a.last_seen_at > n.starts_at - make_interval(days => n.last_seen_within_days))
        left join device d on d.account_id = a.id
    ), timed as (
      select chosen.*, zone.due, zone.quiet from chosen join zone on zone.id = chosen.id and zone.timezone = chosen.timezone
    ), sent as (
      select *, coalesce(quiet + place * interval '15 minutes', due + place * ${SPREAD})::timestamptz(3) as at
      from timed
    ), judged as (
      select *,
        case
          when place > reached then 'left'
          when at > $2 then 'ahead'
          when at > not_after then 'EXPIRED'
          when not has_device then 'NO_DEVICE'
          when kind = 'MARKETING' and skips < 0.012 then 'FREQUENCY_CAP'
          when skips < 0.018 then 'UNSUBSCRIBED'
          when skips < 0.021 then 'ACCOUNT_NOT_ACTIVE'
          when kind = 'MARKETING' and skips < 0.025 then 'NO_CONSENT'
          when fails_by < fails then case when why < 0.6 then 'TOKEN_INVALID' when why < 0.85 then 'PROVIDER_UNAVAILABLE' else 'PROVIDER_REJECTED' end
          else 'sent'
        end as what,
        at + interval '1 second' * (1 + 40 * arrives) as received,
        at + interval '20 hours' * power(opens_after, 4) + interval '50 seconds' as opened
      from sent
    ), told as (
      select *, case
          when what = 'sent' and opens_by < opens and opened < $2 then 'OPENED'
          when what = 'sent' and arrives < 0.94 and received < $2 then 'RECEIVED'
          when what = 'sent' then 'SENT'
          when what in ('NO_DEVICE', 'FREQUENCY_CAP', 'UNSUBSCRIBED', 'ACCOUNT_NOT_ACTIVE', 'NO_CONSENT', 'EXPIRED') then 'SKIPPED'
          when what in ('TOKEN_INVALID', 'PROVIDER_UNAVAILABLE', 'PROVIDER_REJECTED') then 'FAILED'
          when state = 'CANCELED' then 'CANCELED'
          when state = 'FAILED' then 'FAILED'
          when what = 'ahead' then 'DEFERRED'
          else 'PENDING'
        end as became
      from judged
    )
    insert into notification_delivery (created_on, notification_id, account_id, state, reason, not_before, attempts, devices_ok,
      provider_message_id, sent_at, received_at, opened_at, changed_at)
    select created_on, id, account_id, became::delivery_state,
      (case when what in ('sent') then null
        when became = 'DEFERRED' then 'QUIET_HOURS' when became = 'CANCELED' then 'CANCELED_BY_STAFF' when became = 'PENDING' then null
        when what in ('left', 'ahead') then 'NOTIFICATION_FAILED' else what end)::delivery_reason,
      at, case when what = 'sent' then 1 when what = 'PROVIDER_UNAVAILABLE' then 6 when became = 'FAILED' and what not in ('left', 'ahead') then 1 else 0 end,
      (what = 'sent')::int, case when what = 'sent' then 'demo:' || left(md5(id::text || account_id::text), 24) end,
      case when what = 'sent' then at end,
      case when became in ('RECEIVED', 'OPENED') then received end, case when became = 'OPENED' then opened end, least(at, $2)
    from told order by created_on, id, account_id`,
    [JSON.stringify(rows), now],
  );
  await countDeliveries(client, now);
}

async function countDeliveries(client: ClientBase, now: Date): Promise<void> {
  await client.query(
    `update notification n set recipients = c.recipients, sent = c.sent, received = c.received, opened = c.opened, failed = c.failed,
      skipped = c.skipped, deferred = c.deferred, canceled = c.canceled,
      completed_at = case when n.state = 'SENT' then least(coalesce(c.last, n.started_at), $1) end
    from (
      select notification_id, count(*)::int as recipients, count(sent_at)::int as sent,
        count(*) filter (where state in ('RECEIVED', 'OPENED'))::int as received,
        count(*) filter (where state = 'OPENED')::int as opened, count(*) filter (where state = 'FAILED')::int as failed,
        count(*) filter (where state = 'SKIPPED')::int as skipped, count(*) filter (where state = 'DEFERRED')::int as deferred,
        count(*) filter (where state = 'CANCELED')::int as canceled, max(sent_at) as last
      from notification_delivery group by notification_id) as c
    where c.notification_id = n.id`,
    [now],
  );
  await client.query(
    `insert into notification_reason_count (notification_id, state, reason, deliveries)
    select notification_id, state, reason, count(*)::int from notification_delivery where reason is not null group by 1, 2, 3`,
  );
  await client.query(
    `insert into push_frequency (account_id, sent_at)
    select d.account_id, array_agg(d.sent_at order by d.sent_at)
    from notification_delivery d join notification n on n.id = d.notification_id join topic on topic.id = n.topic_id
    where topic.kind = 'MARKETING' and d.sent_at > $1::timestamptz - interval '7 days' and d.created_on >= ($1::timestamptz)::date - 8
    group by 1`,
    [now],
  );
}
