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
  place as (
    select s.id, s.timezone, n, $2::float * (power(n / 40.0, 1 / 2.2) - power((n - 1) / 40.0, 1 / 2.2)) as people
    from generate_series(1, 40) as n join store s on s.sid = 'ST' || lpad(n::text, 5, '0')),
  hour as (
    select slot, p.*, extract(epoch from slot at time zone timezone)::bigint % 86400 / 3600.0 as h,
      extract(isodow from slot at time zone timezone) in (5, 6) as is_busy,
      greatest(0, 1 - extract(epoch from $1::timestamptz - slot) / 10800)::float as nearness
    from sample cross join place p),
  curve as (
    select slot, id, people, nearness, (2.5 + people * 1.6) * case when is_busy then 1.2 else 1 end
      * (0.03 + 0.7 * exp(-power((h - 12.5) / 1.9, 2)) + exp(-power((h - 18.5) / 2.3, 2)) + 0.3 * exp(-power((h - 15.5) / 3, 2)))
      * (0.85 + 0.3 * abs(sin(extract(epoch from slot)::float / 2700 + n * 3.1))) as online
    from hour)
  insert into store_online (slot, store_id, online)
  select slot, id, round(online * (1 - nearness) + people * nearness)::int
  from curve where round(online * (1 - nearness) + people * nearness) > 0`;

/** The share of people online who are in a store, and those among the newest accounts (see `DemoPresence`). */
const PEOPLE = { inStores: 0.8, accountsEach: 64, most: 5_000, newest: 14 };

/** Does nothing where samples exist. */
export async function seedStoreOnline(client: ClientBase, options: { accounts: number; now: Date }): Promise<void> {
  const online = Math.min(options.accounts / PEOPLE.accountsEach, PEOPLE.most) + PEOPLE.newest;
  await client.query(CURVES, [options.now, PEOPLE.inStores * online]);
}
