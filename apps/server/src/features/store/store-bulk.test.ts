import { STORE_MACHINE } from '@backcounter/domain';
import { beforeEach, expect, it } from 'vitest';
import { fileApp, startFileWorker } from '../../testing/file-app.ts';
import { AREAS, insertReferenceData } from '../../testing/test-accounts.ts';
import type { TestRequest } from '../../testing/test-app.ts';
import { insertStores, storeId } from '../../testing/test-stores.ts';
import { untilJob } from '../../testing/test-worker.ts';

const START = 'mutation M($input: StartStoreBulkInput!) { startStoreBulk(input: $input) { job { id kind summary } } }';
const PREVIEW = `query P($selection: StoreSelection!, $action: StoreBulkAction!) { previewStoreBulk(selection: $selection, action: $action) {
  kind total groups { outcome reason count samples { sid } } } }`;
const READ = 'query J($id: ID!) { job(id: $id) { state done outcomes { outcome reason count } } }';

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
startFileWorker(test);
beforeEach(async () => {
  await test.database.ownerPool.query('truncate store cascade; truncate idempotency_key; truncate staff_audit_event');
  await insertStores(test.database.ownerPool, 70);
});

async function run(input: Record<string, unknown>, request?: TestRequest) {
  const answer = await test.send(START, { input }, request);
  if (answer.body.errors) return { error: answer.body.errors[0].extensions };
  const { id } = answer.body.data.startStoreBulk.job;
  await untilJob(test, id, 'SUCCEEDED', 'FAILED');
  return { job: (await test.send(READ, { id })).body.data.job };
}
const rowsOf = async (text: string) => (await test.database.ownerPool.query(text)).rows;

it('suspends those that may be, as the dry run reported, with an audit event each, and freezes their points [stores 3]', async () => {
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

it('activates imported drafts, each of which gets a wallet and a day of opening [stores 3]', async () => {
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

it('a suspension of many is undone, but not an activation', async () => {
  const start = async (action: string) => {
    const input = { selection: {}, action, reason: 'recall' };
    const { id } = (await test.send(START, { input })).body.data.startStoreBulk.job;
    await untilJob(test, id, 'SUCCEEDED');
    return id as string;
  };
  const undo = (id: string) =>
    test.send('mutation M($id: ID!) { undoJob(input: { id: $id, reason: "Was a mistake" }) { job { id } } }', { id });
  const before = await rowsOf('select id, state, state_reason from store order by id');
  const { body } = await undo(await start('SUSPEND'));
  expect(body.errors).toBeUndefined();
  await untilJob(test, body.data.undoJob.job.id, 'SUCCEEDED');
  expect(await rowsOf('select id, state, state_reason from store order by id')).toEqual(before);
  const lasting = await undo(await start('ACTIVATE'));
  expect(lasting.body.errors[0].extensions.code).toBe('state.invalid-transition');
});

it('requires a reason to suspend, and the permission [stores 1]', async () => {
  expect((await run({ selection: {}, action: 'SUSPEND' })).error.code).toBe('reason.required');
  for (const token of ['marketing', 'campaign-manager', 'nobody', 'machine']) {
    const { error } = await run({ selection: {}, action: 'SUSPEND', reason: 'x' }, { token });
    expect(error.code, token).toBe('access.denied');
  }
});

it('keeps the names that the areas of its filter had at the click', async () => {
  const selection = { filter: { area: { in: [AREAS.bavaria] } } };
  const { body } = await test.send(START, { input: { selection, action: 'ACTIVATE' } });
  const { id, summary } = body.data.startStoreBulk.job;
  expect(summary.names).toEqual({ [AREAS.bavaria]: expect.objectContaining({ 'en-US': 'Bavaria' }) });
  await untilJob(test, id, 'SUCCEEDED');
});

const CASES = STORE_MACHINE.states.flatMap((state) =>
  (['ACTIVATE', 'SUSPEND', 'REACTIVATE'] as const).map((action) => ({ state, action })),
);
it.each(CASES)(
  'a store that is $state: $action has the same result alone, in a bulk job and in its dry run',
  async (one) => {
    const { state, action } = one;
    const [byHand, inBulk] = ['BYHAND01', 'INBULK01'].map((sid) => ({ sid, id: crypto.randomUUID() }));
    for (const { sid, id } of [byHand, inBulk] as { sid: string; id: string }[]) {
      await test.database.ownerPool.query(
        `insert into store (id, sid, name, country_code, area_id, opened_on, state, state_reason, closed_at) values
         ($1, $2, 'Store', 'DE', $3, case when $4 <> 'DRAFT' then date '2020-01-01' end, $4::store_state,
          case when $4 in ('SUSPENDED', 'CLOSED') then 'before' end, case when $4 = 'CLOSED' then now() end)`,
        [id, sid, AREAS.bavaria, state],
      );
    }
    const reason = action === 'SUSPEND' ? 'recall' : null;
    test.now = new Date();
    const alone = await test.send(
      `mutation A($id: ID!, $reason: String) { ${action.toLowerCase()}Store(input: { id: $id, expectedVersion: 1, reason: $reason }) { store { id } } }`,
      { id: byHand?.id, reason },
    );
    const selection = { ids: [inBulk?.id] };
    const dry = await test.send(PREVIEW, { selection, action });
    const { job } = await run({ selection, action, reason });
    const groups = (dry.body.data.previewStoreBulk.groups as { samples?: unknown }[]).map(
      ({ samples: _, ...group }) => group,
    );
    expect(job).toMatchObject({ state: 'SUCCEEDED', outcomes: groups });
    expect(groups).toMatchObject([{ outcome: alone.body.errors === undefined ? 'DONE' : 'SKIPPED', count: 1 }]);
    const left = (id = '') =>
      rowsOf(`select s.state, s.state_reason, s.opened_on, s.closed_at is null as is_open, s.version, s.updated_by, w.frozen,
        (select jsonb_agg(jsonb_build_array(e.action, e.outcome, e.reason, e.changes))
         from staff_audit_event e where e.entity_id = s.id::text and e.outcome = 'DONE') as trail
      from store s left join points_wallet w on w.owner_id = s.id where s.id = '${id}'`);
    expect(await left(inBulk?.id)).toEqual(await left(byHand?.id));
  },
);
