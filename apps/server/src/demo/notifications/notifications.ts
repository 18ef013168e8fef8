import type { ClientBase } from 'pg';
import { COLLEAGUES } from '../history.ts';
import { stableIdAt } from '../stable-id.ts';
import { writeDeliveries } from './notification-deliveries.ts';
import { DEMO_MOTIFS, type DemoNotification, demoNotificationKey, type NotificationPlan } from './notification-plan.ts';
import { NOTIFICATION_PLANS } from './notification-plans.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const UNDO_MS = 30_000;
const HOME_ZONE = 'Europe/Berlin';

/** Tables to analyse after the seed. */
export const NOTIFICATION_TABLES = 'notification, notification_delivery, notification_reason_count, push_frequency';

/**
 * Generates notifications in every lasting state with their deliveries, and half a year of weekly ones. The same
 * accounts and instant always generate the same rows. None is due, so the start sends nothing. Does nothing if the
 * database has notifications.
 */
export async function seedNotifications(client: ClientBase, { now }: { readonly now: Date }): Promise<void> {
  const found = await client.query<{ hasSome: boolean }>('select exists (select from notification) as "hasSome"');
  if (found.rows[0]?.hasSome) return;
  const notifications = NOTIFICATION_PLANS.map((plan, index) => makeNotification(plan, index, now));
  await writeNotifications(client, notifications);
  await writeDeliveries(client, notifications, now);
  await writeEstimates(client, now);
  await writeTests(client, notifications);
  await writeHistory(client, notifications, now);
}

/** Writes the estimates confirmed at scheduling. */
async function writeEstimates(client: ClientBase, now: Date): Promise<void> {
  await client.query(
    `update notification n set audience_estimate = coalesce(nullif(n.recipients, 0), (
        select count(*)::int from account_topic_subscription s join account a on a.id = s.account_id
        where s.topic_id = n.topic_id and s.is_subscribed and a.state = 'ACTIVE' and a.push_consent
          and (n.last_seen_within_days is null or a.last_seen_at > $1::timestamptz - make_interval(days => n.last_seen_within_days)))),
      audience_estimated_at = least(n.scheduled_at, $1), audience_is_exact = true
    where n.state <> 'DRAFT'`,
    [now],
  );
}

function makeNotification(plan: NotificationPlan, index: number, now: Date): DemoNotification {
  const at = (days: number) => new Date(Math.round((now.getTime() + days * DAY_MS) / 1000) * 1000);
  const created = at(plan.createdDay);
  const day = plan.startDay === undefined ? null : at(plan.startDay);
  const starts = plan.state === 'DRAFT' ? null : day;
  const scheduled =
    starts === null
      ? null
      : plan.mode === 'NOW'
        ? new Date(starts.getTime() - UNDO_MS)
        : new Date(created.getTime() + (Math.min(starts.getTime(), now.getTime()) - created.getTime()) / 3);
  return {
    ...{ id: stableIdAt(`notification ${plan.key}`, created), plan, created, scheduled, starts },
    actor: plan.author ?? COLLEAGUES[index % COLLEAGUES.length]?.sub ?? '',
    local:
      plan.mode === 'AT_LOCAL' && day !== null
        ? `${day.toISOString().slice(0, 10)}T${String(plan.hour ?? 10).padStart(2, '0')}:00`
        : null,
  };
}

async function writeNotifications(client: ClientBase, notifications: readonly DemoNotification[]): Promise<void> {
  const imageOf = ({ deepLink = '' }: NotificationPlan) => {
    const motif = DEMO_MOTIFS[deepLink];
    return motif === undefined ? null : `/files/${demoNotificationKey(motif)}`;
  };
  const rows = notifications.map(({ id, plan, actor, created, scheduled, starts, local }) => ({
    ...{ id, topic: plan.topic, title: plan.title, body: plan.body, link: plan.deepLink ?? null, actor, created },
    image: imageOf(plan),
    ...{ countries: plan.countries ?? [], seen: plan.lastSeenDays ?? null, mode: plan.mode, local, scheduled, starts },
    at: plan.mode === 'AT_INSTANT' ? starts : null,
    before:
      starts === null || plan.notAfterHours === undefined
        ? null
        : new Date(starts.getTime() + plan.notAfterHours * HOUR_MS),
    ...{ throttle: plan.throttle ?? null, state: plan.state, reason: plan.reason ?? null },
    isPrepared: !['DRAFT', 'SCHEDULED'].includes(plan.state),
    version: plan.state === 'DRAFT' ? 1 : 2,
  }));
  await client.query(
    `with given as (
      select n.*, topic.id as topic_id
      from jsonb_to_recordset($1::jsonb) as n (id uuid, topic text, title jsonb, body jsonb, link text, image text, actor text, created timestamptz,
        countries text[], seen int, mode notification_send_mode, local timestamp, scheduled timestamptz, starts timestamptz, at timestamptz, before timestamptz,
        throttle int, state notification_state, reason text, "isPrepared" boolean, version int)
        join topic on topic.code = n.topic
    ), resolved as (
      select g.*, case when g.local is null or g.starts is null then g.starts else
        (select min(local_instant(g.local, z.timezone)) from (select distinct timezone from account) as z) end as first_wave
      from given g
    )
    insert into notification (id, topic_id, title_i18n, body_i18n, deep_link, image_url, country_codes, last_seen_within_days, send_mode, send_at,
      send_local, timezone, not_after, throttle_per_minute, state, state_reason, state_changed_at, state_changed_by, completed_at, scheduled_at, scheduled_by, starts_at, created_on, prepared_at, started_at,
      created_at, created_by, updated_at, updated_by, version)
    select id, topic_id, title, body, link, image, countries::char(2)[], seen, mode, at, local, '${HOME_ZONE}', before, throttle, state, reason,
      coalesce(first_wave, scheduled, created), case when state in ('DRAFT', 'SCHEDULED', 'PAUSED', 'CANCELED') then actor end,
      case when state = 'SENT' then first_wave end, scheduled, case when scheduled is not null then actor end, first_wave,
      case when "isPrepared" then (first_wave at time zone 'UTC')::date end, case when "isPrepared" then first_wave end,
      case when "isPrepared" then first_wave end, created, actor, coalesce(scheduled, created), actor, version
    from resolved`,
    [JSON.stringify(rows)],
  );
}

/** Writes the test sends required before sending, for all but the newest draft. */
async function writeTests(client: ClientBase, notifications: readonly DemoNotification[]): Promise<void> {
  const untried = notifications.findLast(({ plan }) => plan.state === 'DRAFT' && plan.startDay === undefined);
  await client.query(
    `insert into notification_test_send (notification_id, content_hash, account_id, locale, devices_ok, sent_at, sent_by)
    select n.id, n.content_hash, a.id, 'en-US', 1, n.created_at + interval '20 minutes', n.created_by
    from notification n cross join (
      select id from account where state = 'ACTIVE' and exists (select from account_device d where d.account_id = account.id and d.invalidated_at is null)
      order by created_at, id limit 1) as a
    where n.id is distinct from $1`,
    [untried?.id ?? null],
  );
}

/** Writes audit events: who created, scheduled and stopped each notification. */
async function writeHistory(client: ClientBase, notifications: readonly DemoNotification[], now: Date): Promise<void> {
  const verbs = { PAUSED: 'pause', CANCELED: 'cancel' } as const;
  const events = notifications.flatMap(({ id, plan, actor, created, scheduled, starts }) => {
    const { state, reason = null } = plan;
    const verb = state === 'PAUSED' || state === 'CANCELED' ? verbs[state] : null;
    const stopped = starts === null ? now : new Date(Math.min(now.getTime(), starts.getTime() + 2 * 60_000));
    const made = { titleI18n: [null, plan.title], bodyI18n: [null, plan.body] };
    return [
      { id, actor, at: created, action: 'notification.create', reason: null, changes: made },
      ...(scheduled
        ? [
            {
              ...{ id, actor, at: scheduled, action: 'notification.schedule', reason: null },
              changes: { state: ['DRAFT', 'SCHEDULED'] },
            },
          ]
        : []),
      ...(verb
        ? [
            {
              ...{ id, actor, at: stopped, action: `notification.${verb}`, reason },
              changes: { state: ['SENDING', state] },
            },
          ]
        : []),
    ];
  });
  await client.query(
    `insert into staff_audit_event (occurred_at, actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes)
    select e.at, e.actor, array['ADMIN'], 'seed-' || left(md5(e.id || e.action), 16), e.action, 'notification', e.id, 'DONE', e.reason, e.changes
    from jsonb_to_recordset($1::jsonb) as e (id text, actor text, at timestamptz, action text, reason text, changes jsonb)
    order by e.at`,
    [JSON.stringify(events)],
  );
}
