import type { NotificationSendMode } from '@backcounter/domain';
import type { EffectContext } from '../../../graphql/request-context.ts';
import { statementFor } from '../../../listing/statements.ts';

/** Deliveries in one time zone. */
export interface Wave {
  readonly timezone: string;
  /** Requested instant. */
  readonly startsAt: string;
  /** `startsAt`, or the end of the quiet hours that contain it. */
  readonly sendsAt: string;
  /** Wall time of `startsAt` in the zone. */
  readonly localTime: string;
  readonly accounts: number;
  /** True if the time is in the past or after the latest allowed one; its accounts are skipped. */
  readonly isOver: boolean;
  /** True if the clock there skips the requested wall time. */
  readonly isShifted: boolean;
  readonly isQuiet: boolean;
}

/** Requested timing of a notification. */
export interface Timing {
  readonly sendMode: NotificationSendMode;
  readonly sendAt: Date | string | null;
  readonly sendLocal: string | null;
  readonly notAfter: Date | string | null;
  /** False: quiet hours do not delay it. */
  readonly keepsQuietHours: boolean;
}

const SQL = `
  select z.name as timezone, s.starts_at as "startsAt", coalesce(q.ends_at, s.starts_at) as "sendsAt",
    to_char(s.starts_at at time zone z.name, 'YYYY-MM-DD"T"HH24:MI') as "localTime", z.accounts::int as accounts,
    coalesce((s.is_local and s.starts_at < now()) or coalesce(q.ends_at, s.starts_at) >= $5::timestamptz, false) as "isOver",
    (s.is_local and s.starts_at at time zone z.name <> $3::timestamp) as "isShifted", q.ends_at is not null as "isQuiet"
  from unnest($1::text[], $2::int[]) as z(name, accounts)
    cross join lateral (select $4::text = 'AT_LOCAL' as is_local, case $4::text
      when 'AT_LOCAL' then local_instant($3::timestamp, z.name)
      when 'AT_INSTANT' then $6::timestamptz
      else now() + make_interval(secs => (select (value #>> '{}')::int from config_entry where key = 'push.undo_seconds')) end as starts_at) s
    cross join lateral (select case when $7 then quiet_until(s.starts_at, z.name,
      (select (value #>> '{}')::time from config_entry where key = 'push.quiet_start'),
      (select (value #>> '{}')::time from config_entry where key = 'push.quiet_end')) end as ends_at) q
  order by "sendsAt", z.name`;

/** Plans the waves by zone, earliest first; empty without a send time. */
export async function planWaves(
  context: EffectContext,
  zones: ReadonlyMap<string, number>,
  timing: Timing,
  timeoutMs: number,
): Promise<Wave[]> {
  const isTimed =
    timing.sendMode === 'NOW' || (timing.sendMode === 'AT_LOCAL' ? timing.sendLocal !== null : timing.sendAt !== null);
  if (!isTimed || zones.size === 0) return [];
  return context.sql.rows<Wave>(
    statementFor(SQL),
    [
      [...zones.keys()],
      [...zones.values()],
      timing.sendLocal,
      timing.sendMode,
      timing.notAfter,
      timing.sendAt,
      timing.keepsQuietHours,
    ],
    { signal: context.signal, timeoutMs, isCostly: true },
  );
}
