import pg from 'pg';
import { askApi, type Figures, load, median, steadyLoad } from './load.ts';
import { startProduct } from './product.ts';
import { Report, type Row } from './report.ts';
import { isShort, size } from './size.ts';

/** Accounts to suspend; the rest of the million is unchanged. */
const SUSPENDED = size('BENCH_SUSPENDED', 100_000, 100);
const accounts = size('BENCH_ACCOUNTS', 1_000_000, 400);
const WINDOW_SECONDS = isShort ? 0.1 : 2;
const QUIET_WINDOWS = isShort ? 1 : 4;
/** List pages per second that an office requests; a page is a few milliseconds of work. */
const PAGES_PER_SECOND = 100;
/** People who request the next page as soon as they have one: they use the whole machine, with or without a job. */
const RESTLESS = 4;

const product = await startProduct({ accounts });
const owner = new pg.Client({ connectionString: product.ownerUrl });
await owner.connect();

/** The list page that people request. */
const list = {
  query: `query AccountList($sort: AccountSort) { accounts(first: 50, sort: $sort) {
    nodes { id number displayName email phone state lastSeenAt createdAt country { code name } area { id name } }
    pageInfo { hasNextPage endCursor } } }`,
  variables: { sort: { key: 'CREATED', direction: 'DESC' } },
};

/** Measures list requests for a period. */
type Look = () => Promise<Figures>;

async function listRequest() {
  return {
    url: `${product.url}/graphql`,
    headers: { authorization: `Bearer ${await product.token()}` },
    body: JSON.stringify(list),
    seconds: WINDOW_SECONDS,
  };
}

const lookSteadily: Look = async () => steadyLoad({ ...(await listRequest()), perSecond: PAGES_PER_SECOND });
const lookRestlessly: Look = async () => load({ ...(await listRequest()), connections: RESTLESS });

async function ask<Data>(query: string, variables: unknown): Promise<Data> {
  return askApi<Data>(product.url, await product.token(), query, variables);
}

/** An interrupted run may have left its job, which a worker continues: cancels it and waits. */
async function settle(): Promise<void> {
  for (;;) {
    const { rowCount } = await owner.query(
      'update job set cancel_requested_at = coalesce(cancel_requested_at, now()) where finished_at is null',
    );
    if (rowCount === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Reactivates the chosen accounts, and restores the table. */
async function reset(): Promise<void> {
  await owner.query(`update account set state = 'ACTIVE', state_reason = null where state_reason = 'bench'`);
  // The trail is append-only for everyone but its owner.
  await owner.query(`alter table staff_audit_event disable trigger user;
    delete from staff_audit_event where reason = 'bench';
    alter table staff_audit_event enable trigger user`);
  for (const table of ['account', 'staff_audit_event', 'account_count']) await owner.query(`vacuum analyze ${table}`);
}

/** An instant up to which as many accounts are active as the benchmark wants. */
async function boundary(): Promise<{ upTo: string; count: number }> {
  const { rows } = await owner.query<{ at: Date; count: number }>(
    `select max(created_at) as at, count(*)::int as count from
      (select created_at from account where state = 'ACTIVE' order by created_at limit $1) as oldest`,
    [SUSPENDED],
  );
  const at = rows[0]?.at ?? new Date();
  return { upTo: new Date(at.getTime() + 1).toISOString(), count: rows[0]?.count ?? 0 };
}

/**
 * All writes of the job in one set-based statement: states, audit rows, frozen wallets and account counts. The table's
 * triggers are disabled, because they would do part of it row by row.
 */
async function oneStatement(upTo: string): Promise<number> {
  await owner.query('begin; alter table account disable trigger user');
  const started = performance.now();
  await owner.query(
    `with changed as (
      update account set state = 'SUSPENDED', state_reason = 'bench', state_changed_at = now(), version = version + 1, updated_at = now(),
        updated_by = 'bench'
      where state = 'ACTIVE' and created_at < $1 returning id, country_code, coalesce(area_id, '00000000-0000-0000-0000-000000000000') as area_id
    ), trail as (
      insert into staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes)
      select sub, '{ADMIN}', 'bench', 'account.suspend', 'account', id::text, 'DONE', 'bench',
        '{"state":["ACTIVE","SUSPENDED"],"stateReason":[null,"bench"]}'
      from changed, (select sub from staff_user limit 1) as actor
    ), frozen as (
      update points_wallet w set frozen = true from changed c where w.owner_type = 'ACCOUNT' and w.owner_id = c.id
    )
    insert into account_count (state, country_code, area_id, accounts)
    select moved.state, country_code, area_id, sum(moved.change)
    from changed, (values ('ACTIVE'::account_state, -1), ('SUSPENDED', 1)) as moved (state, change) group by 1, 2, 3`,
    [upTo],
  );
  const seconds = (performance.now() - started) / 1000;
  await owner.query('alter table account enable trigger user; commit');
  return seconds;
}

interface Job {
  id: string;
  state: string;
  done: number;
  finishedAt: string | null;
}

async function startJob(upTo: string): Promise<Job> {
  const selection = { filter: { state: { in: ['ACTIVE'] }, created: { to: upTo } } };
  const data = await ask<{ startAccountBulk: { job: Job } }>(
    'mutation M($input: StartAccountBulkInput!) { startAccountBulk(input: $input) { job { id state } } }',
    { input: { selection, action: 'SUSPEND', reason: 'bench' } },
  );
  return data.startAccountBulk.job;
}
async function startUndo(id: string): Promise<Job> {
  const data = await ask<{ undoJob: { job: Job } }>(
    'mutation U($input: UndoJobInput!) { undoJob(input: $input) { job { id state } } }',
    { input: { id, reason: 'bench' } },
  );
  return data.undoJob.job;
}
const readJob = async (id: string): Promise<Job> =>
  (await ask<{ job: Job }>('query J($id: ID!) { job(id: $id) { id state done finishedAt } }', { id })).job;

async function secondsOf(id: string): Promise<number> {
  const { rows } = await owner.query<{ seconds: number }>(
    'select extract(epoch from finished_at - started_at)::float8 as seconds from job where id = $1',
    [id],
  );
  return rows[0]?.seconds ?? Number.NaN;
}

async function untilEnded(id: string): Promise<{ job: Job; seconds: number }> {
  for (;;) {
    const job = await readJob(id);
    if (job.finishedAt !== null) {
      if (job.state !== 'SUCCEEDED') throw new Error(`the job ended as ${job.state}`);
      return { job, seconds: await secondsOf(id) };
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

interface Watched {
  readonly seconds: number;
  readonly quiet: readonly Figures[];
  readonly busy: readonly Figures[];
}

/** A job on all chosen accounts during list requests, after periods of list requests without it. */
async function watch(upTo: string, count: number, look: Look): Promise<Watched> {
  await reset();
  const quiet: Figures[] = [];
  for (let window = 0; window < QUIET_WINDOWS; window += 1) quiet.push(await look());
  const busy: Figures[] = [];
  const { id } = await startJob(upTo);
  for (;;) {
    const figures = await look();
    const isOver = (await readJob(id)).finishedAt !== null;
    // A period in which the job ended says little; one is better than none.
    if (!isOver || busy.length === 0) busy.push(figures);
    if (isOver) break;
  }
  const { job, seconds } = await untilEnded(id);
  if (job.done !== count) throw new Error('not all accounts were dealt with');
  return { seconds, quiet, busy };
}

const of = (windows: readonly Figures[], key: keyof Figures): number => median(windows.map((window) => window[key]));
const p95Ratio = ({ quiet, busy }: Watched): Pick<Row, 'figure' | 'unit' | 'comparedWith'> => ({
  figure: of(busy, 'p95') / of(quiet, 'p95'),
  unit: 'x',
  comparedWith: `without: ${of(quiet, 'p95').toFixed(1)} ms, with: ${of(busy, 'p95').toFixed(1)} ms, ${busy.length} windows of ${WINDOW_SECONDS} s`,
});

const report = new Report('jobs', 10);
try {
  await settle();
  await reset();
  const { upTo, count } = await boundary();
  await lookRestlessly();
  // Not measured: warms the data of both sides.
  await oneStatement(upTo);
  await reset();
  const before = await oneStatement(upTo);
  await reset();
  const alone = await untilEnded((await startJob(upTo)).id);
  if (alone.job.done !== count) throw new Error('Accounts are left.');
  const undone = await untilEnded((await startUndo(alone.job.id)).id);
  if (undone.job.done !== count) throw new Error('Accounts stay suspended.');
  await reset();
  const after = await oneStatement(upTo);
  const plainSeconds = (before + after) / 2;
  report.add(
    {
      name: `${count} accounts suspended by one statement`,
      figure: plainSeconds,
      unit: 's',
      comparedWith: `sets, no triggers: states, audit rows, frozen wallets, counts; ${before.toFixed(1)} s before the job, ${after.toFixed(1)} s after it`,
    },
    { name: 'suspended by the job alone', figure: alone.seconds, unit: 's' },
    {
      name: 'the same',
      figure: alone.seconds / plainSeconds,
      unit: 'x',
      comparedWith: 'one set-based statement that does the same work',
      goal: 1.25,
    },
    { name: 'reactivated by its undo', figure: undone.seconds, unit: 's' },
    { name: 'the same', figure: undone.seconds / alone.seconds, unit: 'x', comparedWith: 'the job', goal: 1.5 },
  );
  const steady = await watch(upTo, count, lookSteadily);
  report.add(
    {
      promise: 'jobs',
      name: `${count} accounts suspended, ${PAGES_PER_SECOND} pages of lists a second`,
      figure: steady.seconds,
      unit: 's',
      comparedWith: `one statement ${plainSeconds.toFixed(1)} s, the job alone ${alone.seconds.toFixed(1)} s`,
      goal: 20,
      floor: 40,
    },
    { promise: 'jobs', name: 'p95 of the lists during the job', ...p95Ratio(steady), goal: 2, floor: 3 },
    { name: 'p50 of the lists during the job', figure: of(steady.busy, 'p50'), unit: 'ms' },
  );
  const restless = await watch(upTo, count, lookRestlessly);
  report.add(
    { name: `suspended, ${RESTLESS} people who never pause`, figure: restless.seconds, unit: 's' },
    { name: 'p95 of their lists during the job', ...p95Ratio(restless) },
  );
  await report.finish();
} finally {
  await owner.query('rollback');
  await reset()
    .finally(() => owner.end())
    .finally(() => product.stop());
}
