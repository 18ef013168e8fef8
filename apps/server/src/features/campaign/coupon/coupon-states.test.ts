import { COUPON_MACHINE, checkSymbol } from '@backcounter/domain';
import { beforeAll, expect, it } from 'vitest';
import { fileApp, startFileWorker } from '../../../testing/file-app.ts';
import { describeStates } from '../../../testing/state-cases.ts';
import { insertCampaign, insertCoupons } from '../../../testing/test-campaigns.ts';
import { untilJob } from '../../../testing/test-worker.ts';

let campaign: string;
let next = 0;
const test = await fileApp();
beforeAll(async () => {
  campaign = await insertCampaign(test.database.ownerPool, { state: 'ACTIVE' });
});
startFileWorker(test);

const rowsOf = async (text: string, values: unknown[]) => (await test.database.ownerPool.query(text, values)).rows;

async function place(state: string) {
  next += 1;
  const payload = `AAAA${String(next).padStart(2, '0')}BBBBB`;
  const row = state === 'DISABLED' ? { state, disabled_reason: 'before' } : {};
  const [id = ''] = await insertCoupons(test.database.ownerPool, campaign, [payload + checkSymbol(payload)], row);
  return { id, version: 1 };
}

const change = (name: string, { id, version }: { id: string; version: number }, more = '') =>
  `mutation { ${name}(input: { campaignId: "${campaign}", id: "${id}", expectedVersion: ${version}${more} }) { coupon { id } } }`;
const MUTATIONS = {
  DISABLE: (record: { id: string; version: number }) => change('disableCoupon', record, ', reason: "leaked"'),
  ENABLE: (record: { id: string; version: number }) => change('enableCoupon', record),
};

describeStates({
  machine: COUPON_MACHINE,
  test: () => test,
  place,
  mutations: {
    ...MUTATIONS,
    REVEAL: ({ id }) =>
      `mutation { revealCoupons(input: { campaignId: "${campaign}", ids: ["${id}"] }) { coupons { id } } }`,
  },
  stateSql: 'select state::text from coupon where id = $1',
});

const ACTIONS = ['DISABLE', 'ENABLE'] as const;
it.each(COUPON_MACHINE.states.flatMap((state) => ACTIONS.map((action) => ({ state, action }))))(
  'a coupon that is $state: $action has the same effect as a single change, a bulk job and a dry run',
  async ({ state, action }) => {
    const [byHand, inBulk] = [await place(state), await place(state)];
    const alone = await test.send(MUTATIONS[action](byHand));
    const selection = { filter: { campaign: { in: [campaign] } }, ids: [inBulk.id] };
    const dry = await test.send(
      'query P($s: CouponSelection!, $a: CouponBulkAction!) { previewCouponBulk(selection: $s, action: $a) { groups { outcome reason count } } }',
      { s: selection, a: action },
    );
    const reason = action === 'DISABLE' ? 'leaked' : null;
    const started = await test.send(
      'mutation M($input: StartCouponBulkInput!) { startCouponBulk(input: $input) { job { id } } }',
      {
        input: { selection, action, reason },
      },
    );
    const { id } = started.body.data.startCouponBulk.job;
    await untilJob(test, id, 'SUCCEEDED', 'FAILED');
    const { groups } = dry.body.data.previewCouponBulk;
    const job = await test.send('query J($id: ID!) { job(id: $id) { state outcomes { outcome reason count } } }', {
      id,
    });
    expect(job.body.data.job).toEqual({ state: 'SUCCEEDED', outcomes: groups });
    expect(groups).toMatchObject([{ outcome: alone.body.errors === undefined ? 'DONE' : 'SKIPPED', count: 1 }]);
    const left = `select k.state, k.disabled_reason, k.version, k.updated_by,
        (select jsonb_agg(jsonb_build_array(e.action, e.outcome, e.reason, e.changes))
         from staff_audit_event e where e.entity_id = k.id::text and e.outcome = 'DONE') as trail
      from coupon k where k.id = $1`;
    expect(await rowsOf(left, [inBulk.id])).toEqual(await rowsOf(left, [byHand.id]));
  },
);

it('a batch is disabled once a job has disabled all its codes, until one is enabled', async () => {
  const own = await insertCampaign(test.database.ownerPool, { state: 'ACTIVE' });
  const codes = ['K', 'L'].map((letter) => `CCCCDDDDEEE${letter}`);
  const [first, second] = await insertCoupons(test.database.ownerPool, own, codes);
  const [{ id: batch }] = await rowsOf('select id from coupon_batch where campaign_id = $1', [own]);
  // Jobs skip coupons that are newer than their request.
  test.now = new Date(Date.now() + 60_000);
  const status = async () => {
    const asked = `{ couponBatches(filter: { campaign: { in: ["${own}"] } }) { nodes { status } } }`;
    return (await test.send(asked)).body.data.couponBatches.nodes[0].status;
  };
  const disable = async (selection: string) => {
    const input = `{ action: DISABLE, reason: "leaked", selection: { filter: { campaign: { in: ["${own}"] }, batch: { in: ["${batch}"] } } ${selection} } }`;
    const { body } = await test.send(`mutation { startCouponBulk(input: ${input}) { job { id } } }`);
    const { id } = body.data.startCouponBulk.job;
    await untilJob(test, id, 'SUCCEEDED');
    return id;
  };
  const undo = async (id: string) => {
    const { body } = await test.send(
      `mutation { undoJob(input: { id: "${id}", reason: "Was a mistake" }) { job { id } } }`,
    );
    await untilJob(test, body.data.undoJob.job.id, 'SUCCEEDED');
    return body.data.undoJob.job.id as string;
  };
  const before = await status();
  await disable(`exclusions: ["${first}"]`);
  expect(await status()).toBe(before);
  const rest = await disable('');
  expect(await status()).toBe('DISABLED');
  const undone = await undo(rest);
  expect(await status()).toBe(before);
  expect(await rowsOf('select id from coupon where campaign_id = $1 and state = $2', [own, 'DISABLED'])).toEqual([
    { id: second },
  ]);
  await undo(undone);
  expect(await status()).toBe('DISABLED');
  await test.send(
    `mutation { enableCoupon(input: { campaignId: "${own}", id: "${first}", expectedVersion: 4 }) { coupon { id } } }`,
  );
  expect(await status()).toBe(before);
});
