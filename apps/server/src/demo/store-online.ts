import type { ClientBase } from 'pg';

/**
 * Counts of the last 8 days for the stores that the demo's people are in: quiet nights, more people at noon and most in
 * the evening, by the clocks there. The last hours approach the number of people that the demo keeps online.
 */
const CURVES = `
  with sample as (
    insert into store_online_sample (slot, is_complete)
    select t.slot, true
    from date_bin('15 minutes', $1::timestamptz, '2000-01-01T00:00:00Z') as last (slot),
      generate_series(last.slot - interval '8 days', last.slot, '15 minutes') as t (slot)
    on conflict do nothing returning slot),
  -- The time zone of now for all 8 days, looked up once per store.
  place as materialized (
    select s.id, n, $2::float * (power(n / 40.0, 1 / 2.2) - power((n - 1) / 40.0, 1 / 2.2)) as people,
      extract(epoch from ($1::timestamptz at time zone s.timezone) - ($1::timestamptz at time zone 'UTC'))::int as shift
    from generate_series(1, 40) as n join store s on s.sid = 'ST' || lpad(n::text, 5, '0')),
  hour as materialized (
    select slot, p.*, extract(epoch from slot)::bigint as second,
      (extract(epoch from slot)::bigint + shift) % 86400 / 3600.0::float as h,
      ((extract(epoch from slot)::bigint + shift) / 86400 + 4) % 7 in (5, 6) as is_busy,
      greatest(0, 1 - extract(epoch from $1::timestamptz - slot)::float / 10800) as nearness
    from sample cross join place p),
  curve as materialized (
    select slot, id, round(people * nearness + (1 - nearness) * (2.5 + people * 1.6) * case when is_busy then 1.2 else 1 end
      * (0.03 + 0.7 * exp(-power((h - 12.5) / 1.9, 2)) + exp(-power((h - 18.5) / 2.3, 2)) + 0.3 * exp(-power((h - 15.5) / 3, 2)))
      * (0.85 + 0.3 * abs(sin(second / 2700.0::float + n * 3.1))))::int as online
    from hour)
  insert into store_online (slot, store_id, online)
  select slot, id, online from curve where online > 0`;

/** The share of people online who are in a store, and those among the newest accounts (see `DemoPresence`). */
const PEOPLE = { inStores: 0.8, accountsEach: 64, most: 5_000, newest: 14 };

/** Does nothing where samples exist. */
export async function seedStoreOnline(client: ClientBase, options: { accounts: number; now: Date }): Promise<void> {
  const online = Math.min(options.accounts / PEOPLE.accountsEach, PEOPLE.most) + PEOPLE.newest;
  await client.query(CURVES, [options.now, PEOPLE.inStores * online]);
}
