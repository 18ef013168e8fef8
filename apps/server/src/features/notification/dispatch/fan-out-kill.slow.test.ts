import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type PushSandbox, startPushSandbox } from '../../../embedded/push/push-sandbox.ts';
import { createSandboxPush } from '../../../embedded/push/sandbox.push.ts';
import { Gates } from '../../../testing/gates.ts';
import { insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { hurry, insertAudience, startNotification, untilNotification } from '../../../testing/test-fan-out.ts';
import { insertTopicsAndBadges } from '../../../testing/test-topics-badges.ts';
import { startTestWorker } from '../../../testing/test-worker.ts';
import { type KillAt, WorkerProcesses } from '../../../testing/worker-processes.ts';

const isLong = inject('isLong');
const ROUNDS = isLong ? 250 : 1;
/** Each round records at most one batch of 500 as sent. */
const ACCOUNTS = 500 * ROUNDS + 5_500;
/** Concurrent batches of one worker times messages per batch. */
const UNANSWERED_MAX = 4 * 500;

const STEPS = {
  prepare: 'after insert on notification_delivery',
  claim: `after update on notification_delivery for each row when (new.state = 'SENDING')`,
  settle: `after update on notification_delivery for each row when (old.state = 'SENDING' and new.state = 'SENT')`,
  release: `after update on notification_delivery for each row when (old.state = 'SENDING' and new.state = 'PENDING')`,
  end: `after update on notification for each row when (new.state = 'SENT')`,
};
type Life = KillAt<keyof typeof STEPS>;
const FIRST: readonly Life[] = [
  { gate: 'prepare', isCut: true },
  { gate: 'prepare', nth: 2 },
];
const MIDDLE: readonly Life[] = [
  // Claimed but never sent.
  { gate: 'claim' },
  // Sent but never settled.
  { gate: 'settle', isCut: true },
  { gate: 'release', isCut: true },
  { gate: 'settle', nth: 501 },
];
const LIVES: readonly Life[] = [
  ...FIRST,
  ...Array.from({ length: ROUNDS }, () => MIDDLE).flat(),
  { gate: 'end', isCut: true },
];

let test: TestApp;
let sandbox: PushSandbox;
let gates: Gates<keyof typeof STEPS>;
let workers: WorkerProcesses;
beforeAll(async () => {
  test = await createTestApp();
  gates = await Gates.build(test.database, STEPS);
  await insertReferenceData(test.database.ownerPool);
  await insertTopicsAndBadges(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, ACCOUNTS);
  sandbox = await startPushSandbox({ remembers: true });
  workers = await WorkerProcesses.prepare(test.database, sandbox.url);
});
afterAll(async () => {
  await workers.end();
  await sandbox.end();
  await gates.end();
  await test.close();
});

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;

it(
  'a fan-out whose worker is killed at each step records each account once and reaches all of them',
  async () => {
    await insertAudience(test.database.ownerPool, ACCOUNTS);
    await hurry(test.database.ownerPool);
    const id = await startNotification(test);
    for (const life of LIVES) await workers.live(gates, life);
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
    // Only deliveries at the push service when a worker died were sent twice.
    const repeated = [...sandbox.takes.values()].reduce((sum, times) => sum + times - 1, 0);
    expect(repeated).toBeGreaterThan(0);
    expect(repeated).toBeLessThanOrEqual(2 * ROUNDS * UNANSWERED_MAX);
    expect(await rowsOf('select max(cardinality(sent_at)) as most, count(*)::int as n from push_frequency')).toEqual([
      { most: 1, n: ACCOUNTS },
    ]);
  },
  // Longer: each kill is followed by a start of the worker process.
  isLong ? 900_000 : 120_000,
);
