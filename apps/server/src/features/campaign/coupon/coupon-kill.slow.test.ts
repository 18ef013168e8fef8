import { foldCouponCode } from '@backcounter/domain';
import { expect, inject, it } from 'vitest';
import { insertCampaign } from '../../../testing/test-campaigns.ts';
import { startTestWorker, untilJob } from '../../../testing/test-worker.ts';
import { type KillAt, killApp } from '../../../testing/worker-processes.ts';

const ROUNDS = inject('isLong') ? 15 : 1;
/** In each round at most three workers commit a chunk of 10,000 codes before they are killed, and another chunk is started. */
const COUNT = 40_000 * ROUNDS;
const STEPS = {
  insert: 'before insert on coupon',
  progress: 'after update on job for each row when (new.done > old.done)',
};
const LIVES: readonly KillAt<keyof typeof STEPS>[] = [
  { gate: 'insert', isCut: true },
  { gate: 'insert', nth: 2, workers: 2 },
  { gate: 'progress' },
  { gate: 'progress', nth: 2, isCut: true, workers: 2 },
];

const { test, gates, workers } = await killApp(STEPS);
test.now = new Date();

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;

it('generates exactly the ordered codes, without repeats, if workers are killed at each step [coupons 2]', async () => {
  const campaign = await insertCampaign(test.database.ownerPool, { coupons_limit: COUNT });
  await test.database.ownerPool.query(
    `update config_entry set value = '5000000' where key = 'coupon.max_per_campaign'`,
  );
  const { body } = await test.send(
    'mutation G($input: GenerateCouponsInput!) { generateCoupons(input: $input) { couponBatch { id jobId } } }',
    { input: { campaignId: campaign, count: COUNT } },
  );
  const { id, jobId } = body.data.generateCoupons.couponBatch;
  const generated = async (): Promise<number> =>
    (await rowsOf('select generated from coupon_batch where id = $1', [id]))[0].generated;
  for (let round = 0; round < ROUNDS; round += 1)
    for (const life of LIVES) {
      await workers.live(gates, life);
      const [{ n }] = await rowsOf('select count(*)::int as n from coupon where batch_id = $1', [id]);
      expect(n).toBe(await generated());
    }
  expect(await generated()).toBeLessThan(COUNT);
  const worker = startTestWorker(test);
  await untilJob(test, jobId, 'SUCCEEDED', 'FAILED');
  await worker.stop();
  expect(await rowsOf('select state, done::int, outcomes from job')).toEqual([
    { state: 'SUCCEEDED', done: COUNT, outcomes: { DONE: COUNT } },
  ]);
  expect(
    await rowsOf('select count(*)::int as n, count(distinct code_key)::int as codes from coupon where batch_id = $1', [
      id,
    ]),
  ).toEqual([{ n: COUNT, codes: COUNT }]);
  expect(await rowsOf('select state, generated from coupon_batch')).toEqual([{ state: 'DONE', generated: COUNT }]);
  const sample = await rowsOf('select code from coupon where batch_id = $1 order by code limit 1000', [id]);
  for (const { code } of sample) expect(foldCouponCode(code)?.kind).toBe('UNIQUE');
}, 300_000); // Longer: each kill is followed by a start of the worker process.
