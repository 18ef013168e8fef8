import { expect, inject, it } from 'vitest';
import { insertAccounts } from '../testing/test-accounts.ts';
import { BADGES, insertTopicsAndBadges, TOPICS } from '../testing/test-topics-badges.ts';
import { startTestWorker, untilJob } from '../testing/test-worker.ts';
import { type KillAt, killApp } from '../testing/worker-processes.ts';

const ROUNDS = inject('isLong') ? 20 : 1;
/**
 * Each round commits at most two batches per job, each of 500 records by a new worker, so no job ends before its last
 * round.
 */
const ACCOUNTS = 1_000 * (ROUNDS + 1);
const SUSPENDED = ACCOUNTS / 5;

/** The steps of a job. */
const STEPS = {
  claim: 'after update on job for each row when (new.epoch > old.epoch)',
  effect: 'before insert on job_problem',
  progress: 'after update on job for each row when (new.done > old.done)',
  result: 'after update on job for each row when (new.result_key is distinct from old.result_key)',
  end: `after update on job for each row when (new.state = 'SUCCEEDED')`,
  dequeue: 'before delete on graphile_worker._private_jobs',
};
type Step = keyof typeof STEPS;
/** Halfway: a second arrival is that of the second batch, or of another job. */
const MIDDLE: readonly KillAt<Step>[] = [
  { gate: 'claim', isCut: true },
  { gate: 'claim' },
  { gate: 'effect', isCut: true },
  { gate: 'effect', nth: 2, workers: 2 },
  { gate: 'progress' },
  { gate: 'progress', nth: 2, isCut: true },
];
const LAST: readonly KillAt<Step>[] = [
  { gate: 'result', isCut: true },
  { gate: 'result' },
  { gate: 'end', isCut: true },
  { gate: 'end' },
  { gate: 'dequeue', isCut: true },
];
const ACTIONS = [
  { action: 'SUBSCRIBE_TOPIC', targetId: TOPICS.offers },
  // A repeatable badge: only the job prevents awarding it twice.
  { action: 'AWARD_BADGE', targetId: BADGES.yearly },
  { action: 'EDIT', patch: { locale: 'de-DE' } },
  { action: 'SUSPEND', reason: 'r' },
];

const { test, gates, workers } = await killApp(STEPS);
await insertTopicsAndBadges(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, ACCOUNTS);

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;

async function start(input: Record<string, unknown>): Promise<string> {
  const { body } = await test.send(
    'mutation M($input: StartAccountBulkInput!) { startAccountBulk(input: $input) { job { id } } }',
    {
      input: { selection: {}, ...input },
    },
  );
  return body.data.startAccountBulk.job.id;
}

const act = (mutation: 'cancelJob' | 'retryJob', id: string) =>
  test.send(`mutation { ${mutation}(input: { id: "${id}" }) { job { id } } }`);

it('jobs do everything once although workers are killed at each step and jobs cancelled in between [jobs 8]', async () => {
  const ids: string[] = [];
  for (const input of ACTIONS) ids.push(await start(input));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const life of MIDDLE) await workers.live(gates, life);
    // Cancelled during a batch whose worker dies: the next worker ends them, and they are started again.
    await workers.live(gates, { gate: 'effect' }, async () => {
      for (const id of ids) await act('cancelJob', id);
    });
    const worker = startTestWorker(test);
    for (const id of ids) await untilJob(test, id, 'CANCELED');
    await worker.stop();
    for (const id of ids) await act('retryJob', id);
  }
  expect(await rowsOf(`select count(*)::int as ended from job where state = 'SUCCEEDED'`)).toEqual([{ ended: 0 }]);
  for (const life of LAST) await workers.live(gates, life);
  const worker = startTestWorker(test);
  for (const id of ids) await untilJob(test, id, 'SUCCEEDED', 'FAILED');
  // A job that had ended when its worker was killed stays in the queue until another worker finds nothing left to do.
  const queued = async () => (await rowsOf('select count(*)::int as left from graphile_worker.jobs'))[0].left;
  await expect.poll(queued, { timeout: 60_000 }).toBe(0);
  await worker.stop();

  const jobs = await rowsOf(
    'select state, done::int, total::int, outcomes, result_rows::int from job order by created_at, id',
  );
  const [subscribed, awarded, edited, suspended] = jobs;
  const ended = { state: 'SUCCEEDED', done: ACCOUNTS, total: ACCOUNTS };
  expect(subscribed).toMatchObject({ ...ended, outcomes: { DONE: ACCOUNTS }, result_rows: null });
  const { DONE: awards } = awarded.outcomes as { DONE: number };
  // Accounts suspended before their award are skipped.
  expect(awarded).toMatchObject({
    ...ended,
    outcomes: { DONE: awards, 'SKIPPED is-suspended': ACCOUNTS - awards },
    result_rows: ACCOUNTS - awards,
  });
  expect(edited).toMatchObject({ ...ended, outcomes: { DONE: ACCOUNTS }, result_rows: null });
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
    { action: 'account.update', rows: ACCOUNTS, records: ACCOUNTS },
  ]);
  expect(await rowsOf('select count(*)::int as awards, max(occurrence) as most from account_badge_award')).toEqual([
    { awards, most: 1 },
  ]);
  expect(await rowsOf('select version, count(*)::int from account group by version order by version')).toEqual([
    { version: 2, count: SUSPENDED },
    { version: 3, count: ACCOUNTS - SUSPENDED },
  ]);
  expect(await rowsOf('select subscriber_count from topic where id = $1', [TOPICS.offers])).toEqual([
    { subscriber_count: ACCOUNTS },
  ]);
  expect(await rowsOf('select award_count from badge where id = $1', [BADGES.yearly])).toEqual([
    { award_count: awards },
  ]);
}, 300_000); // Longer: each kill is followed by a start of the worker process.

it('a job continues after its connections are cut and does everything once [jobs 15]', async () => {
  await rowsOf('truncate job cascade');
  const id = await start({ action: 'REACTIVATE' });
  await gates.close('progress', 2);
  const worker = startTestWorker(test);
  await gates.reached('progress');
  // Same effect as a database restart.
  await test.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'test-worker'",
  );
  await gates.open('progress');
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
});
