import type { ClientBase } from 'pg';

/** Events counted per statement. */
const BATCH = 500_000;
/** Days before today with generated numbers of weekly active accounts. */
const ACTIVE_DAYS = 120;

/**
 * Counts generated rows, as the worker does each minute, so that the dashboard is complete at once, and generates
 * figures that can't be counted afterwards. If it is interrupted, the worker continues.
 */
export async function seedDailyMetrics(client: ClientBase, now: Date): Promise<void> {
  for (const source of await sources(client, 'pg_views', 'viewname', 'metric_event_'))
    for (let isMore = true; isMore; ) {
      const { rows } = await client.query<{ isMore: boolean }>('select advance_daily_metrics($1, $2, $3) as "isMore"', [
        source,
        BATCH,
        now,
      ]);
      isMore = rows[0]?.isMore === true;
    }
  for (const source of await sources(client, 'pg_proc', 'proname', 'metric_days_'))
    await client.query(`select recount_daily_metrics($1, 0, $2, interval '0', $3)`, [
      source,
      source === 'active_accounts' ? 0 : 800,
      now,
    ]);
  await client.query(
    `insert into daily_metric (metric, day, country_code, area_id, value)
     select m.metric, m.day - n, m.country_code, m.area_id, round(m.value * (1 - n * 0.003 - 0.05 * abs(sin(n * 0.9))))
     from daily_metric m cross join generate_series(1, $1::int) as n where m.metric = 'active_accounts.week'
     on conflict do nothing`,
    [ACTIVE_DAYS],
  );
  await client.query('vacuum (analyze) daily_metric');
}

/** Rest of the catalogue names that start with a prefix. */
async function sources(client: ClientBase, catalogue: string, column: string, prefix: string): Promise<string[]> {
  const { rows } = await client.query<{ source: string }>(
    `select substr(${column}, length($1) + 1) as source from ${catalogue} where starts_with(${column}::text, $1) order by 1`,
    [prefix],
  );
  return rows.map(({ source }) => source);
}
