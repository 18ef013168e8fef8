import pg from 'pg';
import { type Figures, median, steadyLoad } from './load.ts';
import { startProduct } from './product.ts';
import { Report } from './report.ts';
import { isShort, size } from './size.ts';

const accounts = size('BENCH_ACCOUNTS', 1_000_000, 400);
const ROUNDS = size('BENCH_ROUNDS', 3, 1);
const WINDOW_SECONDS = isShort ? 0.1 : 1;
const QUIET_WINDOWS = isShort ? 1 : 4;
const PAGES_PER_SECOND = 50;

const product = await startProduct({ accounts });
const pool = new pg.Pool({ connectionString: product.ownerUrl, max: 4 });
const report = new Report('notifications', 3);
const BENCH_CODE = 'bench.everybody';

/** The list page that people request at the same time. */
const list = {
  query: `query AccountList($sort: AccountSort) { accounts(first: 50, sort: $sort) {
    nodes { id number displayName email phone state lastSeenAt createdAt country { code name } area { id name } }
    pageInfo { hasNextPage endCursor } } }`,
  variables: { sort: { key: 'CREATED', direction: 'DESC' } },
};
const look = async (): Promise<Figures> =>
  steadyLoad({
    url: `${product.url}/graphql`,
    headers: { authorization: `Bearer ${await product.token()}` },
    body: JSON.stringify(list),
    seconds: WINDOW_SECONDS,
    perSecond: PAGES_PER_SECOND,
  });

interface Fanned {
  readonly state: string;
  readonly recipients: number;
  readonly sent: number;
  readonly skipped: number;
  readonly preparedS: number | null;
  readonly sentS: number | null;
}

try {
  const topic = await everybodysTopic();
  const plain: number[] = [];
  const prepared: number[] = [];
  const slower: number[] = [];
  let recipients = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const quiet: number[] = [];
    for (let window = 0; window < QUIET_WINDOWS; window += 1) quiet.push((await look()).p95);
    plain.push(await plainInsert(topic));
    const busy: number[] = [];
    const id = await schedule(topic);
    let fanned: Fanned;
    do {
      busy.push((await look()).p95);
      fanned = await read(id);
    } while (fanned.state === 'SCHEDULED' || fanned.state === 'PREPARING');
    // Its recipients are recorded; sending is measured separately below.
    await pool.query(`update notification set state = 'CANCELED', state_reason = 'bench' where id = $1`, [id]);
    prepared.push(fanned.preparedS ?? Number.NaN);
    recipients = fanned.recipients;
    slower.push(median(busy) / median(quiet));
    await forget(id);
  }
  report.add(
    {
      promise: 'P9',
      name: `snapshot of ${recipients} accounts`,
      figure: median(prepared) / median(plain),
      unit: 'x',
      comparedWith: `${median(prepared).toFixed(1)} s; one plain INSERT..SELECT into the same table ${median(plain).toFixed(1)} s`,
      goal: 3,
    },
    {
      promise: 'P9',
      name: 'p95 of other pages during preparation',
      figure: median(slower),
      unit: 'x',
      comparedWith: 'the same pages before',
      goal: 2,
    },
  );
  await measureDispatch(topic);
  await report.finish();
} finally {
  await clean();
  await pool.end();
  await product.stop();
}

/** A topic to which every account is subscribed, without quiet hours and at the full sending rate. */
async function everybodysTopic(): Promise<string> {
  await pool.query(`update config_entry set value = '"00:00"' where key in ('push.quiet_start', 'push.quiet_end')`);
  await pool.query(`update config_entry set value = max_value::text::jsonb where key = 'push.rate_per_second'`);
  const { rows: made } = await pool.query<{ id: string }>(
    `insert into topic (category_id, code, name_i18n, description_i18n, kind, position)
     select id, $1, '{"en-US":"Everyone"}', '{"en-US":"Everyone"}', 'MARKETING', 9999 from topic_category limit 1
     on conflict (code) do update set code = excluded.code returning id`,
    [BENCH_CODE],
  );
  const id = made[0]?.id ?? '';
  await pool.query('alter table account_topic_subscription disable trigger user');
  await pool.query(
    `insert into account_topic_subscription (account_id, topic_id, is_subscribed, source)
     select id, $1, true, 'IMPORT' from account on conflict do nothing`,
    [id],
  );
  await pool.query('alter table account_topic_subscription enable trigger user');
  await pool.query('vacuum analyze account_topic_subscription');
  return id;
}

async function schedule(topic: string): Promise<string> {
  const { rows: made } = await pool.query<{ id: string }>(
    `insert into notification (topic_id, title_i18n, body_i18n, send_mode, timezone, state, scheduled_at, scheduled_by, starts_at, ignore_frequency_cap)
     values ($1, '{"en-US":"Bench"}', '{"en-US":"Bench"}', 'NOW', 'UTC', 'SCHEDULED', now(), 'bench', now(), true) returning id`,
    [topic],
  );
  return made[0]?.id ?? '';
}

async function read(id: string): Promise<Fanned> {
  const { rows: found } = await pool.query<Fanned>(
    `select n.state, n.recipients, n.sent, n.skipped, extract(epoch from n.prepared_at - j.started_at)::float as "preparedS",
       extract(epoch from n.completed_at - n.prepared_at)::float as "sentS"
     from notification n left join notification_dispatch d on d.notification_id = n.id left join job j on j.id = d.job_id where n.id = $1`,
    [id],
  );
  const [fanned] = found;
  if (fanned === undefined) throw new Error('The notification is gone');
  return fanned;
}

/** The same rows in one statement into the same table, with its indexes: the database's share of the time. */
async function plainInsert(topic: string): Promise<number> {
  const { rows: made } = await pool.query<{ id: string }>('select uuid_v7() as id');
  const id = made[0]?.id ?? '';
  const began = performance.now();
  await pool.query(
    `insert into notification_delivery (created_on, notification_id, account_id, not_before)
     select current_date, $1, s.account_id, now() from account_topic_subscription s join account a on a.id = s.account_id
     where s.topic_id = $2 and s.is_subscribed and a.state = 'ACTIVE' and a.push_consent order by s.account_id`,
    [id, topic],
  );
  const seconds = (performance.now() - began) / 1_000;
  await forget(id);
  return seconds;
}

async function forget(id: string): Promise<void> {
  await pool.query('delete from notification_delivery where notification_id = $1', [id]);
  await pool.query('vacuum notification_delivery');
}

/** From the end of the snapshot to the last answer, without the slow first minute. */
async function measureDispatch(topic: string): Promise<void> {
  await pool.query(`update push_pace set filled_at = now(), busy_since = '2000-01-01'`);
  const id = await schedule(topic);
  let fanned = await read(id);
  while (fanned.state !== 'SENT') {
    if (fanned.state === 'FAILED' || fanned.state === 'PAUSED') throw new Error(`The notification is ${fanned.state}`);
    await pool.query(`update push_pace set busy_since = '2000-01-01'`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    fanned = await read(id);
  }
  const seconds = fanned.sentS ?? Number.NaN;
  report.add({
    name: 'sent to the sandbox',
    figure: fanned.sent / seconds,
    unit: 'messages/s',
    comparedWith: `${Math.round((fanned.sent + fanned.skipped) / seconds)} accounts/s decided; ${fanned.sent} sent, ${fanned.skipped} skipped; the rate is set to 10,000/s`,
    goal: 8_000,
    atLeast: true,
  });
}

/** Restores the demo. */
async function clean(): Promise<void> {
  await pool.query(`update config_entry set value = default_value where key like 'push.%'`);
  await pool.query(
    `delete from notification_delivery where notification_id in (select n.id from notification n join topic t on t.id = n.topic_id where t.code = $1)`,
    [BENCH_CODE],
  );
  await pool.query(`update push_pace set marketing_id = null`);
  for (const table of ['notification_dispatch', 'notification_reason_count'])
    await pool.query(
      `delete from ${table} where notification_id in (select n.id from notification n join topic t on t.id = n.topic_id where t.code = $1)`,
      [BENCH_CODE],
    );
  await pool.query('delete from notification where topic_id = (select id from topic where code = $1)', [BENCH_CODE]);
  await pool.query(`delete from job where kind = 'notification.fan-out' and requested_by = 'system'`);
  await pool.query('alter table account_topic_subscription disable trigger user');
  await pool.query('delete from account_topic_subscription where topic_id = (select id from topic where code = $1)', [
    BENCH_CODE,
  ]);
  await pool.query('alter table account_topic_subscription enable trigger user');
  await pool.query('delete from topic where code = $1', [BENCH_CODE]);
  await pool.query('truncate push_frequency');
}
