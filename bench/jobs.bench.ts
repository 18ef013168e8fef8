import pg from 'pg';
import { type Figures, load, median, steadyLoad } from './load.ts';
import { startProduct } from './product.ts';
import { type Row, report } from './report.ts';

/** Accounts that are suspended; the rest of the million stays as it is. */
const SUSPENDED = 100_000;
const accounts = Number(process.env['BENCH_ACCOUNTS'] ?? 1_000_000);
const WINDOW_SECONDS = 2;
const QUIET_WINDOWS = 4;
/** Pages of a list that an office looks at; a page is a few milliseconds of work. */
const PAGES_PER_SECOND = 100;
/** People who ask for the next page as soon as they have one: they take the whole machine, with or without a job. */
const RESTLESS = 4;

const product = await startProduct({ accounts });
const owner = new pg.Client({ connectionString: product.ownerUrl });
await owner.connect();

/** The page of the list that people look at. */
const list = {
  query: `query AccountList($sort: AccountSort) { accounts(first: 50, sort: $sort) {
    nodes { id number displayName email phone state lastSeenAt createdAt country { code name } area { id name } }
    pageInfo { hasNextPage endCursor } } }`,
  variables: { sort: { key: 'CREATED', direction: 'DESC' } },
};

/** A window of people who look at lists. */
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
  const response = await fetch(`${product.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await product.token()}`,
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ query, variables }),
  });
  const answer = (await response.json()) as { data: Data; errors?: unknown };
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  return answer.data;
}

/** A run that was broken off may have left its job, which a worker goes on with: it is cancelled and awaited. */
async function settle(): Promise<void> {
  for (;;) {
    const { rowCount } = await owner.query(
      'update job set cancel_requested_at = coalesce(cancel_requested_at, now()) where finished_at is null',
    );
    if (rowCount === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Makes the chosen accounts active again, and the table as if nothing had happened. */
async function reset(): Promise<void> {
  await owner.query(`update account set state = 'ACTIVE', state_reason = null where state_reason = 'bench'`);
  // The trail is append-only for everybody but its owner.
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

/** The same rows in one plain statement: what the database alone takes for it. */
async function plainStatement(upTo: string): Promise<number> {
  const started = performance.now();
  await owner.query(
    `with changed as (
      update account set state = 'SUSPENDED', state_reason = 'bench', version = version + 1, updated_at = now(), updated_by = 'bench'
      where state = 'ACTIVE' and created_at < $1 returning id)
    insert into staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes)
    select sub, '{ADMIN}', 'bench', 'account.suspend', 'account', id::text, 'DONE', 'bench',
      '{"state":["ACTIVE","SUSPENDED"],"stateReason":[null,"bench"]}'
    from changed, (select sub from staff_user limit 1) as actor`,
    [upTo],
  );
  return (performance.now() - started) / 1000;
}

interface Job {
  id: string;
  state: string;
  done: number;
  startedAt: string;
  finishedAt: string | null;
}

async function startJob(upTo: string): Promise<Job> {
  const selection = { filter: { state: { in: ['ACTIVE'] }, created: { to: upTo } } };
  const data = await ask<{ startAccountBulk: Job }>(
    'mutation M($input: StartAccountBulkInput!) { startAccountBulk(input: $input) { id state } }',
    { input: { selection, action: 'SUSPEND', reason: 'bench' } },
  );
  return data.startAccountBulk;
}
const readJob = async (id: string): Promise<Job> =>
  (await ask<{ job: Job }>('query J($id: ID!) { job(id: $id) { id state done startedAt finishedAt } }', { id })).job;

async function untilEnded(id: string): Promise<{ job: Job; seconds: number }> {
  for (;;) {
    const job = await readJob(id);
    if (job.finishedAt !== null) {
      if (job.state !== 'SUCCEEDED') throw new Error(`the job ended as ${job.state}`);
      return { job, seconds: (Date.parse(job.finishedAt) - Date.parse(job.startedAt)) / 1000 };
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

interface Watched {
  readonly seconds: number;
  readonly quiet: readonly Figures[];
  readonly busy: readonly Figures[];
}

/** A job on all chosen accounts while people look at lists, after windows in which they do so without it. */
async function watch(upTo: string, count: number, look: Look): Promise<Watched> {
  await reset();
  const quiet: Figures[] = [];
  for (let window = 0; window < QUIET_WINDOWS; window += 1) quiet.push(await look());
  const busy: Figures[] = [];
  const { id } = await startJob(upTo);
  for (;;) {
    const figures = await look();
    // A window in which the job ended says nothing.
    if ((await readJob(id)).finishedAt !== null) break;
    busy.push(figures);
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

try {
  await settle();
  await reset();
  const { upTo, count } = await boundary();
  await lookRestlessly();
  const plainSeconds = await plainStatement(upTo);
  await reset();
  const alone = await untilEnded((await startJob(upTo)).id);
  if (alone.job.done !== count) throw new Error('not all accounts were dealt with');
  const steady = await watch(upTo, count, lookSteadily);
  const restless = await watch(upTo, count, lookRestlessly);
  const rows: Row[] = [
    { name: `plain statement over ${count} accounts`, figure: plainSeconds, unit: 's' },
    { name: 'suspended, nobody looks', figure: alone.seconds, unit: 's' },
    {
      name: 'suspended, nobody looks',
      figure: alone.seconds / plainSeconds,
      unit: 'x',
      comparedWith: "the plain statement's time",
      goal: 1.25,
    },
    {
      promise: 'jobs',
      name: `${count} accounts suspended, ${PAGES_PER_SECOND} pages of lists a second`,
      figure: steady.seconds,
      unit: 's',
      comparedWith: `plain statement ${plainSeconds.toFixed(1)} s, nobody looks ${alone.seconds.toFixed(1)} s`,
      goal: 20,
      floor: 40,
    },
    { promise: 'jobs', name: 'p95 of the lists meanwhile', ...p95Ratio(steady), goal: 2, floor: 3 },
    { name: 'p50 of the lists meanwhile', figure: of(steady.busy, 'p50'), unit: 'ms' },
    { name: `suspended, ${RESTLESS} people who never pause`, figure: restless.seconds, unit: 's' },
    { name: 'p95 of their lists meanwhile', ...p95Ratio(restless) },
  ];
  await report('jobs', rows);
} finally {
  await reset()
    .finally(() => owner.end())
    .finally(() => product.stop());
}
