import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPool } from '../db/client.ts';
import { hasReached, LAST_POSITION, parsePosition, printPosition } from '../db/log-position.ts';
import { Replica } from '../db/replica.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { prepareTemplate, startTestServer } from '../db/testing/test-server.ts';
import { FOLLOWED, startTestStandby, type TestStandby } from '../db/testing/test-standby.ts';
import { openStreamClient } from '../testing/stream-client.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../testing/test-app.ts';
import { startTestWorker, untilJob } from '../testing/test-worker.ts';
import { requestSources } from './list-sources.ts';
import { poolRunner } from './sql-runner.ts';

const HEADER = 'x-backcounter-position';
const LIST =
  'query L($search: String) { topicCategories(first: 50, search: $search) { nodes { code } count { value countedAt } } }';
const CREATE =
  'mutation M($input: CreateTopicCategoryInput!) { createTopicCategory(input: $input) { topicCategory { id } } }';
/** Generous: a busy machine must not count as a failing replica. Tests of a limit set their own. */
const PACE = { lookEveryMs: 40, lagMaxMs: 600_000, restMs: 150, catchUpMs: 600_000, answerMs: 60_000 };
/** Longer than any test takes. */
const LONG_MS = 3_600_000;
/** Does not end on the replica. */
const STUCK = 'select pg_is_in_recovery() as standby, case when pg_is_in_recovery() then pg_sleep(3600) end';

let server: Awaited<ReturnType<typeof startTestServer>>;
let database: TestDatabase;
let standby: TestStandby;
let standbyPool: pg.Pool;
let replica: Replica;
/** Two processes on one database. */
let test: TestApp;
let other: TestApp;
const told: (string | null)[] = [];
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  server = await startTestServer(undefined, FOLLOWED);
  ends.push(server.stop);
  // Changes made during the copy reach the standby by replication.
  const [{ testServer }, copied] = await Promise.all([
    prepareTemplate(server.adminUrl),
    startTestStandby(server.adminUrl),
  ]);
  standby = copied;
  ends.push(standby.remove);
  database = await createTestDatabase(testServer);
  ends.push(database.drop);
  standbyPool = createPool({ url: standby.at(database.ownerUrl), max: 2 });
  ends.push(() => standbyPool.end());
  replica = await startReplica({}, told);
  test = await createTestApp({ replica }, undefined, database);
  ends.push(test.close);
  other = await createTestApp({ replica }, undefined, database);
  ends.push(other.close);
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});
beforeEach(async () => {
  // The test's database exists once the standby has replayed it.
  const resume = () => standbyPool.query('select pg_wal_replay_resume()');
  await expect.poll(() => resume().then(() => null, String)).toBeNull();
  await usable();
  test.now = new Date();
  other.now = new Date();
  told.length = 0;
});

/** Reads from the standby at another pace. */
async function startReplica(pace: Partial<typeof PACE>, troubles: (string | null)[] = []): Promise<Replica> {
  const started = new Replica({
    pool: createPool({
      url: standby.at(database.url),
      isReadOnly: true,
      applicationName: 'test-replica',
      statementTimeoutMs: LONG_MS,
    }),
    primary: database.pool,
    onTrouble: (trouble) => void troubles.push(trouble),
    pace: { ...PACE, ...pace },
  });
  ends.push(() => started.close());
  await started.start();
  return started;
}
const usable = (which = replica): Promise<void> => expect.poll(() => which.trouble, { interval: 10 }).toBeNull();
/** The source of a request that has seen nothing yet. */
const sourceOf = async (which: Replica) => requestSources(which, '0/0', poolRunner(database.pool))?.source();
/** A potentially slow statement, run like a list's. */
async function runList(text: string, { signal } = new AbortController()) {
  const source = await sourceOf(replica);
  return source?.sql.rows<{ standby: boolean }>({ text, name: null }, [], { signal, timeoutMs: LONG_MS });
}
const pause = (): Promise<unknown> => standbyPool.query('select pg_wal_replay_pause()');
const list = (position?: string, search: string | null = null, app = test): Promise<TestAnswer> =>
  app.send(LIST, { search }, position === undefined ? {} : { headers: { [HEADER]: position } });
/** A count of a unique search, since counts are cached briefly. */
const counted = async (position: string, search = 'nothing'): Promise<{ value: number; countedAt: string }> =>
  (await list(position, search)).body.data.topicCategories.count;
const createdAt = async (code: string): Promise<number> => {
  const text = 'select created_at as at from topic_category where code = $1';
  return Number((await database.pool.query<{ at: Date }>(text, [code])).rows[0]?.at);
};
const positionOf = ({ headers }: TestAnswer): string => String(headers[HEADER]);
const codesOf = ({ body }: TestAnswer): string[] => {
  expect(body.errors).toBeUndefined();
  return body.data.topicCategories.nodes.map(({ code }: { code: string }) => code);
};
const create = (code: string, app = test): Promise<TestAnswer> =>
  app.send(CREATE, { input: { code, nameI18n: { 'en-US': code } } }, { headers: { [HEADER]: '0/0' } });
const replayed = async (): Promise<string> =>
  (await standbyPool.query<{ at: string }>('select pg_last_wal_replay_lsn()::text as at')).rows[0]?.at ?? '';

describe('a position in the log', () => {
  it('is parsed in PostgreSQL’s format, and no other', () => {
    for (const text of ['0/0', '16/B374D848', 'FFFFFFFF/FFFFFFFF'])
      expect(printPosition(parsePosition(text) ?? -1n)).toBe(text);
    for (const text of [
      '',
      '0',
      '/',
      '0/',
      '1/2/3',
      '123456789/0',
      '0/g',
      '-1/0',
      ' 0/0',
      '0/0\n',
      '0x1/0',
      undefined,
      ['0/0'],
    ])
      expect(parsePosition(text)).toBeNull();
  });

  it('behind the header of a page is reached with the end of the previous page', () => {
    expect([0n, 24n, 40n, 48n].map((bytes) => hasReached(8_192n, 8_192n + bytes))).toEqual([true, true, true, false]);
    expect(hasReached(8_184n, 8_192n)).toBe(false);
    expect(hasReached(9_000n, 8_999n)).toBe(true);
  });
});

describe('a list', () => {
  it('is read from the replica for clients with a position, and is never older than it', async () => {
    await pause();
    const before = await replayed();
    const created = await create('seen');
    const known = await list('0/0');
    expect(codesOf(known)).not.toContain('seen');
    // Microseconds are not part of it.
    expect(positionOf(known)).toBe(before);
    expect(codesOf(await list(positionOf(created)))).toContain('seen');
    // The replica of another process knows only the client's header.
    expect(codesOf(await list(positionOf(created), null, other))).toContain('seen');
    for (const hostile of [
      undefined,
      '',
      'x',
      "0/0' or 1=1",
      '0/0, 0/0',
      '-1/0',
      '0'.repeat(7_000),
      printPosition(LAST_POSITION),
    ])
      expect(codesOf(await list(hostile)), String(hostile).slice(0, 20)).toContain('seen');
    await standbyPool.query('select pg_wal_replay_resume()');
    await expect.poll(async () => positionOf(await list(positionOf(created))) === (await replayed())).toBe(true);
    expect(codesOf(await list(positionOf(created)))).toContain('seen');
  });

  it('is not the only one: figures are read there as well, a single record is not', async () => {
    await pause();
    const { body } = await create('single');
    const ask = (text: string) => test.send(text, {}, { headers: { [HEADER]: '0/0' } });
    const figures = await ask('{ dashboardAccounts { total { value } } }');
    expect(figures.body.errors).toBeUndefined();
    expect(positionOf(figures)).toBe(await replayed());
    const record = await ask(`{ topicCategory(id: "${body.data.createTopicCategory.topicCategory.id}") { code } }`);
    expect(record.body.data.topicCategory).toEqual({ code: 'single' });
  });

  it('reports until when it is complete, so that missing rows are reported as new, and included ones are not', async () => {
    await pause();
    await create('news');
    const at = await createdAt('news');
    expect(Number(new Date((await counted('0/0')).countedAt))).toBeLessThanOrEqual(at);
    await standbyPool.query('select pg_wal_replay_resume()');
    await expect.poll(async () => codesOf(await list('0/0'))).toContain('news');
    test.now = new Date();
    expect(Number(new Date((await counted('0/0', 'news')).countedAt))).toBeGreaterThan(at);
  });

  it('has no count without a change of the same person in another process', async () => {
    await pause();
    expect((await counted('0/0', 'counted')).value).toBe(0);
    const changed = await create('counted', other);
    expect((await counted('0/0', 'counted')).value).toBe(0);
    expect((await counted(positionOf(changed), 'counted')).value).toBe(1);
  });

  it('is not older than the position of a change, its repetition, a refused one, a record or a subscription', async () => {
    const headers = { [HEADER]: '0/0', 'idempotency-key': 'replica-1' };
    const input = { input: { code: 'once', nameI18n: { 'en-US': 'Once' } } };
    const first = await test.send(CREATE, input, { headers });
    const again = await other.send(CREATE, input, { headers });
    expect(again.headers['idempotent-replayed']).toBe('true');
    const refused = await test.send(CREATE, input, { headers: { [HEADER]: '0/0' } });
    expect(refused.body.errors[0].extensions.code).toBeDefined();
    const { id } = first.body.data.createTopicCategory.topicCategory;
    const record = await test.send(`{ topicCategory(id: "${id}") { code } }`, {}, { headers: { [HEADER]: '0/0' } });
    const stream = await openStreamClient(test, 'admin');
    const news = (await stream
      .follow(`subscription { accountsCreated(since: "2026-01-01T00:00:00Z") { value } }`)
      .next()) as {
      extensions: { position: string };
    };
    stream.close();
    const written = parsePosition(positionOf(first)) ?? -1n;
    for (const position of [positionOf(again), positionOf(refused), positionOf(record), news.extensions.position])
      expect((parsePosition(position) ?? -1n) >= written).toBe(true);
  });
});

describe('a replica in trouble', () => {
  it('that is too far behind is unused until it has caught up, which is logged once', async () => {
    const troubles: (string | null)[] = [];
    const strict = await startReplica({ lagMaxMs: 2_000 }, troubles);
    await usable(strict);
    troubles.length = 0;
    const strictTest = await createTestApp({ replica: strict }, undefined, database);
    onTestFinished(strictTest.close);
    await pause();
    await create('lag');
    expect(codesOf(await list('0/0'))).not.toContain('lag');
    await expect.poll(() => strict.trouble, { interval: 20 }).toMatch(/^The replica is \d+ s behind$/);
    expect(codesOf(await list('0/0', null, strictTest))).toContain('lag');
    expect(strict.lagMs).toBeGreaterThan(2_000);
    await standbyPool.query('select pg_wal_replay_resume()');
    await usable(strict);
    expect(troubles).toEqual([expect.stringContaining('behind'), null]);
    expect((await strictTest.app.inject('/metrics')).body).toMatch(
      /^database_replica_usable 1$[\s\S]*^database_replica_lag_seconds 0/m,
    );
  });

  it('that conflicts with recovery, or fails where the primary does not, costs no answer', async () => {
    await database.ownerPool.query('create table gone as select 1 as n; grant select on gone to public');
    await expect
      .poll(async () => (await standbyPool.query("select to_regclass('gone') as it")).rows[0].it)
      .toBe('gone');
    expect(await runList('select pg_is_in_recovery() as standby from gone')).toEqual([{ standby: true }]);
    const reader = runList(`${STUCK} from gone`);
    await active('from gone');
    await database.ownerPool.query(
      'drop table gone; create table gone as select 1 as n; grant select on gone to public',
    );
    expect((await reader)?.[0]?.standby).toBe(false);
    expect(told[0]).toBe('The replica cannot be read (40001)');
    expect(codesOf(await list('0/0'))).toContain('seen');
  });

  it('cancels the statement of a client that disconnects', async () => {
    const ending = new AbortController();
    const run = expect(runList(`${STUCK} as left_alone`, ending)).rejects.toThrow('gone');
    await active('left_alone');
    ending.abort(new Error('gone'));
    await run;
    await expect.poll(() => statements('left_alone')).toBe(0);
    expect(replica.trouble).toBeNull();
  });

  it('that freezes costs the time for one answer, and then nothing', async () => {
    const troubles: (string | null)[] = [];
    const [frozen, recovering] = [
      await startReplica({ answerMs: 3_000, restMs: LONG_MS }, troubles),
      await startReplica({ answerMs: 3_000 }),
    ];
    const frozenTest = await createTestApp({ replica: frozen }, undefined, database);
    onTestFinished(frozenTest.close);
    await usable(frozen);
    await usable(recovering);
    const { rows } = await standbyPool.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'test-replica'`,
    );
    const processes = [standby.pid, ...rows.map(({ pid }) => pid)];
    for (const pid of processes) process.kill(pid, 'SIGSTOP');
    try {
      expect(codesOf(await list('0/0', null, frozenTest))).toContain('seen');
      const asked = vi.spyOn(frozen.pool, 'connect');
      expect(codesOf(await list('0/0', null, frozenTest))).toContain('seen');
      expect(asked).not.toHaveBeenCalled();
      expect(troubles.slice(-1)).toEqual(['The replica cannot be read (no answer)']);
      await expect.poll(() => recovering.trouble).toBe('The replica cannot be read (no answer)');
    } finally {
      for (const pid of processes) process.kill(pid, 'SIGCONT');
    }
    await usable(recovering);
    await usable();
  });

  it('that dies in the middle of a list costs no answer, and is used again when it is back', async () => {
    const asked = runList(`${STUCK} as middle`);
    await active('middle');
    await standby.kill();
    expect((await asked)?.[0]?.standby).toBe(false);
    expect(codesOf(await list('0/0'))).toContain('seen');
    expect(replica.trouble).toMatch(/^The replica cannot be read \(.+\)$/);
    expect(told).toHaveLength(1);
    await standby.restart();
    await usable();
    expect(told.at(-1)).toBeNull();
  });
});

describe('an export', () => {
  const START = 'mutation E($input: StartExportInput!) { startExport(input: $input) { job { id } } }';
  const wish = {
    list: 'TOPIC_CATEGORIES',
    format: 'CSV',
    columns: [{ key: 'code' }],
    selection: {},
    locale: 'en-US',
    timeZone: 'UTC',
  };

  /** The content of the export, and where it was read. */
  async function exportFrom(source: Replica): Promise<{ text: string; pools: pg.Pool[] }> {
    const pools: pg.Pool[] = [];
    const read = source.read.bind(source);
    vi.spyOn(source, 'read').mockImplementation((primary, signal, work) =>
      read(primary, signal, (pool) => {
        pools.push(pool);
        return work(pool);
      }),
    );
    const worker = startTestWorker(test, undefined, undefined, null, source);
    onTestFinished(worker.stop);
    test.now = new Date();
    const started = await test.send(START, { input: wish });
    const { id } = started.body.data.startExport.job;
    await untilJob(test, id, 'SUCCEEDED', 'FAILED');
    await worker.stop();
    const { job } = (await test.send(`{ job(id: "${id}") { result { url } } }`)).body.data;
    return { text: (await test.app.inject({ method: 'GET', url: job.result.url })).body, pools };
  }

  it('is read from the replica once that is complete', async () => {
    await create('exported');
    const { text, pools } = await exportFrom(replica);
    expect(text).toContain('exported');
    expect(pools.map((pool) => pool === replica.pool)).toEqual([true]);
    expect(told).toEqual([]);
  });

  it('is read from the primary when the replica does not catch up', async () => {
    const hurried = await startReplica({ catchUpMs: 100 });
    await usable(hurried);
    await pause();
    await create('late');
    const { text, pools } = await exportFrom(hurried);
    expect(text).toContain('late');
    expect(pools.map((pool) => pool === hurried.pool)).toEqual([false]);
    expect(hurried.trouble).toBeNull();
  });
});

it('a server that was promoted, or is another database, is not a replica', async () => {
  const stranger = new Replica({
    pool: createPool({ url: standby.at(database.url) }),
    primary: createPool({ url: database.url.replace(/:\d+\//, ':1/') }),
    onTrouble: () => undefined,
    pace: PACE,
  });
  await stranger.start();
  expect(stranger.trouble).toBe('The replica has not caught up yet');
  expect(await stranger.currentPosition()).toBe(LAST_POSITION);
  await stranger.close();
  expect((await sourceOf(replica))?.completeUntil).not.toBeNull();
  await standbyPool.query('select pg_promote()');
  await expect.poll(() => replica.trouble, { interval: 10 }).toBe('The replica is not a standby');
  // Read from the primary.
  expect((await sourceOf(replica))?.completeUntil).toBeNull();
});

/** Waits until the replica runs such a statement. */
async function active(part: string): Promise<void> {
  await expect.poll(() => statements(part), { interval: 5 }).toBeGreaterThan(0);
}

/** Running statements of the product on the replica that contain this. Idle connections keep their last statement. */
async function statements(part: string): Promise<number> {
  const { rows } = await standbyPool.query<{ found: number }>(
    `select count(*)::int as found from pg_stat_activity
     where application_name = 'test-replica' and position($1 in query) > 0 and state = 'active'`,
    [part],
  );
  return rows[0]?.found ?? 0;
}
