import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importSteps } from '../../imports/testing/import-steps.ts';
import { insertReferenceData, removeAccounts } from '../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { startTestWorker, type TestWorker } from '../../testing/test-worker.ts';

let test: TestApp;
let worker: TestWorker;
let steps: ReturnType<typeof importSteps>;
beforeAll(async () => {
  test = await createTestApp();
  await insertReferenceData(test.database.ownerPool);
  worker = startTestWorker(test);
  steps = importSteps(test);
});
beforeEach(async () => {
  await removeAccounts(test.database.ownerPool);
  await test.database.ownerPool.query('truncate import_mapping');
});
afterAll(async () => {
  await worker.stop();
  await test.close();
});

const stored = async (column: string) =>
  (await test.database.ownerPool.query(`select ${column} as value from account order by firebase_id`)).rows.map(
    ({ value }) => value,
  );
/** Checks and runs a file, which must read the same both times. */
async function imported(content: string | Buffer, change: Record<string, unknown> = {}) {
  const made = await steps.create('ACCOUNTS', content);
  if (Object.keys(change).length > 0) await steps.update({ id: made.id, ...change });
  const { check, checked, run, done } = await steps.runAll(made.id);
  expect([run, done.mistakes]).toEqual([check, checked.mistakes]);
  return { made, run, mistakes: done.mistakes };
}

describe('a refused value', () => {
  it('is offered the value that fits, once for all rows that have it [import 9]', async () => {
    const { run, mistakes } = await imported(
      `firebaseId,countryCode,pushConsent\na,Germny,yes\nb,Germny,yess\nc,Germny,no\nd,SU,yes\ne,Germany,Ja\n`,
    );
    expect(run).toEqual({ created: 1, refused: 4 });
    expect(mistakes).toMatchObject([
      {
        rows: 3,
        firstRow: 2,
        problem: { field: 'countryCode', value: 'Germny', rule: 'unknown', suggestion: 'Germany' },
      },
      { rows: 1, firstRow: 3, problem: { field: 'pushConsent', value: 'yess', rule: 'boolean', suggestion: 'yes' } },
      {
        rows: 1,
        firstRow: 5,
        problem: { field: 'countryCode', value: 'SU', rule: 'country-former', suggestion: null },
      },
    ]);
    expect(await stored('country_code::text')).toEqual(['DE']);
  });
});
