import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import { openStreamClient, type StreamClient } from '../../testing/stream-client.ts';
import { insertAccounts, insertReferenceData, removeAccounts } from '../../testing/test-accounts.ts';
import type { TestToken } from '../../testing/test-app.ts';
import { startTestWorker, type TestWorker, untilJob } from '../../testing/test-worker.ts';

const MINE = 'subscription { myJobsChanged { id state done total canCancel requester { sub } } }';
const OF_PAGE = 'subscription($ids: [ID!]!) { jobsChanged(ids: $ids) { id state } }';

let worker: TestWorker | undefined;
const clients: StreamClient[] = [];

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
beforeEach(async () => {
  await removeAccounts(test.database.ownerPool);
  await test.database.ownerPool.query('truncate job cascade; truncate graphile_worker._private_jobs');
  await insertAccounts(test.database.ownerPool, 3);
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await worker?.stop();
  worker = undefined;
});

interface Told {
  readonly id: string;
  readonly state: string;
  readonly done?: number;
}

/**
 * Yields each update that differs from the one before. An update may repeat, for example after the listening connection
 * is opened.
 */
async function follow(token: TestToken, query: string, variables = {}) {
  const client = await openStreamClient(test, token);
  clients.push(client);
  const results = client.follow(query, variables);
  let last: string | undefined;
  return async (): Promise<readonly Told[]> => {
    for (;;) {
      const { data, errors } = (await results.next()) as { data?: Record<string, Told[]>; errors?: unknown };
      if (!data) throw new Error(JSON.stringify(errors));
      const text = JSON.stringify(data);
      if (text === last) continue;
      last = text;
      return Object.values(data)[0] ?? [];
    }
  };
}

/** Starts a job; `reason` makes it different from the last one. */
async function start(reason: string, token: TestToken = 'admin'): Promise<string> {
  const answer = await test.send(
    'mutation($reason: String) { startAccountBulk(input: { selection: {}, action: SUSPEND, reason: $reason }) { job { id } } }',
    { reason },
    { token },
  );
  return answer.body.data.startAccountBulk.job.id;
}

/** Inserts a job of a person who may not start one: permission to start is not tested here. */
async function startAs(sub: string): Promise<string> {
  const { rows } = await test.database.ownerPool.query<{ id: string }>(
    `with person as (insert into staff_user (sub, display_name) values ($1, $1) on conflict do nothing)
     insert into job (kind, params, requested_by, requested_roles) values ('account.bulk-change', '{}', $1, '{MARKETING}') returning id`,
    [sub],
  );
  return rows[0]?.id ?? '';
}

const statesOf = (jobs: readonly Told[]) => jobs.map(({ id, state }) => `${id} ${state}`);

describe("the caller's own jobs", () => {
  it('are streamed at once, and again when they start, progress and end [jobs 17]', async () => {
    const next = await follow('admin', MINE);
    expect(await next()).toEqual([]);
    const id = await start('first');
    expect(await next()).toMatchObject([{ id, state: 'QUEUED', canCancel: true, requester: { sub: 'staff-admin' } }]);
    worker = startTestWorker(test);
    await untilJob(test, id, 'SUCCEEDED');
    for (;;) {
      const [job] = await next();
      if (job?.state === 'SUCCEEDED') break;
    }
  });

  it('are streamed to their requester only, not even to ADMIN, who sees all jobs in the list [jobs 17]', async () => {
    const nextOfAdmin = await follow('admin', MINE);
    const nextOfMarketing = await follow('marketing', MINE);
    await Promise.all([nextOfAdmin(), nextOfMarketing()]);
    const theirs = await startAs('staff-marketing');
    expect(statesOf(await nextOfMarketing())).toEqual([`${theirs} QUEUED`]);
    const own = await start('own');
    // The first update for ADMIN has its own job: the other job caused none.
    expect(statesOf(await nextOfAdmin())).toEqual([`${own} QUEUED`]);
  });

  it('are streamed at most twice a second, always with the last state [jobs 17]', async () => {
    const id = await start('many');
    const next = await follow('admin', MINE);
    await next();
    const began = performance.now();
    for (let done = 1; done <= 40; done += 1) {
      await test.database.ownerPool.query(`update job set done = $2 where id = $1`, [id, done]);
      await test.database.ownerPool.query(`select pg_notify('job_changed', $1)`, [id]);
    }
    let told = 0;
    for (;;) {
      told += 1;
      if ((await next())[0]?.done === 40) break;
    }
    expect(told).toBeLessThanOrEqual(2 + Math.ceil((performance.now() - began) / 500));
  });
});

describe('the jobs of a page', () => {
  it('are the requested ones that the caller may see', async () => {
    const [own, theirs, other] = [await start('one'), await startAs('staff-marketing'), await start('two')];
    const ids = [own, theirs, '01900000-0000-7000-8000-000000000001'];
    const nextOfAdmin = await follow('admin', OF_PAGE, { ids });
    const nextOfMarketing = await follow('marketing', OF_PAGE, { ids });
    expect(statesOf(await nextOfAdmin()).sort()).toEqual([`${own} QUEUED`, `${theirs} QUEUED`].sort());
    expect(statesOf(await nextOfMarketing())).toEqual([`${theirs} QUEUED`]);
    const cancel = (id: string) =>
      test.send('mutation($id: ID!) { cancelJob(input: { id: $id }) { job { state } } }', { id });
    await cancel(other);
    await cancel(theirs);
    expect(statesOf(await nextOfMarketing())).toEqual([`${theirs} CANCELED`]);
    expect(statesOf(await nextOfAdmin())).toContain(`${theirs} CANCELED`);
  });

  it.each([[['x']], [Array.from({ length: 101 }, () => '01900000-0000-7000-8000-000000000001')]])(
    'are named by at most a hundred ids',
    async (ids) => {
      const next = await follow('admin', OF_PAGE, { ids });
      await expect(next()).rejects.toThrow('request.malformed');
    },
  );
});

describe('new jobs', () => {
  const NEWS = 'subscription($since: DateTime!) { jobsCreated(since: $since) { value } }';
  const newOnes = async (next: () => Promise<unknown>) => ((await next()) as { value: number }).value;

  it('of others are counted for ADMIN; its own are in another stream [jobs 25]', async () => {
    const next = await follow('admin', NEWS, { since: new Date().toISOString() });
    expect(await newOnes(next)).toBe(0);
    await start('own');
    await startAs('staff-marketing');
    expect(await newOnes(next)).toBe(1);
    await startAs('staff-manager');
    expect(await newOnes(next)).toBe(2);
  });

  it('are not streamed to people who see only their own', async () => {
    const next = await follow('marketing', NEWS, { since: new Date().toISOString() });
    await expect(next()).rejects.toThrow('access.denied');
  });
});

describe('the problems of a job', () => {
  const PROBLEMS = 'query($id: ID!) { jobProblems(id: $id, first: 2) { recordId label outcome reason } }';

  it('are listed, failures first, for its requester and ADMIN only', async () => {
    const id = await startAs('staff-marketing');
    await test.database.ownerPool.query(
      `insert into job_problem (job_id, record_id, label, outcome, reason) values ($1, 'a', '#1', 'SKIPPED', 'is-erased'),
       ($1, 'b', '#2', 'FAILED', 'busy'), ($1, 'c', null, 'SKIPPED', 'is-closed')`,
      [id],
    );
    for (const token of ['admin', 'marketing']) {
      const answer = await test.send(PROBLEMS, { id }, { token });
      expect(answer.body.data.jobProblems).toEqual([
        { recordId: 'b', label: '#2', outcome: 'FAILED', reason: 'busy' },
        { recordId: 'a', label: '#1', outcome: 'SKIPPED', reason: 'is-erased' },
      ]);
    }
    const foreign = await test.send(PROBLEMS, { id: await start('own') }, { token: 'marketing' });
    expect(foreign.body.errors[0].extensions.code).toBe('record.not-found');
  });
});
