import pg from 'pg';
import { TILES } from './dashboard-tiles.ts';
import { median, post } from './load.ts';
import { startProduct } from './product.ts';
import { Report } from './report.ts';
import { size } from './size.ts';

const accounts = size('BENCH_ACCOUNTS', 1_000_000, 400);
/** Entries of all wallets, ten per account; those that the demo lacks are generated. */
const entries = size('BENCH_ENTRIES', accounts * 10, 10_000);
const rounds = size('BENCH_ROUNDS', 10, 1);
/** Concurrent requests of a browser. */
const AT_ONCE = 6;
/** Transfers of the last quarter of an hour, which is recounted every minute. */
const LATE_TRANSFERS = 5_000;
const ISSUANCE = '00000000-0000-7000-8000-000000000001';

/** The same figures computed from the rows, of 30 days and the 30 before. */
const SINCE = `date_trunc('day', now(), 'UTC') - interval '59 days'`;
const RECOUNTS: Partial<Record<keyof typeof TILES, string>> = {
  accounts: `select (select count(*) from account), (select jsonb_agg(d) from (select created_at::date, count(*) from account where created_at >= ${SINCE} group by 1) d)`,
  'accounts seen within a week': `select count(*) from account where last_seen_at > now() - interval '7 days'`,
  points: `select t.occurred_at::date, t.code, sum(t.amount) from points_transfer t
    join points_wallet c on c.id = t.credit_wallet_id join points_wallet d on d.id = t.debit_wallet_id
    where t.occurred_at >= ${SINCE} and (c.owner_type = 'ACCOUNT') <> (d.owner_type = 'ACCOUNT') group by 1, 2`,
  redemptions: `select confirmed_at::date, count(*) from coupon_redemption where confirmed_at >= ${SINCE} group by 1`,
  'entries of giveaways': `select occurred_at::date, count(*) from giveaway_transaction where type = 'ENTERED' and occurred_at >= ${SINCE} group by 1`,
};

const product = await startProduct({ accounts, folder: `bench-dashboard-${accounts}` });
const owner = new pg.Client({ connectionString: product.ownerUrl });
await owner.connect();
const report = new Report('dashboard', 8 + Object.keys(TILES).length + Object.keys(RECOUNTS).length);
try {
  await owner.query(`set timezone = 'UTC'; set statement_timeout = 0`);
  await fillEntries();
  await measureTiles();
  await measureMinute();
  await report.finish();
} finally {
  await owner.end();
  await product.stop();
}

async function number(query: string): Promise<number> {
  const { rows: found } = await owner.query<{ n: string }>(query);
  return Number(found[0]?.n);
}

/** Adds the wanted number of entries over 300 days, once per data folder, and recounts all figures. */
async function fillEntries(): Promise<void> {
  const missing = Math.floor((entries - (await number('select count(*) as n from points_entry'))) / 2);
  if (missing > 0) {
    console.log(`Making up ${missing.toLocaleString('en-US')} transfers`);
    await transfers(missing, `now() - interval '300 days' + n * (interval '300 days' / ${missing + 1})`);
    await owner.query('vacuum (analyze) points_entry, points_transfer');
  }
  const startedMs = performance.now();
  await owner.query('begin; lock table daily_metric_source in exclusive mode');
  await owner.query(
    `delete from daily_metric where metric <> 'active_accounts.week'; delete from daily_metric_tail; delete from daily_metric_source; commit`,
  );
  let batches = 0;
  for (const source of ['accounts', 'points', 'redemptions', 'giveaways'])
    for (let isMore = true; isMore; batches += 1) {
      const { rows: found } = await owner.query<{ more: boolean }>('select advance_daily_metrics($1, 250000) as more', [
        source,
      ]);
      isMore = found[0]?.more === true;
    }
  for (const source of ['stores', 'notifications', 'active_accounts']) await recount(source);
  const all = (await number('select count(*) as n from points_entry')).toLocaleString('en-US');
  report.add({
    name: `counting all history, ${accounts.toLocaleString('en-US')} accounts, ${all} entries`,
    figure: (performance.now() - startedMs) / 1_000,
    unit: 's',
    comparedWith: `${batches} batches of at most 250,000`,
  });
}

/** Issued points; balances are unchanged, which no tile reads. */
async function transfers(count: number, at: string): Promise<void> {
  const salt = `${process.pid}-${Date.now()}`;
  await owner.query(
    `with wallet as materialized (
       select array_agg(id) as ids from (select id from points_wallet where owner_type = 'ACCOUNT' order by id limit 1000000) as w
     ), made as (
       insert into points_transfer (id, debit_wallet_id, credit_wallet_id, amount, code, occurred_at, recorded_at, idempotency_key, created_by)
       select uuid_v7(), '${ISSUANCE}', wallet.ids[1 + (n * 7919::bigint) % cardinality(wallet.ids)], 1 + n % 100, 'EARN', x.at, x.at, '${salt}-' || n, 'bench'
       from generate_series(1, ${count}) as n, wallet, lateral (select date_trunc('milliseconds', ${at}) as at) x
       returning *
     )
     insert into points_entry (wallet_id, seq, transfer_id, delta, occurred_at, recorded_at)
     select s.wallet, 1000000000000 + nextval('points_system_seq'), m.id, s.delta, m.occurred_at, m.recorded_at
     from made m, lateral (values (m.debit_wallet_id, -m.amount), (m.credit_wallet_id, m.amount)) as s (wallet, delta)`,
  );
}

async function ask(query: string, variables: object): Promise<number> {
  const startedMs = performance.now();
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await product.token()}` };
  const answer = await post(`${product.url}/graphql`, headers, JSON.stringify({ query, variables }));
  if (answer.status !== 200 || answer.text.includes('"errors":')) throw new Error(`${query}: ${answer.text}`);
  return performance.now() - startedMs;
}

/** Requests all tiles as a browser does; returns the milliseconds until the last answer. */
async function dashboard(variables: object): Promise<number> {
  const startedMs = performance.now();
  const waiting: string[] = Object.values(TILES);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let query = waiting.shift(); query !== undefined; query = waiting.shift()) await ask(query, variables);
    }),
  );
  return performance.now() - startedMs;
}

async function measureTiles(): Promise<void> {
  await product.token();
  report.add({ name: 'all tiles, the first time after a start', figure: await dashboard({}), unit: 'ms', goal: 1_000 });
  const country = await owner.query<{ code: string }>(
    'select country_code as code from account_count group by country_code order by sum(accounts) desc limit 1',
  );
  const periods: [string, object][] = [
    ['30 days', {}],
    ['366 days', { filter: { days: 366 } }],
    ['30 days of a country', { filter: { countries: [country.rows[0]?.code] } }],
  ];
  for (const [name, variables] of periods) {
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const milliseconds = await dashboard(variables);
      if (round > 0) times.push(milliseconds);
    }
    report.add({
      name: `all tiles, ${name}, ${AT_ONCE} at a time`,
      figure: median(times),
      unit: 'ms',
      comparedWith: `slowest of ${rounds}: ${Math.round(Math.max(...times))} ms`,
      goal: 1_000,
    });
  }
  for (const [name, query] of Object.entries(TILES) as [keyof typeof TILES, string][]) {
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) times.push(await ask(query, {}));
    const figure = median(times.slice(1));
    report.add({ name: `tile: ${name}`, figure, unit: 'ms' });
    const recount = RECOUNTS[name];
    if (recount === undefined) continue;
    const plain: number[] = [];
    for (let round = 0; round < 3; round += 1) plain.push(await timed(recount));
    const [ours, theirs] = [figure.toFixed(1), median(plain).toFixed(1)];
    report.add({
      name: `the same, by counting the rows`,
      figure: figure / median(plain),
      unit: 'x',
      comparedWith: `${ours} of ${theirs} ms in SQL`,
    });
  }
}

/** A recount by the worker, here of the whole history; returns milliseconds. */
async function recount(source: string): Promise<number> {
  await owner.query('update daily_metric_source set as_of = null where source = $1', [source]);
  return timed(`select recount_daily_metrics($1, 0, $2, interval '0')`, [
    source,
    source === 'active_accounts' ? 0 : 800,
  ]);
}

async function timed(query: string, values: unknown[] = []): Promise<number> {
  const startedMs = performance.now();
  await owner.query(query, values);
  return performance.now() - startedMs;
}

/** The worker's job of each minute under this load. */
async function measureMinute(): Promise<void> {
  await transfers(LATE_TRANSFERS, `now() - n * (interval '15 minutes' / ${LATE_TRANSFERS + 1})`);
  const minutes: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    let total = 0;
    for (const source of ['accounts', 'points', 'redemptions', 'giveaways'])
      total += await timed('select advance_daily_metrics($1, 100000)', [source]);
    total += await timed(`select recount_daily_metrics('stores', 1, 800, interval '0')`);
    total += await timed(`select recount_daily_metrics('notifications', 30, 800, interval '0')`);
    if (round > 0) minutes.push(total);
  }
  const late = LATE_TRANSFERS.toLocaleString('en-US');
  report.add(
    { name: `the minute's work, ${late} transfers in 15 minutes`, figure: median(minutes), unit: 'ms', goal: 1_000 },
    {
      name: 'accounts seen within a week, every ten minutes',
      figure: await timed(`select recount_daily_metrics('active_accounts', 0, 0, interval '0')`),
      unit: 'ms',
      goal: 1_000,
    },
    {
      name: 'stores and notifications, two years, once a day',
      figure: (await recount('stores')) + (await recount('notifications')),
      unit: 'ms',
      goal: 3_000,
    },
  );
}
