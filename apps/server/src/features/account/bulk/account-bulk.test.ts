import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Gates } from '../../../testing/gates.ts';
import { accountId, insertAccounts, insertReferenceData, removeAccounts } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestAnswer, type TestApp, type TestRequest } from '../../../testing/test-app.ts';
import { startTestWorker, type TestWorker, untilJob } from '../../../testing/test-worker.ts';

const JOB =
  'id kind state done total outcomes { outcome reason count } summary canCancel canRetry requester { sub name } errorCode result { rows sha256 url }';
const START = `mutation M($input: StartAccountBulkInput!) { startAccountBulk(input: $input) { job { ${JOB} } } }`;
const PREVIEW = `query P($selection: AccountSelection!, $action: AccountBulkAction!) { previewAccountBulk(selection: $selection, action: $action) {
  upTo kind total groups { outcome reason count samples { id number displayName } } } }`;
const READ = `query J($id: ID!) { job(id: $id) { ${JOB} } }`;

let test: TestApp;
let worker: TestWorker | null = null;
beforeAll(async () => {
  test = await createTestApp();
  await insertReferenceData(test.database.ownerPool);
});
beforeEach(async () => {
  await worker?.stop();
  worker = null;
  await removeAccounts(test.database.ownerPool);
  await test.database.ownerPool.query(
    'truncate idempotency_key; truncate job cascade; truncate staff_audit_event; truncate graphile_worker._private_jobs',
  );
});
afterAll(async () => {
  await worker?.stop();
  await test.close();
});

async function start(input: Record<string, unknown>, request?: TestRequest) {
  const answer = await test.send(START, { input }, request);
  return {
    job: answer.body.data?.startAccountBulk.job as TestAnswer['body'],
    error: answer.body.errors?.[0]?.extensions,
  };
}
const read = async (id: string) => (await test.send(READ, { id })).body.data.job;
const rowsOf = async (text: string) => (await test.database.ownerPool.query(text)).rows;

describe('suspending many accounts', () => {
  it('changes allowed accounts, with the audit row of a single change each, and reports why others were skipped [jobs 2]', async () => {
    await insertAccounts(test.database.ownerPool, 2_500);
    const { job } = await start({ selection: {}, action: 'SUSPEND', reason: ' fraud ', until: '2030-01-01T00:00:00Z' });
    expect(job).toMatchObject({ kind: 'account.bulk-change', state: 'QUEUED', done: 0, canCancel: true });
    worker = startTestWorker(test);
    await untilJob(test, job.id, 'SUCCEEDED', 'FAILED');
    const ended = await read(job.id);
    expect(ended).toMatchObject({
      state: 'SUCCEEDED',
      done: 2_500,
      total: 2_500,
      canRetry: false,
      outcomes: [
        { outcome: 'DONE', reason: null, count: 2_000 },
        { outcome: 'SKIPPED', reason: 'already-suspended', count: 500 },
      ],
      summary: { action: 'SUSPEND', reason: 'fraud', until: '2030-01-01T00:00:00.000Z' },
      result: { rows: 500 },
    });
    const trail = await rowsOf("select * from staff_audit_event where action = 'account.suspend' order by entity_id");
    expect(trail).toHaveLength(2_000);
    // A single change writes the same row.
    await test.send(
      `mutation { reactivateAccount(input: { id: "${accountId(5)}", expectedVersion: 1 }) { account { id } } }`,
    );
    await test.send(
      `mutation { suspendAccount(input: { id: "${accountId(5)}", expectedVersion: 2, reason: "fraud", until: "2030-01-01T00:00:00Z" }) { account { id } } }`,
    );
    const [byHand] = await rowsOf(
      `select * from staff_audit_event where entity_id = '${accountId(5)}' and action = 'account.suspend'`,
    );
    const bulk = trail[0];
    for (const column of [
      'actor_sub',
      'actor_roles',
      'action',
      'entity_type',
      'outcome',
      'reason',
      'changes',
      'personal_changes',
    ])
      expect([column, bulk[column]]).toEqual([column, byHand[column]]);
    const [row] = await rowsOf(`select * from account where id = '${accountId(1)}'`);
    expect(row).toMatchObject({ state: 'SUSPENDED', state_reason: 'fraud', version: 2, updated_by: 'staff-admin' });
    expect(row.suspended_until.toISOString()).toBe('2030-01-01T00:00:00.000Z');
  });

  it('serves a file of skipped accounts to anyone with the link, until it expires [jobs 7]', async () => {
    await insertAccounts(test.database.ownerPool, 10);
    const { job } = await start({ selection: {}, action: 'REACTIVATE' });
    worker = startTestWorker(test);
    await untilJob(test, job.id, 'SUCCEEDED');
    const { result } = await read(job.id);
    const file = await test.app.inject({ method: 'GET', url: result.url });
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = file.body.split('\r\n');
    expect(lines[0]).toBe('record,id,outcome,reason');
    expect(lines[1]).toMatch(/^#\d+,01900000-0000-7000-8000-000000000001,SKIPPED,already-active$/);
    expect(lines).toHaveLength(10);
    const forged = result.url.replace('sub=staff-admin', 'sub=staff-marketing');
    expect((await test.app.inject({ method: 'GET', url: forged })).statusCode).toBe(404);
    const before = test.now;
    test.now = new Date(before.getTime() + 6 * 60_000);
    expect((await test.app.inject({ method: 'GET', url: result.url })).statusCode).toBe(404);
    test.now = before;
    expect(await rowsOf("select actor_sub from staff_audit_event where action = 'job.download'")).toEqual([
      { actor_sub: 'staff-admin' },
    ]);
  });
});

const preview = async (selection: Record<string, unknown>, action = 'SUSPEND', request?: TestRequest) => {
  const { body } = await test.send(PREVIEW, { selection, action }, request);
  return { preview: body.data?.previewAccountBulk, error: body.errors?.[0]?.extensions };
};

describe('a dry run', () => {
  it('returns exact counts by outcome and reason, with five examples each, and changes nothing [jobs 3]', async () => {
    await insertAccounts(test.database.ownerPool, 60);
    await test.database.ownerPool.query(
      `update account set state = 'CLOSED', state_reason = 'c' where id = '${accountId(1)}'`,
    );
    const { preview: found } = await preview({});
    expect(found).toMatchObject({ kind: 'EXACT', total: 60, upTo: '2026-03-01T12:00:00.000Z' });
    expect(
      found.groups.map(({ outcome, reason, count, samples }: TestAnswer['body']) => [
        outcome,
        reason,
        count,
        samples.length,
      ]),
    ).toEqual([
      ['DONE', null, 47, 5],
      ['SKIPPED', 'already-suspended', 12, 5],
      ['SKIPPED', 'is-closed', 1, 1],
    ]);
    expect(found.groups[2].samples).toEqual([
      { id: accountId(1), number: expect.any(Number), displayName: 'Bruno Rivers' },
    ]);
    expect(await rowsOf('select count(*)::int as count from account where version > 1')).toEqual([{ count: 0 }]);
  });

  it('applies filter, search, exclusions and picked rows like the list, and excludes later records [jobs 4]', async () => {
    await insertAccounts(test.database.ownerPool, 60);
    const total = async (selection: Record<string, unknown>) => (await preview(selection)).preview.total;
    expect(await total({ filter: { country: { in: ['US'] } } })).toBe(20);
    expect(await total({ search: 'Ada' })).toBe(
      (await rowsOf("select count(*)::int as count from account where name_key like '%ada%'"))[0].count,
    );
    expect(await total({ search: 'nobody is called that' })).toBe(0);
    expect(
      await total({ filter: { country: { in: ['US'] } }, exclusions: [accountId(3), accountId(6), accountId(1)] }),
    ).toBe(18);
    expect(await total({ ids: [accountId(3), accountId(4), accountId(999)] })).toBe(2);
    expect(await total({ upTo: '2026-01-01T00:01:00Z' })).toBe(7);
    // A future instant means now.
    expect((await preview({ upTo: '2099-01-01T00:00:00Z' })).preview.upTo).toBe('2026-03-01T12:00:00.000Z');
  });

  it.each([
    ['too many rows by hand', { ids: Array.from({ length: 1_001 }, (_, n) => accountId(n)) }, 'ids', 'too-many'],
    [
      'too many left out',
      { exclusions: Array.from({ length: 2_001 }, (_, n) => accountId(n)) },
      'exclusions',
      'too-many',
    ],
    ['no id at all', { ids: ["'; drop table account; --"] }, 'ids', 'id'],
    ['no row by hand', { ids: [] }, 'ids', 'required'],
    ['both rows and a rule', { ids: [accountId(1)], search: 'Ada' }, 'ids', 'alone'],
  ])('refuses %s [jobs 4]', async (_name, selection, field, rule) => {
    expect((await preview(selection)).error).toEqual({
      code: 'field.invalid',
      details: { fields: { [`selection.${field}`]: [{ rule }] } },
    });
    expect((await start({ selection, action: 'SUSPEND', reason: 'r' })).error.code).toBe('field.invalid');
    expect(await rowsOf('select id from job')).toEqual([]);
  });
});

describe('a job', () => {
  it('starts once on a double click, and again after it has ended [jobs 5]', async () => {
    await insertAccounts(test.database.ownerPool, 5);
    const input = { selection: {}, action: 'SUSPEND', reason: 'r' };
    const first = await start(input);
    test.now = new Date(test.now.getTime() + 1_000);
    expect((await start(input)).job.id).toBe(first.job.id);
    expect((await start({ ...input, reason: 'another' })).job.id).not.toBe(first.job.id);
    worker = startTestWorker(test);
    await untilJob(test, first.job.id, 'SUCCEEDED');
    expect((await start(input)).job.id).not.toBe(first.job.id);
  });

  it('starts once for two concurrent requests [trap 9] [jobs 5]', async () => {
    await insertAccounts(test.database.ownerPool, 5);
    const input = { selection: {}, action: 'SUSPEND', reason: 'r' };
    const answers = await Promise.all([start(input), start(input), start(input)]);
    expect(await rowsOf('select count(*)::int as count from job')).toEqual([{ count: 1 }]);
    expect(await rowsOf('select count(*)::int as count from graphile_worker.jobs')).toEqual([{ count: 1 }]);
    for (const { job, error } of answers)
      expect(job?.id ?? error.code).toMatch(/^[0-9a-f-]{36}$|^idempotency.in-flight$/);
  });

  it('is cancelled immediately while it waits; a retry runs it [jobs 6]', async () => {
    await insertAccounts(test.database.ownerPool, 5);
    const { job } = await start({ selection: {}, action: 'SUSPEND', reason: 'r' });
    const cancelled = await test.send(
      `mutation { cancelJob(input: { id: "${job.id}" }) { job { state canCancel canRetry } } }`,
    );
    expect(cancelled.body.data.cancelJob.job).toEqual({ state: 'CANCELED', canCancel: false, canRetry: true });
    expect(await rowsOf('select id from graphile_worker.jobs')).toEqual([]);
    const again = await test.send(`mutation { cancelJob(input: { id: "${job.id}" }) { job { id } } }`);
    expect(again.body.errors[0].extensions.code).toBe('state.invalid-transition');
    const retried = await test.send(`mutation { retryJob(input: { id: "${job.id}" }) { job { id state } } }`);
    expect(retried.body.data.retryJob.job).toEqual({ id: job.id, state: 'QUEUED' });
    worker = startTestWorker(test);
    await untilJob(test, job.id, 'SUCCEEDED');
    expect((await read(job.id)).outcomes[0]).toEqual({ outcome: 'DONE', reason: null, count: 4 });
    const trail = await rowsOf(
      `select action from staff_audit_event where entity_id = '${job.id}' and outcome = 'DONE' order by id`,
    );
    expect(trail.map(({ action }) => action)).toEqual(['job.start', 'job.cancel', 'job.retry']);
  });

  it('is cancelled between two batches, keeps their changes and continues from there on retry [jobs 6]', async () => {
    // The first batch has 500 records.
    await insertAccounts(test.database.ownerPool, 2_000);
    const gates = await Gates.build(test.database, { effect: 'before insert on job_problem' });
    const { job } = await start({ selection: {}, action: 'SUSPEND', reason: 'r' });
    await gates.close('effect');
    worker = startTestWorker(test);
    await gates.reached('effect');
    await test.send(`mutation { cancelJob(input: { id: "${job.id}" }) { job { id } } }`);
    // Until the worker has looked, after the commit of the cancellation.
    const [{ committed }] = await rowsOf('select clock_timestamp()::text as committed');
    await expect
      .poll(() =>
        rowsOf(`select from pg_stat_activity where application_name = 'test-worker' and state = 'idle'
          and query like '%j.cancel_requested_at is not null%' and query_start > '${committed}' limit 1`),
      )
      .toHaveLength(1);
    await gates.open('effect');
    await gates.end();
    await untilJob(test, job.id, 'CANCELED', 'SUCCEEDED');
    const stopped = await read(job.id);
    expect(stopped).toMatchObject({ state: 'CANCELED', done: 500 });
    await test.send(`mutation { retryJob(input: { id: "${job.id}" }) { job { id } } }`);
    await untilJob(test, job.id, 'SUCCEEDED');
    expect(await read(job.id)).toMatchObject({ done: 2_000, total: 2_000 });
    expect(await rowsOf('select count(*)::int as twice from account where version > 2')).toEqual([{ twice: 0 }]);
  });

  it('fails only for a locked record, and a retry changes only that one [ux 27] [trap 4]', async () => {
    await insertAccounts(test.database.ownerPool, 20);
    const holder = await test.database.ownerPool.connect();
    await holder.query('begin');
    await holder.query(`select from account where id = '${accountId(7)}' for update`);
    const { job } = await start({ selection: {}, action: 'SUSPEND', reason: 'r' });
    worker = startTestWorker(test);
    while ((await test.database.pool.query('select state from job')).rows[0].state !== 'SUCCEEDED')
      await new Promise((resolve) => setTimeout(resolve, 50));
    await holder.query('rollback');
    holder.release();
    const ended = await read(job.id);
    expect(ended.outcomes).toContainEqual({ outcome: 'FAILED', reason: 'busy', count: 1 });
    expect(ended.canRetry).toBe(true);
    const answer = await test.send(`mutation { retryJob(input: { id: "${job.id}" }) { job { id retryOfId } } }`);
    const { id, retryOfId } = answer.body.data.retryJob.job;
    expect(retryOfId).toBe(job.id);
    await untilJob(test, id, 'SUCCEEDED');
    expect(await read(id)).toMatchObject({
      total: 1,
      done: 1,
      outcomes: [{ outcome: 'DONE', reason: null, count: 1 }],
    });
    expect(await rowsOf('select count(*)::int as twice from account where version > 2')).toEqual([{ twice: 0 }]);
  });

  it("is hidden from callers who may see only their own jobs, and from other people's trays [jobs 1]", async () => {
    const { job } = await start({ selection: {}, action: 'SUSPEND', reason: 'r' });
    const marketing: TestRequest = { token: 'marketing' };
    for (const text of [
      `{ job(id: "${job.id}") { id } }`,
      `mutation { cancelJob(input: { id: "${job.id}" }) { job { id } } }`,
      `mutation { retryJob(input: { id: "${job.id}" }) { job { id } } }`,
    ])
      expect((await test.send(text, {}, marketing)).body.errors[0].extensions.code).toBe('record.not-found');
    const lists = '{ jobs(first: 5) { nodes { id } count { value } } myJobs { id } }';
    expect((await test.send(lists, {}, marketing)).body.data).toEqual({
      jobs: { nodes: [], count: { value: 0 } },
      myJobs: [],
    });
    expect((await test.send(lists)).body.data).toEqual({
      jobs: { nodes: [{ id: job.id }], count: { value: 1 } },
      myJobs: [{ id: job.id }],
    });
  });

  it.each([
    ['a suspension without a reason', { action: 'SUSPEND' }, 'reason.required'],
    ['an end that is past', { action: 'SUSPEND', reason: 'r', until: '2026-01-01T00:00:00Z' }, 'field.invalid'],
    ['an end for what is no suspension', { action: 'REACTIVATE', until: '2030-01-01T00:00:00Z' }, 'field.invalid'],
  ])('refuses %s [jobs 4]', async (_name, input, code) => {
    expect((await start({ selection: {}, ...input })).error.code).toBe(code);
    expect(await rowsOf('select id from job')).toEqual([]);
  });
});
