import { afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import type { PushOutcome, PushPort } from '../../ports/push.ts';
import { fileApp } from '../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import { hurry, insertAudience, untilNotification } from '../../testing/test-fan-out.ts';
import { insertDeliveries, insertNotification } from '../../testing/test-notifications.ts';
import { insertTopicsAndBadges } from '../../testing/test-topics-badges.ts';
import { startTestWorker, type TestWorker } from '../../testing/test-worker.ts';
import { startDue } from './dispatch/dispatch.maintenance.ts';
import { type AnsweredNotification, notificationDesk } from './testing/notification-kit.ts';

const ACCOUNTS = 120;
const GONE = 10;

let worker: TestWorker | undefined;
const marketing = notificationDesk(() => test, 'marketing');

/** Accepted messages by device, without test sends. */
const taken = new Map<string, number>();
/** Devices unknown to the push service. */
const gone = new Set<string>();
const push: PushPort = {
  send: async (messages) =>
    messages.map(({ token, data }): PushOutcome => {
      if (gone.has(token)) return { kind: 'rejected', reason: 'UNREGISTERED', code: 'UNREGISTERED' };
      if (data['isTest'] === undefined) taken.set(token, (taken.get(token) ?? 0) + 1);
      return { kind: 'accepted', messageId: `m-${token}` };
    }),
  check: async () => true,
  close: async () => undefined,
};

const test = await fileApp({ push });
beforeAll(async () => {
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await insertTopicsAndBadges(pool);
  await insertAccounts(pool, ACCOUNTS);
  await insertAudience(pool, ACCOUNTS);
  await hurry(pool);
  await pool.query(`update config_entry set value = '0' where key = 'push.undo_seconds'`);
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});

const rows = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const numberOf = async (index: number) =>
  String((await rows('select public_no from account where id = $1', [accountId(index)]))[0].public_no);

/** Schedules a draft for now and runs it until the condition holds. */
async function send(draft: AnsweredNotification, isThere: (row: { readonly state: string }) => boolean) {
  const tried = await marketing.done(marketing.test(draft, await numberOf(1)));
  const scheduled = await marketing.done(marketing.schedule(tried));
  while (await inTransaction(test.database.db, startDue));
  worker ??= startTestWorker(test, undefined, push);
  const figures = await untilNotification(test, draft.id, isThere);
  return { scheduled, figures };
}
const hasEnded = ({ state }: { readonly state: string }): boolean => ['SENT', 'FAILED', 'CANCELED'].includes(state);

it('from the draft to every account: the confirmed number, a resend for failures, no duplicates', async () => {
  const devices = await rows('select account_id, push_token from account_device order by account_id');
  for (const { push_token: token } of devices.slice(-GONE)) gone.add(token);

  const { scheduled, figures } = await send(await marketing.made(), hasEnded);
  expect(scheduled['audienceEstimate']).toBe(ACCOUNTS);
  expect(figures).toMatchObject({ state: 'SENT', recipients: ACCOUNTS, sent: ACCOUNTS - GONE, failed: GONE });
  const first = await marketing.read(scheduled.id);
  expect(first).toMatchObject({
    figures: { recipients: ACCOUNTS, sent: ACCOUNTS - GONE, failed: GONE, pending: 0 },
    reasons: [{ state: 'FAILED', count: GONE }],
  });

  // These accounts have new devices.
  for (const { account_id: id } of devices.slice(-GONE)) {
    await rows(
      `insert into account_device (account_id, platform, push_token) values ($1::uuid, 'ANDROID', 'token-anew-' || $1::uuid)`,
      [id],
    );
  }
  const again = await marketing.done(marketing.resend(first));
  const second = await send(again, hasEnded);
  expect(second.scheduled['audienceEstimate']).toBe(GONE);
  expect(second.figures).toMatchObject({ state: 'SENT', recipients: GONE, sent: GONE, failed: 0 });
  expect(taken.size).toBe(ACCOUNTS);
  expect([...taken.values()].every((times) => times === 1)).toBe(true);
  const { body } = await test.send(
    `{ accountNotifications(filter: { account: { in: ["${accountId(ACCOUNTS)}"] } }) { nodes { state reason notification { id } } } }`,
  );
  expect(body.data.accountNotifications.nodes).toMatchObject([
    { state: 'SENT', notification: { id: again.id } },
    { state: 'FAILED', notification: { id: first.id } },
  ]);
});

it('after a pause it continues where it stopped, without waiting for a timer', async () => {
  taken.clear();
  const { ownerPool } = test.database;
  const id = await insertNotification(ownerPool, { state: 'PAUSED', prepared_at: new Date() });
  await insertDeliveries(ownerPool, id, 'SENT', [accountId(1), accountId(2)]);
  await insertDeliveries(ownerPool, id, 'PENDING', [accountId(3), accountId(4), accountId(5)]);
  const resumed = await marketing.done(marketing.step('resume', await marketing.read(id), null));
  expect(resumed['state']).toBe('SENDING');
  worker = startTestWorker(test, undefined, push);
  expect(await untilNotification(test, id, hasEnded)).toMatchObject({ state: 'SENT', recipients: 5, sent: 5 });
  expect([...taken.values()]).toEqual([1, 1, 1]);
});
