import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { insertDeliveries, insertNotification } from '../../../testing/test-notifications.ts';
import { insertTopicsAndBadges } from '../../../testing/test-topics-badges.ts';

let test: TestApp;
let id: string;
beforeAll(async () => {
  test = await createTestApp();
  await insertReferenceData(test.database.ownerPool);
  await insertTopicsAndBadges(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 50);
}, 60_000);
afterAll(async () => test.close());
beforeEach(async () => {
  id = await insertNotification(test.database.ownerPool, { state: 'SENT', sent: 4 });
  await insertDeliveries(test.database.ownerPool, id, 'SENT', [1, 2, 3, 4].map(accountId));
  await insertDeliveries(test.database.ownerPool, id, 'FAILED', [accountId(5)], 'TOKEN_INVALID');
});

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const deliveryOf = async (n: number) =>
  (
    await rowsOf(
      'select state, received_at as received, opened_at as opened from notification_delivery where notification_id = $1 and account_id = $2',
      [id, accountId(n)],
    )
  )[0];
const figures = async () => (await rowsOf('select sent, received, opened from notification where id = $1', [id]))[0];
const receipt = (n: number, kind: 'OPENED' | 'RECEIVED', at: Date) => ({
  notificationId: id,
  accountId: accountId(n),
  kind,
  at: at.toISOString(),
});
const DOCUMENT =
  'mutation M($r: [NotificationReceiptInput!]!) { recordNotificationReceipts(input: { receipts: $r }) { results { accountId outcome } } }';
async function record(receipts: readonly object[], token = 'machine~notification.receipt'): Promise<string[]> {
  const { body } = await test.send(DOCUMENT, { r: receipts }, { token });
  if (body.errors !== undefined) return [body.errors[0].extensions.code];
  return body.data.recordNotificationReceipts.results.map(({ outcome }: { outcome: string }) => outcome);
}
const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);

describe('receipts', () => {
  it('move a delivery forward, in either order', async () => {
    const [received, opened] = [ago(20), ago(10)];
    expect(await record([receipt(1, 'RECEIVED', received)])).toEqual(['RECORDED']);
    expect(await deliveryOf(1)).toEqual({ state: 'RECEIVED', received, opened: null });
    expect(await record([receipt(1, 'OPENED', opened)])).toEqual(['RECORDED']);
    expect(await deliveryOf(1)).toEqual({ state: 'OPENED', received, opened });
    expect(await record([receipt(2, 'OPENED', opened)])).toEqual(['RECORDED']);
    expect(await deliveryOf(2)).toEqual({ state: 'OPENED', received: opened, opened });
    expect(await record([receipt(2, 'RECEIVED', received)])).toEqual(['RECORDED']);
    expect(await deliveryOf(2)).toEqual({ state: 'OPENED', received, opened });
    expect(await figures()).toEqual({ sent: 4, received: 2, opened: 2 });
  });

  it('that are repeated, concurrently or later, change nothing', async () => {
    const at = ago(5);
    const both = [receipt(1, 'OPENED', at), receipt(1, 'RECEIVED', at), receipt(1, 'OPENED', at)];
    expect(await record(both)).toEqual(['RECORDED', 'RECORDED', 'RECORDED']);
    expect(await record([...both, receipt(1, 'RECEIVED', new Date())])).toEqual(['KNOWN', 'KNOWN', 'KNOWN', 'KNOWN']);
    expect(await deliveryOf(1)).toEqual({ state: 'OPENED', received: at, opened: at });
    expect(await figures()).toEqual({ sent: 4, received: 1, opened: 1 });
  });

  it('of many concurrent senders are counted once each', async () => {
    const all = [1, 2, 3, 4].flatMap((n) => [receipt(n, 'RECEIVED', ago(4)), receipt(n, 'OPENED', ago(2))]);
    await Promise.all(
      Array.from({ length: 8 }, (_, turn) => record(turn % 2 === 0 ? all : all.toReversed(), 'machine')),
    );
    expect(await figures()).toEqual({ sent: 4, received: 4, opened: 4 });
  });

  it('of unsent and unknown notifications are answered one by one', async () => {
    const other = { ...receipt(1, 'OPENED', ago(1)), notificationId: accountId(1) };
    expect(
      await record([
        receipt(5, 'RECEIVED', ago(1)),
        receipt(6, 'RECEIVED', ago(1)),
        other,
        { ...other, accountId: 'x' },
        receipt(3, 'RECEIVED', ago(1)),
      ]),
    ).toEqual(['NOT_SENT', 'UNKNOWN', 'UNKNOWN', 'UNKNOWN', 'RECORDED']);
    expect(await deliveryOf(5)).toMatchObject({ state: 'FAILED', received: null });
    expect(await record([])).toEqual([]);
  });

  it('with a wrong clock are clamped between the sending and now', async () => {
    const [{ sent_at: sentAt }] = await rowsOf(
      'select sent_at from notification_delivery where account_id = $1 and notification_id = $2',
      [accountId(1), id],
    );
    await record([receipt(1, 'RECEIVED', ago(86_400)), receipt(2, 'OPENED', ago(-86_400))]);
    expect((await deliveryOf(1)).received).toEqual(sentAt);
    const [{ now }] = await rowsOf('select clock_timestamp() as now');
    expect((await deliveryOf(2)).opened.getTime()).toBeLessThanOrEqual(now.getTime());
  });

  it('before the answer of the push service count once it arrives', async () => {
    await rowsOf(
      `update notification_delivery set state = 'SENDING', sent_at = null, changed_at = '2026-01-01T00:00:00Z' where account_id = $1 and notification_id = $2`,
      [accountId(4), id],
    );
    await rowsOf('update notification set sent = 3 where id = $1', [id]);
    expect(await record([receipt(4, 'OPENED', ago(1))])).toEqual(['RECORDED']);
    expect(await deliveryOf(4)).toMatchObject({ state: 'SENDING' });
    expect(await figures()).toEqual({ sent: 3, received: 0, opened: 0 });
    await rowsOf(`select settle_deliveries($1, '2026-01-01T00:00:00Z', $2, '[]')`, [
      id,
      JSON.stringify([{ account: accountId(4), state: 'SENT', message: 'm' }]),
    ]);
    await rowsOf('select publish_delivery_counts($1)', [id]);
    expect(await deliveryOf(4)).toMatchObject({ state: 'OPENED' });
    expect(await figures()).toEqual({ sent: 4, received: 1, opened: 1 });
  });

  it('are for machine clients with the scope, at most 1,000 at once', async () => {
    expect(await record([receipt(1, 'OPENED', ago(1))], 'admin')).toEqual(['access.denied']);
    expect(await record([receipt(1, 'OPENED', ago(1))], 'machine~account.sync')).toEqual(['access.denied']);
    const many = Array.from({ length: 1_001 }, () => receipt(1, 'RECEIVED', ago(1)));
    expect(await record(many)).toEqual(['field.invalid']);
    expect(await record(many.slice(1))).toHaveLength(1_000);
  });
});
