import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import { errorCodeOf } from '../db/error-code.ts';

/** Faults of the audit trail, one sentence each, and the number of events read. */
export interface TrailVerification {
  readonly events: number;
  readonly faults: readonly string[];
}

/** SQLSTATE of a refused change of an event. */
const APPEND_ONLY = 'BC002';

/**
 * Verifies the audit trail (decision 0132): events are append-only, months are complete, each event is well-formed and
 * has a unique number and a known actor, and each draw has its event. Reads every event, changes nothing.
 *
 * @param db as the owner of the tables, on a database without concurrent writes
 * @param appRole the role with which the application connects
 */
export async function verifyTrail(db: Kysely<Database>, appRole: string): Promise<TrailVerification> {
  const faults = [
    ...(await checkProtection(db, appRole)),
    ...(await checkRefusals(db)),
    ...(await checkMonths(db)),
    ...(await checkActors(db)),
    ...(await checkDraws(db)),
  ];
  const rows = await checkEvents(db);
  return { events: rows.events, faults: [...faults, ...rows.faults] };
}

/** Checks triggers and privileges of the trail and of each month. */
async function checkProtection(db: Kysely<Database>, appRole: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; isGuarded: boolean; isWritable: boolean }>`
    select c.relname as name,
      exists (
        select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'staff_audit_event_is_append_only'::regproc
          and t.tgenabled in ('O', 'A') and t.tgtype & 27 = 27) as "isGuarded",
      has_table_privilege(${appRole}, c.oid, 'UPDATE, DELETE, TRUNCATE') or pg_has_role(${appRole}, c.relowner, 'MEMBER') as "isWritable"
    from pg_partition_tree('staff_audit_event') p join pg_class c on c.oid = p.relid order by 1`.execute(db);
  return rows.flatMap(({ name, isGuarded, isWritable }) => [
    ...(isGuarded ? [] : [`Audit: ${name} has no active trigger that refuses changes.`]),
    ...(isWritable ? [`Audit: the role ${appRole} may change or delete events in ${name}.`] : []),
  ]);
}

/** Tries to change and to delete an event; both attempts are rolled back. */
async function checkRefusals(db: Kysely<Database>): Promise<string[]> {
  const attempts = {
    changed: sql`update staff_audit_event set action = 'audit.changed' where (occurred_at, id) =
      (select occurred_at, id from staff_audit_event limit 1)`,
    deleted: sql`delete from staff_audit_event where (occurred_at, id) = (select occurred_at, id from staff_audit_event limit 1)`,
  };
  const faults: string[] = [];
  for (const [done, attempt] of Object.entries(attempts)) {
    try {
      await db.transaction().execute(async (trx) => {
        const { numAffectedRows } = await attempt.execute(trx);
        if (numAffectedRows === 0n) return;
        faults.push(`Audit: the owner of the tables ${done} an event and was not refused.`);
        throw new RolledBack();
      });
    } catch (error) {
      if (!(error instanceof RolledBack) && errorCodeOf(error) !== APPEND_ONLY) throw error;
    }
  }
  return faults;
}

class RolledBack extends Error {}

/**
 * Checks that months are contiguous. A month may be missing only if nothing happened in it, or if its events are in the
 * default partition.
 */
async function checkMonths(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    with part as materialized (
      select c.relname as name, c.relispartition as attached from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname ~ '^staff_audit_event_[0-9]{4}_[0-9]{2}$'
    ), month as materialized (
      select to_date(right(name, 7), 'YYYY_MM') as first_day from part where attached
    ), missing as materialized (
      select day::date as first_day
      from (select min(first_day) as low, max(first_day) as high from month) as m, generate_series(low, high, interval '1 month') as day
      where day::date not in (select first_day from month)
    )
    select format('Audit: the month %s is no longer part of the trail.', name) as fault from part where not attached
    union all
    select format('Audit: the month %s is missing, in which accounts or points changed.', to_char(first_day, 'YYYY-MM')) from missing m
    where not exists (select from staff_audit_event_other e where e.occurred_at >= m.first_day and e.occurred_at < m.first_day + interval '1 month')
      and (exists (select from points_transfer t where t.recorded_at >= m.first_day and t.recorded_at < m.first_day + interval '1 month')
        or exists (select from account a where a.created_at >= m.first_day and a.created_at < m.first_day + interval '1 month'))
    union all
    select 'Audit: the default partition is missing.' where to_regclass('public.staff_audit_event_other') is null
    order by 1`.execute(db);
  return rows.map(({ fault }) => fault);
}

/** Checks that events are well-formed and have unique numbers from the sequence. */
async function checkEvents(db: Kysely<Database>): Promise<TrailVerification> {
  const { rows } = await sql<{ events: number; unsound: number; repeated: number; unissued: number }>`
    select count(*)::int as events, count(*) - count(distinct e.id) as repeated,
      count(*) filter (where e.id > s.last_value) as unissued,
      count(*) filter (where staff_audit_event_is_sound(e.actor_sub, e.actor_roles, e.request_id, e.action, e.entity_type, e.entity_id,
        e.reason, e.changes, e.personal_changes) is false) as unsound
    from staff_audit_event e cross join staff_audit_event_id s`.execute(db);
  const { events, unsound, repeated, unissued } = rows[0] ?? { events: 0, unsound: 0, repeated: 0, unissued: 0 };
  return {
    events,
    faults: [
      ...(unsound > 0 ? [`Audit: ${unsound} events are malformed.`] : []),
      ...(repeated > 0 ? [`Audit: ${repeated} events repeat the number of another.`] : []),
      ...(unissued > 0 ? [`Audit: ${unissued} events have a number that was never issued.`] : []),
    ],
  };
}

/**
 * Checks that staff who changed something through the API have a name. Events of the identity provider may predate it.
 */
async function checkActors(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ sub: string; events: number }>`
    select e.actor_sub as sub, count(*)::int as events from staff_audit_event e
    where cardinality(e.actor_roles) > 0 and e.action !~ '^(session|staff)[.]' and not exists (select from staff_user u where u.sub = e.actor_sub)
    group by 1 order by 1`.execute(db);
  return rows.map(({ sub, events }) => `Audit: ${events} events name the actor ${sub}, who is unknown.`);
}

/** Checks that each draw has its event. */
async function checkDraws(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select g.code from giveaway g where g.drawn_at is not null and not exists (
      select from staff_audit_event e where e.entity_type = 'giveaway' and e.entity_id = g.id::text and e.action = 'giveaway.draw' and e.outcome = 'DONE')
    order by 1`.execute(db);
  return rows.map(({ code }) => `Audit: the event of the draw of ${code} is missing.`);
}
