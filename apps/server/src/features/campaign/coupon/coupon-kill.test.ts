import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { foldCouponCode } from '@backcounter/domain';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { insertCampaign } from '../../../testing/test-campaigns.ts';
import { startTestWorker, untilJob } from '../../../testing/test-worker.ts';

const isLong = inject('isLong');
const KILLS = isLong ? 60 : 2;
/** Enough that the job outlasts the kills: a life makes one chunk at least and a few at most. */
const COUNT = isLong ? 3_000_000 : 60_000;
const PROGRAM = fileURLToPath(new URL('../../../testing/worker-process.ts', import.meta.url));

let test: TestApp;
let folder: string;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  test = await createTestApp();
  test.now = new Date();
  folder = await mkdtemp(join(tmpdir(), 'coupon-kill-'));
  await insertReferenceData(test.database.ownerPool);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;

async function startProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--conditions=source', PROGRAM, test.database.url, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { NODE_COMPILE_CACHE: join(folder, '.compiled') },
  });
  children.add(child);
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** What 15 s of silence would bring about. */
async function giveUpDead(): Promise<void> {
  await test.database.ownerPool.query(`update job_worker set heartbeat_at = heartbeat_at - interval '1 minute';
    update graphile_worker._private_jobs set attempts = 0, run_at = now(),
      locked_at = case when locked_at is not null then locked_at - interval '1 minute' end`);
}

it('an order whose workers are killed again and again has exactly as many codes as were ordered, each once [coupons 2]', async () => {
  const campaign = await insertCampaign(test.database.ownerPool, { coupons_limit: COUNT });
  await test.database.ownerPool.query(
    `update config_entry set value = '5000000' where key = 'coupon.max_per_campaign'`,
  );
  const { body } = await test.send(
    'mutation G($input: GenerateCouponsInput!) { generateCoupons(input: $input) { id jobId } }',
    { input: { campaignId: campaign, count: COUNT } },
  );
  const { id, jobId } = body.data.generateCoupons;
  const generated = async (): Promise<number> =>
    (await rowsOf('select generated from coupon_batch where id = $1', [id]))[0].generated;
  let kills = 0;
  for (; kills < KILLS; kills += 1) {
    const before = await generated();
    if (before === COUNT) break;
    await giveUpDead();
    const child = await startProcess();
    // Two at once in every second life.
    const other = kills % 2 === 1 ? await startProcess() : null;
    while ((await generated()) === before) await sleep(2);
    // In the middle of the next chunk, or of the one after that.
    await sleep(Math.random() * 60);
    await Promise.all([kill(child), other && kill(other)]);
    const [{ n }] = await rowsOf('select count(*)::int as n from coupon where batch_id = $1', [id]);
    expect(n).toBe(await generated());
  }
  expect(kills).toBe(KILLS);
  await giveUpDead();
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
}, 600_000);
