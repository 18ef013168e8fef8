import { sql } from 'kysely';
import { callFunction } from '../../../db/call-function.ts';
import { SYSTEM_ACTOR } from '../../../db/system-actor.ts';
import type { DatabaseTransaction } from '../../../db/transaction.ts';

const BATCH = 500;
const LEAK_REASON = 'Too many unknown codes were tried: someone may be guessing.';

/** Housekeeping of redemptions. */
export const redemptionMaintenance = [
  { name: 'redemption.expire', runBatch: expireReservations },
  { name: 'campaign.alert', runBatch: raiseAlerts },
  { name: 'coupon.leak-alarm', runBatch: pauseGuessed },
  { name: 'coupon.forget-tries', runBatch: forgetTries },
  { name: 'campaign-day.fold', runBatch: foldDays },
] as const;

/** Releases expired reservations, one campaign at a time; true if more may be left. */
export async function expireReservations(trx: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ released: number }>`
    select release_lapsed_reservations(due.campaign_id, ${BATCH}, now()) as released from (
      select r.campaign_id from coupon_redemption r where r.state = 'RESERVED' and r.reserved_until <= now()
      order by r.reserved_until limit 1) as due`.execute(trx);
  return (rows[0]?.released ?? 0) > 0;
}

/** Raises alerts that concurrent redemptions missed, as each saw only its own use. Runs every minute. */
async function raiseAlerts(trx: DatabaseTransaction): Promise<boolean> {
  await sql`select raise_campaign_alerts(id) from campaign where state = 'ACTIVE' and coalesce(redemptions_limit, budget_minor) is not null
    order by id`.execute(trx);
  return false;
}

/**
 * Pauses running campaigns with unique codes if too many unknown codes were tried within five minutes. The tries are deleted, so that a
 * resumed campaign is not paused for them again.
 */
export async function pauseGuessed(trx: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ isAlarm: boolean }>`
    select coalesce(sum(m.n), 0) >= (select (value #>> '{}')::int from config_entry where key = 'coupon.leak_alarm_per_5min') as "isAlarm"
    from coupon_unknown_minute m where m.minute > now() - interval '5 minutes'`.execute(trx);
  if (rows[0]?.isAlarm !== true) return false;
  await sql`
    with tries as (
      delete from coupon_unknown_minute where minute > now() - interval '5 minutes' returning client_sub, n
    ), paused as (
      select id, changes from change_campaign_states('PAUSE_FOR_GUESSES', array(
        select id from campaign where campaign_refusal('PAUSE_FOR_GUESSES', state) is null and code_mode = 'UNIQUE' and now() >= starts_at and now() < ends_at),
        ${LEAK_REASON}, ${SYSTEM_ACTOR.sub}) where changes is not null
    ), alert as (
      insert into campaign_alert (campaign_id, kind) select id, 'LEAK' from paused
    ), actor as (
      insert into staff_user (sub, display_name) values (${SYSTEM_ACTOR.sub}, ${SYSTEM_ACTOR.name}) on conflict (sub) do nothing
    ), trail as (
      insert into staff_audit_event (actor_sub, action, entity_type, entity_id, outcome, reason, changes)
      select ${SYSTEM_ACTOR.sub}, 'campaign.pause', 'campaign', id::text, 'DONE', ${LEAK_REASON}, changes || jsonb_build_object(
        'unknownCodes', jsonb_build_array(null, (select sum(n) from tries)),
        'machineClients', jsonb_build_array(null, (select jsonb_agg(distinct client_sub) from tries)))
      from paused
    )
    select pg_notify('campaign_alerted', id::text) from paused`.execute(trx);
  return false;
}

/** Deletes tries that no longer count. */
async function forgetTries(trx: DatabaseTransaction): Promise<boolean> {
  await sql`delete from coupon_unknown_minute where minute < now() - interval '1 hour'`.execute(trx);
  const { rows } = await sql<{ forgotten: number }>`
    with forgotten as (
      delete from coupon_try where (client_sub, subject_type, subject) in (
        select client_sub, subject_type, subject from coupon_try where last_tried_at < now() - interval '1 hour'
        limit ${BATCH}) returning 1)
    select count(*)::int as forgotten from forgotten`.execute(trx);
  return rows[0]?.forgotten === BATCH;
}

/** Folds the figures of each past day into one row. */
export async function foldDays(trx: DatabaseTransaction): Promise<boolean> {
  return (await callFunction(trx, 'fold_campaign_days', { most: BATCH * 10 })) === BATCH * 10;
}
