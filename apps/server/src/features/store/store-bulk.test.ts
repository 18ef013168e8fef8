import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AREAS, insertReferenceData } from '../../testing/test-accounts.ts';
import { createTestApp, type TestApp, type TestRequest } from '../../testing/test-app.ts';
import { insertStores, storeId } from '../../testing/test-stores.ts';
import { startTestWorker, type TestWorker, untilJob } from '../../testing/test-worker.ts';

const START = 'mutation M($input: StartStoreBulkInput!) { startStoreBulk(input: $input) { id kind summary } }';
const PREVIEW = `query P($selection: StoreSelection!, $action: StoreBulkAction!) { previewStoreBulk(selection: $selection, action: $action) {
  kind total groups { outcome reason count samples { sid } } } }`;
const READ = 'query J($id: ID!) { job(id: $id) { state done outcomes { outcome reason count } } }';

let test: TestApp;
let worker: TestWorker;
beforeAll(async () => {
  test = await createTestApp();
  await insertReferenceData(test.database.ownerPool);
  worker = startTestWorker(test);
});
beforeEach(async () => {
  await test.database.ownerPool.query('truncate store cascade; truncate idempotency_key; truncate staff_audit_event');
  await insertStores(test.database.ownerPool, 70);
});
afterAll(async () => {
  await worker.stop();
  await test.close();
});

async function run(input: Record<string, unknown>, request?: TestRequest) {
  const answer = await test.send(START, { input }, request);
  if (answer.body.errors) return { error: answer.body.errors[0].extensions };
  const { id } = answer.body.data.startStoreBulk;
  await untilJob(test, id, 'SUCCEEDED', 'FAILED');
  return { job: (await test.send(READ, { id })).body.data.job };
}
const rowsOf = async (text: string) => (await test.database.ownerPool.query(text)).rows;

it('suspends those that may be, as the dry run said, with an audit row each, and freezes their points [stores 3]', async () => {
  const dry = await test.send(PREVIEW, { selection: { filter: { country: { in: ['DE'] } } }, action: 'SUSPEND' });
  const groups = dry.body.data.previewStoreBulk.groups as { outcome: string; reason: string | null; count: number }[];
  const { job } = await run({
    selection: { filter: { country: { in: ['DE'] } } },
    action: 'SUSPEND',
    reason: ' recall ',
  });
  const counted = groups.map(({ outcome, reason, count }) => ({ outcome, reason, count }));
  expect(job.outcomes).toHaveLength(counted.length);
  expect(job.outcomes).toEqual(expect.arrayContaining(counted));
  expect(groups.map(({ reason }) => reason)).toEqual([null, 'already-suspended', 'is-draft']);
  const suspended =
    await rowsOf(`select s.id, s.state_reason, w.frozen from store s join points_wallet w on w.owner_id = s.id
    where s.state = 'SUSPENDED' and s.version = 2`);
  expect(suspended).toHaveLength(groups[0]?.count ?? -1);
  for (const row of suspended) expect(row).toMatchObject({ state_reason: 'recall', frozen: true });
  expect(await rowsOf(`select from staff_audit_event where action = 'store.suspend'`)).toHaveLength(suspended.length);
  const { job: back } = await run({ selection: {}, action: 'REACTIVATE' });
  expect(back.outcomes[0].count).toBeGreaterThan(suspended.length);
  expect(await rowsOf(`select from points_wallet where owner_type = 'STORE' and frozen`)).toHaveLength(0);
});

it('activates imported drafts: each has a wallet and a day of opening afterwards [stores 3]', async () => {
  const { job } = await run({ selection: { ids: [storeId(5), storeId(10), storeId(1)] }, action: 'ACTIVATE' });
  expect(job.outcomes).toEqual([
    { outcome: 'DONE', reason: null, count: 2 },
    { outcome: 'SKIPPED', reason: 'already-active', count: 1 },
  ]);
  const opened = await rowsOf(`select s.opened_on, w.frozen from store s join points_wallet w on w.owner_id = s.id
    where s.id in ('${storeId(5)}', '${storeId(10)}')`);
  expect(opened).toHaveLength(2);
  for (const row of opened) expect(row).toMatchObject({ opened_on: expect.stringMatching(/^\d{4}-/), frozen: false });
});

it('needs a reason to suspend, and the right [stores 1]', async () => {
  expect((await run({ selection: {}, action: 'SUSPEND' })).error.code).toBe('reason.required');
  for (const token of ['marketing', 'campaign-manager', 'nobody', 'machine']) {
    const { error } = await run({ selection: {}, action: 'SUSPEND', reason: 'x' }, { token });
    expect(error.code, token).toBe('access.denied');
  }
});

it('keeps what the areas of its filter were called at the click', async () => {
  const selection = { filter: { area: { in: [AREAS.bavaria] } } };
  const { body } = await test.send(START, { input: { selection, action: 'ACTIVATE' } });
  const { id, summary } = body.data.startStoreBulk;
  expect(summary.names).toEqual({ [AREAS.bavaria]: expect.objectContaining({ 'en-US': 'Bavaria' }) });
  await untilJob(test, id, 'SUCCEEDED');
});
