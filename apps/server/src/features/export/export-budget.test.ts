import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import { createTestApp, TEST_CONFIG, type TestApp } from '../../testing/test-app.ts';
import { startTestWorker, type TestWorker, untilJob } from '../../testing/test-worker.ts';

const START = 'mutation E($input: StartExportInput!) { startExport(input: $input) { job { id } } }';
const READ = 'query J($id: ID!) { job(id: $id) { state errorCode result { rows } } }';
const OFFER = '{ exportOffer(list: ACCOUNTS) { rowsMax } }';
const ALL = { columns: [{ key: 'number' }], selection: {} };

let test: TestApp;
let worker: TestWorker;
beforeAll(async () => {
  test = await createTestApp({
    config: { ...TEST_CONFIG, disclosureBudgets: { ...TEST_CONFIG.disclosureBudgets, exportRowsPerDay: 50 } },
  });
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 30);
  worker = startTestWorker(test);
});
beforeEach(() => query('truncate staff_disclosure'));
afterAll(async () => {
  await worker.stop();
  await test.close();
});

const query = async (text: string) => (await test.database.ownerPool.query(text)).rows;
const start = async (input: object) => {
  const whole = { list: 'ACCOUNTS', format: 'CSV', locale: 'en-US', timeZone: 'UTC', ...input };
  return (await test.send(START, { input: whole })).body;
};
const exported = async (input: object) => {
  const { id } = (await start(input)).data.startExport.job;
  await untilJob(test, id, 'SUCCEEDED', 'FAILED');
  return (await test.send(READ, { id })).body.data.job;
};
const counted = () => query('select staff_sub, kind, amount from staff_disclosure');

it('exported rows are counted with their file, and an export over the daily budget produces no file [security 27]', async () => {
  expect(await exported(ALL)).toEqual({ state: 'SUCCEEDED', errorCode: null, result: { rows: 30 } });
  expect(await counted()).toEqual([{ staff_sub: 'staff-admin', kind: 'EXPORT_ROW', amount: 30 }]);
  expect(await exported({ ...ALL, columns: [{ key: 'id' }] })).toEqual({
    state: 'FAILED',
    errorCode: 'disclosure.limit-reached',
    result: null,
  });
  expect(await counted()).toEqual([{ staff_sub: 'staff-admin', kind: 'EXPORT_ROW', amount: 30 }]);
  const few = await exported({ ...ALL, selection: { filter: { country: { in: ['US'] } } } });
  expect(few).toMatchObject({ state: 'SUCCEEDED' });
});

it("two concurrent exports can't both use the last rows", async () => {
  const jobs = await Promise.all(['id', 'number'].map((key) => exported({ ...ALL, columns: [{ key }] })));
  expect(jobs.map(({ state }) => state).sort()).toEqual(['FAILED', 'SUCCEEDED']);
  expect(await counted()).toMatchObject([{ amount: 30 }]);
});

it('no export starts once the budget is used up, and the error says until when', async () => {
  await query(`insert into staff_disclosure values
    ('staff-admin', 'EXPORT_ROW', date_bin('5 minutes', now() - interval '4 hours', 'epoch'), 50)`);
  const [error] = (await start(ALL)).errors;
  expect(error.extensions.code).toBe('disclosure.limit-reached');
  const hours = (Date.parse(error.extensions.details.retryAt) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(19.9);
  expect(hours).toBeLessThan(20.1);
});

it('the row limit offered is capped by the budget', async () => {
  expect((await test.send(OFFER)).body.data.exportOffer.rowsMax).toBe(50);
});
