import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type PushSandbox, startPushSandbox } from '../../../embedded/push/push-sandbox.ts';
import { createSandboxPush } from '../../../embedded/push/sandbox.push.ts';
import { insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import {
  changeNotification,
  hurry,
  insertAudience,
  startNotification,
  untilNotification,
} from '../../../testing/test-fan-out.ts';
import { insertTopicsAndBadges } from '../../../testing/test-topics-badges.ts';
import { startTestWorker } from '../../../testing/test-worker.ts';

const ACCOUNTS = 2_000;

let test: TestApp;
let sandbox: PushSandbox;
beforeAll(async () => {
  test = await createTestApp();
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await insertTopicsAndBadges(pool);
  await insertAccounts(pool, ACCOUNTS);
  await hurry(pool);
  await pool.query(`update config_entry set value = '8000' where key = 'push.rate_per_second'`);
  sandbox = await startPushSandbox({ remembers: true });
}, 60_000);
afterAll(async () => {
  await sandbox.end();
  await test.close();
});

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const hasEnded = ({ state }: { state: string }): boolean => ['SENT', 'CANCELED', 'FAILED', 'PAUSED'].includes(state);

it('a fan-out pauses while the push service is down, and continues where it stopped', async () => {
  await insertAudience(test.database.ownerPool, ACCOUNTS);
  sandbox.set({ downAfter: 600 });
  const id = await startNotification(test);
  const push = createSandboxPush(async () => sandbox.url);
  const worker = startTestWorker(test, undefined, push);
  onTestFinished(() => worker.stop());
  const paused = await untilNotification(test, id, hasEnded);
  expect(paused).toMatchObject({ state: 'PAUSED', reason: 'provider-unavailable', failed: 0 });
  expect(paused.sent).toBeLessThan(ACCOUNTS);
  sandbox.set({ downAfter: Number.POSITIVE_INFINITY });
  // Ends their pauses.
  await rowsOf(`update notification_delivery set not_before = now() where state = 'PENDING'`);
  await changeNotification(test, id, 'SENDING', null);
  expect(await untilNotification(test, id, ({ state }) => state === 'SENT')).toMatchObject({ sent: ACCOUNTS });
  expect(sandbox.takes.size).toBe(ACCOUNTS);
  const steps = await rowsOf('select action, reason from staff_audit_event where entity_id = $1 order by id', [id]);
  expect(steps).toEqual([
    { action: 'notification.start', reason: null },
    { action: 'notification.pause', reason: 'provider-unavailable' },
    { action: 'notification.complete', reason: null },
  ]);
}, 60_000);
