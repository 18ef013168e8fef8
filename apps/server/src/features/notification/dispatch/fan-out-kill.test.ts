import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type PushSandbox, startPushSandbox } from '../../../embedded/push/push-sandbox.ts';
import { createSandboxPush } from '../../../embedded/push/sandbox.push.ts';
import { insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { hurry, insertAudience, startNotification, untilNotification } from '../../../testing/test-fan-out.ts';
import { insertTopicsAndBadges } from '../../../testing/test-topics-badges.ts';
import { startTestWorker } from '../../../testing/test-worker.ts';

const isLong = inject('isLong');
const ACCOUNTS = isLong ? 1_000_000 : 6_000;
/** Lives of a worker: as long as it takes to get a little further; two seconds where there is much to do. */
const KILLS = isLong ? 1_000 : 6;
const LIFE_MS = isLong ? 2_000 : 150;
/** Batches that one worker has with the push service at once, and messages of each. */
const UNANSWERED_MAX = 4 * 500;
const PROGRAM = fileURLToPath(new URL('../../../testing/worker-process.ts', import.meta.url));

let test: TestApp;
let sandbox: PushSandbox;
let folder: string;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'worker-files-'));
  await insertReferenceData(test.database.ownerPool);
  await insertTopicsAndBadges(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, ACCOUNTS);
  sandbox = await startPushSandbox({ remembers: true, rates: { latencyMs: 20 } });
}, 600_000);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await sandbox.end();
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;

async function startProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--conditions=source', PROGRAM, test.database.url, folder, sandbox.url], {
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

/** What 15 s of silence would bring about; that a job is tried five times only is another test's matter. */
async function giveUpDead(): Promise<void> {
  await rowsOf(`update job_worker set heartbeat_at = heartbeat_at - interval '1 minute'`);
  await rowsOf(`update graphile_worker._private_jobs set attempts = 0, run_at = now(),
    locked_at = case when locked_at is not null then locked_at - interval '1 minute' end`);
}

/** Where it is: accounts written down while it is prepared, then accounts that are done with. */
const progress = async (id: string) =>
  (
    await rowsOf(
      `select n.state, j.done::int from notification n join notification_dispatch d on d.notification_id = n.id
       join job j on j.id = d.job_id where n.id = $1`,
      [id],
    )
  )[0];

it(
  'a fan-out whose worker is killed again and again writes each account down once and reaches all of them',
  async () => {
    await insertAudience(test.database.ownerPool, ACCOUNTS);
    await hurry(test.database.ownerPool);
    const id = await startNotification(test);
    let kills = 0;
    for (; kills < KILLS; kills += 1) {
      const before = await progress(id);
      if (before.state === 'SENT') break;
      await giveUpDead();
      const child = await startProcess();
      const isAsBefore = async (): Promise<boolean> => {
        const { state, done } = await progress(id);
        return state === before.state && done === before.done;
      };
      while (await isAsBefore()) await sleep(5);
      await sleep((LIFE_MS * (1 + (kills % 5))) / 5);
      await kill(child);
    }
    expect(kills).toBeGreaterThan(isLong ? 20 : 2);
    await giveUpDead();
    const worker = startTestWorker(
      test,
      undefined,
      createSandboxPush(async () => sandbox.url),
    );
    const figures = await untilNotification(test, id, ({ state }) => state !== 'PREPARING' && state !== 'SENDING');
    await worker.stop();
    expect(figures).toMatchObject({ state: 'SENT', recipients: ACCOUNTS, sent: ACCOUNTS, failed: 0, skipped: 0 });
    expect(
      await rowsOf(
        'select state, count(*)::int as rows, count(distinct account_id)::int as accounts from notification_delivery group by 1',
      ),
    ).toEqual([{ state: 'SENT', rows: ACCOUNTS, accounts: ACCOUNTS }]);
    expect(sandbox.takes.size).toBe(ACCOUNTS);
    // Only what was with the push service when a worker died may have gone there twice.
    const repeated = [...sandbox.takes.values()].reduce((sum, times) => sum + times - 1, 0);
    expect(repeated).toBeLessThanOrEqual(kills * UNANSWERED_MAX);
    expect(await rowsOf('select max(cardinality(sent_at)) as most, count(*)::int as n from push_frequency')).toEqual([
      { most: 1, n: ACCOUNTS },
    ]);
  },
  isLong ? 3_600_000 : 120_000,
);
