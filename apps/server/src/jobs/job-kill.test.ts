import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { BADGES, insertTopicsAndBadges, TOPICS } from '../testing/test-topics-badges.ts';
import { startTestWorker, untilJob } from '../testing/test-worker.ts';

const isLong = inject('isLong');
const KILLS = isLong ? 300 : 20;
/** Enough that the jobs outlast the kills. */
const ACCOUNTS = isLong ? 200_000 : 12_000;
const SUSPENDED = ACCOUNTS / 5;

const PROGRAM = fileURLToPath(new URL('../testing/worker-process.ts', import.meta.url));
const ACTIONS = [
  { action: 'SUBSCRIBE_TOPIC', targetId: TOPICS.offers },
  // One that may be had again and again: nothing but the job keeps it from being awarded twice.
  { action: 'AWARD_BADGE', targetId: BADGES.yearly },
  { action: 'SUSPEND', reason: 'r' },
];

let test: TestApp;
let folder: string;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'worker-files-'));
  await insertReferenceData(test.database.ownerPool);
  await insertTopicsAndBadges(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, ACCOUNTS);
}, 120_000);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;

async function startProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--conditions=source', PROGRAM, test.database.url, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { NODE_COMPILE_CACHE: join(folder, '.compiled') },
  });
  children.add(child);
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Numbers in [0, 1) that a seed decides (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Where the jobs are: changes with each batch and with each end. */
const progress = async () =>
  (
    await rowsOf('select sum(done)::int as done, count(*) filter (where finished_at is null)::int as active from job')
  )[0];

/** What 15 s of silence would bring about; that a job is tried five times only is another test's matter. */
async function giveUpDead(): Promise<void> {
  await test.database.ownerPool.query(`update job_worker set heartbeat_at = heartbeat_at - interval '1 minute';
    update graphile_worker._private_jobs set attempts = 0, run_at = now(),
      locked_at = case when locked_at is not null then locked_at - interval '1 minute' end`);
}

async function start(input: Record<string, unknown>): Promise<string> {
  const { body } = await test.send(
    'mutation M($input: StartAccountBulkInput!) { startAccountBulk(input: $input) { id } }',
    {
      input: { selection: {}, ...input },
    },
  );
  return body.data.startAccountBulk.id;
}

/** Cancels a job wherever it is and has it go on; whoever works on it may have ended it meanwhile. */
async function cancelAndRetry(id: string): Promise<void> {
  await test.send(`mutation { cancelJob(input: { id: "${id}" }) { id } }`);
  await untilJob(test, id, 'CANCELED', 'SUCCEEDED');
  await test.send(`mutation { retryJob(input: { id: "${id}" }) { id } }`);
}

it('jobs whose workers are killed at many moments and which are cancelled in between do everything once [jobs 8]', async () => {
  const random = randomOf(20_261_121);
  const ids: string[] = [];
  for (const input of ACTIONS) ids.push(await start(input));
  let kills = 0;
  for (; kills < KILLS; kills += 1) {
    const before = await progress();
    if (before.active === 0) break;
    await giveUpDead();
    const child = await startProcess();
    // A second worker at the same time in every fifth life.
    const other = kills % 5 === 0 ? await startProcess() : null;
    while ((await progress()).done === before.done && (await progress()).active > 0) await sleep(2);
    if (kills % 5 === 3) await cancelAndRetry(ids[Math.floor(random() * ids.length)] ?? '');
    await sleep(random() * 60);
    await Promise.all([kill(child), other && kill(other)]);
  }
  // Far from all kills would mean that the jobs were too small for this test.
  expect(kills).toBeGreaterThan(KILLS / 2);
  await giveUpDead();
  const worker = startTestWorker(test);
  for (const id of ids) await untilJob(test, id, 'SUCCEEDED', 'FAILED');
  await worker.stop();

  const jobs = await rowsOf(
    'select state, done::int, total::int, outcomes, result_rows::int from job order by created_at, id',
  );
  const [subscribed, awarded, suspended] = jobs;
  const ended = { state: 'SUCCEEDED', done: ACCOUNTS, total: ACCOUNTS };
  expect(subscribed).toMatchObject({ ...ended, outcomes: { DONE: ACCOUNTS }, result_rows: null });
  const { DONE: awards } = awarded.outcomes as { DONE: number };
  // Accounts that were suspended before they came to be honoured are left out.
  expect(awarded).toMatchObject({ ...ended, outcomes: { DONE: awards, 'SKIPPED is-suspended': ACCOUNTS - awards } });
  expect(suspended).toMatchObject({
    ...ended,
    outcomes: { DONE: ACCOUNTS - SUSPENDED, 'SKIPPED already-suspended': SUSPENDED },
    result_rows: SUSPENDED,
  });
  expect(
    await rowsOf(
      `select action, count(*)::int as rows, count(distinct entity_id)::int as records from staff_audit_event
       where entity_type = 'account' group by action order by action`,
    ),
  ).toEqual([
    { action: 'account.award', rows: awards, records: awards },
    { action: 'account.subscribe', rows: ACCOUNTS, records: ACCOUNTS },
    { action: 'account.suspend', rows: ACCOUNTS - SUSPENDED, records: ACCOUNTS - SUSPENDED },
  ]);
  expect(await rowsOf('select count(*)::int as awards, max(occurrence) as most from account_badge_award')).toEqual([
    { awards, most: 1 },
  ]);
  expect(await rowsOf('select count(*)::int as twice from account where version > 2')).toEqual([{ twice: 0 }]);
  expect(await rowsOf('select subscriber_count from topic where id = $1', [TOPICS.offers])).toEqual([
    { subscriber_count: ACCOUNTS },
  ]);
  expect(await rowsOf('select award_count from badge where id = $1', [BADGES.yearly])).toEqual([
    { award_count: awards },
  ]);
  expect(await rowsOf('select count(*)::int as left from graphile_worker.jobs')).toEqual([{ left: 0 }]);
}, 600_000);

it('a job whose connections are cut while it works goes on by itself and does everything once [jobs 15]', async () => {
  await rowsOf('truncate job cascade');
  const id = await start({ action: 'REACTIVATE' });
  const worker = startTestWorker(test);
  while ((await progress()).done < ACCOUNTS / 3) await sleep(5);
  // What a restart of the database does to a worker.
  await test.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'test-worker'",
  );
  await untilJob(test, id, 'SUCCEEDED', 'FAILED');
  await worker.stop();
  expect(await rowsOf('select state, done::int, outcomes from job')).toEqual([
    { state: 'SUCCEEDED', done: ACCOUNTS, outcomes: { DONE: ACCOUNTS } },
  ]);
  expect(
    await rowsOf(
      "select count(*)::int as rows, count(distinct entity_id)::int as records from staff_audit_event where action = 'account.reactivate'",
    ),
  ).toEqual([{ rows: ACCOUNTS, records: ACCOUNTS }]);
}, 120_000);
