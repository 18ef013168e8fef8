import { cp } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { counts, importSteps } from '../../../imports/testing/import-steps.ts';
import { insertCampaign } from '../../../testing/test-campaigns.ts';
import { untilJob } from '../../../testing/test-worker.ts';
import { killApp } from '../../../testing/worker-processes.ts';

/** Five batches, of which the first ones are committed by workers that are killed. */
const COUNT = 22_000;
const STEPS = {
  insert: 'after insert on coupon',
  progress: 'after update on job for each row when (new.done > old.done)',
};

const { test, gates, workers } = await killApp(STEPS);
test.now = new Date();

const content = `code\n${Array.from({ length: COUNT }, (_each, at) => `PARTNER${String(at).padStart(8, '0')}`).join('\n')}\n`;

/** Checks a file of all codes with a worker, starts its run, and returns the campaign, the import and the job. */
async function started(campaignId: string) {
  const steps = importSteps(test);
  const made = await steps.createFrom('OWN_COUPONS', await steps.upload(content), 'codes.csv', { into: campaignId });
  const { id } = made.body.data.createImport.import;
  await cp(test.fileFolder, workers.folder, { recursive: true });
  await steps.start('checkImport', id);
  workers.start();
  const { check } = await steps.read(id);
  await untilJob(test, check.id, 'SUCCEEDED', 'FAILED');
  await workers.kill();
  const { body } = await steps.start('runImport', id);
  const checked = counts((await steps.read(id)).check);
  return { id, checked, jobId: body.data.runImport.import.run.id as string, read: () => steps.read(id) };
}
async function finished(jobId: string) {
  workers.start();
  await untilJob(test, jobId, 'SUCCEEDED', 'FAILED', 'CANCELED');
  await workers.kill();
}
const codesOf = async (campaign: string) =>
  (
    await test.database.ownerPool.query(
      `select count(*)::int as codes, (select sum(generated)::int from coupon_batch where campaign_id = $1) as generated,
         (select count(*)::int from coupon_batch where campaign_id = $1) as batches,
         (select array_agg(distinct state::text) from coupon_batch where campaign_id = $1) as states from coupon where campaign_id = $1`,
      [campaign],
    )
  ).rows[0];

it('codes of others are added once though workers are killed, and after a canceled run the same file adds the rest', async () => {
  const campaign = await insertCampaign(test.database.ownerPool, { state: 'ACTIVE', coupons_limit: COUNT });
  const first = await started(campaign);
  expect(first.checked).toEqual({ created: COUNT });
  await workers.live(gates, { gate: 'insert', nth: 2, isCut: true });
  await workers.live(gates, { gate: 'progress' });
  const some = (await codesOf(campaign)).codes;
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(COUNT);
  await test.send('mutation ($id: ID!) { cancelJob(input: { id: $id }) { job { id } } }', { id: first.jobId });
  await finished(first.jobId);
  expect((await first.read()).run.state).toBe('CANCELED');
  expect(await codesOf(campaign)).toEqual({ codes: some, generated: some, batches: 1, states: ['DONE'] });

  const second = await started(campaign);
  expect(second.checked).toEqual({ exists: some, created: COUNT - some });
  await workers.live(gates, { gate: 'insert', isCut: true });
  await workers.live(gates, { gate: 'progress', isCut: true, workers: 2 });
  await finished(second.jobId);
  expect(counts((await second.read()).run)).toEqual({ exists: some, created: COUNT - some });
  expect(await codesOf(campaign)).toEqual({ codes: COUNT, generated: COUNT, batches: 2, states: ['DONE'] });
}, 300_000); // Longer: each kill is followed by a start of the worker process.
