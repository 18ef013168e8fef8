import { setImmediate } from 'node:timers/promises';
import { dropTimezones, TIMEZONES } from '@backcounter/domain';
import type pg from 'pg';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Shorter than any time between two changes of a clock: Morocco's are five weeks apart. */
const STEP_MS = 14 * DAY_MS;
const AHEAD_MS = 2 * 366 * DAY_MS;
const MINUTE_MS = 60_000;

/** A time without a change of the clock, from `startMs` up to `endMs`. */
interface Span {
  readonly startMs: number;
  readonly endMs: number;
  readonly offsetMinutes: number;
}

/**
 * Takes zones off the list that this PostgreSQL lacks, or whose clock it changes at other times than Node within two
 * years (decision 0181). Returns them.
 */
export async function checkTimezones(
  pool: Pick<pg.Pool, 'query'>,
  now: Date,
): Promise<{ readonly missing: readonly string[]; readonly disputed: readonly string[] }> {
  const found = await pool.query<{ name: string }>('select name from pg_timezone_names where name = any($1)', [
    TIMEZONES,
  ]);
  const present = new Set(found.rows.map(({ name }) => name));
  const spans: (Span & { readonly zone: string })[] = [];
  for (const zone of TIMEZONES.filter((each) => present.has(each))) {
    spans.push(...spansOf(zone, now.getTime()).map((span) => ({ ...span, zone })));
    // A request doesn't wait for all of them.
    await setImmediate();
  }
  const { rows } = await pool.query<{ zone: string }>(DISPUTED, [
    spans.map(({ zone }) => zone),
    spans.map(({ startMs }) => new Date(startMs)),
    spans.map(({ endMs }) => new Date(endMs)),
    spans.map(({ offsetMinutes }) => offsetMinutes),
  ]);
  const dropped = { missing: TIMEZONES.filter((each) => !present.has(each)), disputed: rows.map(({ zone }) => zone) };
  dropTimezones(dropped);
  return dropped;
}

const DISPUTED = `
  select s.zone from unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::int[]) as s (zone, starts_at, ends_at, minutes)
  cross join lateral (select s.ends_at - interval '1 second' union all
    select generate_series(s.starts_at, s.ends_at - interval '1 second', interval '14 days')) as t (at)
  where (t.at at time zone s.zone) - (t.at at time zone 'UTC') <> make_interval(mins => s.minutes)
  group by 1 order by 1`;

/** Spans of a zone in Node. */
function spansOf(zone: string, fromMs: number): Span[] {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const offsetAt = (ms: number): number => {
    const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?$/.exec(format.format(ms)) ?? [];
    return Number(`${sign ?? ''}1`) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
  };
  const spans: Span[] = [];
  let startMs = Math.floor(fromMs / MINUTE_MS) * MINUTE_MS;
  const endMs = startMs + AHEAD_MS;
  let offsetMinutes = offsetAt(startMs);
  for (let atMs = startMs; atMs < endMs; atMs += STEP_MS) {
    let [before, after] = [atMs, Math.min(atMs + STEP_MS, endMs)];
    const next = offsetAt(after);
    if (next === offsetMinutes) continue;
    while (after - before > MINUTE_MS) {
      const middle = before + Math.floor((after - before) / (2 * MINUTE_MS)) * MINUTE_MS;
      if (offsetAt(middle) === offsetMinutes) before = middle;
      else after = middle;
    }
    spans.push({ startMs, endMs: after, offsetMinutes });
    [startMs, offsetMinutes] = [after, next];
  }
  return [...spans, { startMs, endMs, offsetMinutes }];
}
