import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import { createTestApp, type TestAnswer, type TestApp, type TestRequest } from '../../testing/test-app.ts';
import { startTestWorker, type TestWorker, untilJob } from '../../testing/test-worker.ts';

const JOB =
  'id kind state done total outcomes { outcome reason count } summary canCancel canRetry requester { sub name } errorCode result { rows sha256 url }';
const START = `mutation M($input: StartAccountBulkInput!) { startAccountBulk(input: $input) { ${JOB} } }`;
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
  await test.database.ownerPool.query(
    'truncate account cascade; truncate idempotency_key; truncate job cascade; truncate staff_audit_event; truncate graphile_worker._private_jobs',
  );
});
afterAll(async () => {
  await worker?.stop();
  await test.close();
});

async function start(input: Record<string, unknown>, request?: TestRequest) {
  const answer = await test.send(START, { input }, request);
  return { job: answer.body.data?.startAccountBulk as TestAnswer['body'], error: answer.body.errors?.[0]?.extensions };
}
const read = async (id: string) => (await test.send(READ, { id })).body.data.job;
const rowsOf = async (text: string) => (await test.database.ownerPool.query(text)).rows;

describe('suspending many accounts', () => {
  it('changes those that may be, with an audit row each as by hand, and says of the others why not', async () => {
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
    // The same change by hand leaves the same row.
    await test.send('mutation { reactivateAccount(input: { id: "' + accountId(5) + '", expectedVersion: 1 }) { id } }');
    await test.send(
      `mutation { suspendAccount(input: { id: "${accountId(5)}", expectedVersion: 2, reason: "fraud", until: "2030-01-01T00:00:00Z" }) { id } }`,
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

  it('gives a file of what was left out to whoever has the link, until its time is over', async () => {
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
