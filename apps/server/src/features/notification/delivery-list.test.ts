import { DELIVERY_REASONS, DELIVERY_STATES, type DeliveryReason, type DeliveryState } from '@backcounter/domain';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import type { TestToken } from '../../testing/test-app.ts';
import { insertDeliveries, insertNotification } from '../../testing/test-notifications.ts';
import { insertTopicsAndBadges, TOPICS } from '../../testing/test-topics-badges.ts';

const ACCOUNTS = 90;
const ENDINGS: Readonly<Partial<Record<DeliveryState, readonly DeliveryReason[]>>> = {
  FAILED: ['PROVIDER_REJECTED', 'TOKEN_INVALID'],
  SKIPPED: ['NO_DEVICE', 'FREQUENCY_CAP', 'EXPIRED'],
  CANCELED: ['CANCELED_BY_STAFF'],
  DEFERRED: ['QUIET_HOURS'],
};

interface Shown {
  readonly account: string;
  readonly state: DeliveryState;
  readonly reason: DeliveryReason | null;
}

/** Stored and displayed state of each account's row, by notification. */
const shown = new Map<string, Shown[]>();

const test = await fileApp();
beforeAll(async () => {
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await insertTopicsAndBadges(pool);
  await insertAccounts(pool, ACCOUNTS);
  for (const state of ['SENDING', 'CANCELED', 'FAILED', 'SENT'] as const) {
    const id = await insertNotification(pool, {
      state,
      title_i18n: JSON.stringify({ 'en-US': `One that is ${state}`, 'de-DE': 'Ärmel 50%_' }),
    });
    const rows: Shown[] = [];
    for (let n = 1; n <= ACCOUNTS; n += 1) {
      const own = DELIVERY_STATES[(n * 7) % DELIVERY_STATES.length] ?? 'PENDING';
      const reasons = ENDINGS[own];
      const reason = reasons?.[n % reasons.length] ?? null;
      await insertDeliveries(pool, id, own, [accountId(n)], reason);
      const isWaiting = own === 'PENDING' || own === 'DEFERRED';
      const ended: Partial<Record<string, Pick<Shown, 'reason' | 'state'>>> = {
        CANCELED: { state: 'CANCELED', reason: 'CANCELED_BY_STAFF' },
        FAILED: { state: 'FAILED', reason: 'NOTIFICATION_FAILED' },
      };
      rows.push({ account: accountId(n), state: own, reason, ...(isWaiting ? ended[state] : {}) });
    }
    shown.set(id, rows);
  }
});

async function page(filter: object, args: Record<string, unknown> = {}, token: TestToken = 'marketing') {
  const { body } = await test.send(
    `query($f: NotificationDeliveryFilter!, $first: Int, $after: String, $search: String) {
      notificationDeliveries(filter: $f, first: $first, after: $after, search: $search) {
        nodes { id account { id publicNo displayName } state reason devices notification { title(locale: "de-DE") } }
        pageInfo { hasNextPage endCursor } count { value kind } matchedBy } }`,
    { f: filter, first: 100, ...args },
    { token },
  );
  if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors[0].extensions));
  return body.data.notificationDeliveries;
}

async function everyone(filter: object, size: number): Promise<Shown[]> {
  const found: Shown[] = [];
  for (let after: string | null = null; ; ) {
    const { nodes, pageInfo } = await page(filter, { first: size, after });
    for (const { id, state, reason } of nodes) found.push({ account: id, state, reason });
    if (!pageInfo.hasNextPage) return found;
    after = pageInfo.endCursor;
  }
}

describe('accounts of a notification', () => {
  it('any filter by state and reason finds each once, in order, by displayed instead of stored state [spec 1.6]', async () => {
    const choice = <Value extends string>(values: readonly Value[]) =>
      fc.option(
        fc.record(
          {
            in: fc.subarray([...values], { minLength: 1, maxLength: 4 }),
            notIn: fc.subarray([...values], { maxLength: 3 }),
          },
          { requiredKeys: [] },
        ),
        { nil: undefined },
      );
    const question = fc.record({
      notification: fc.constantFrom(...shown.keys()),
      state: choice(DELIVERY_STATES),
      reason: choice(DELIVERY_REASONS),
      size: fc.integer({ min: 7, max: 100 }),
    });
    await fc.assert(
      fc.asyncProperty(question, async ({ notification, state, reason, size }) => {
        const fits = (value: string | null, given: { in?: string[]; notIn?: string[] } | undefined): boolean =>
          (given?.in === undefined || (value !== null && given.in.includes(value))) &&
          (given?.notIn === undefined || value === null || !given.notIn.includes(value));
        const expected = (shown.get(notification) ?? []).filter(
          (row) => fits(row.state, state) && fits(row.reason, reason),
        );
        const filter = { notification: { in: [notification] }, state, reason };
        expect(await everyone(filter, size)).toEqual(expected);
        expect((await page(filter, { first: 1 })).count).toEqual({ value: expected.length, kind: 'EXACT' });
      }),
      { numRuns: 30 },
    );
  });

  it('are found by number or id, but not by personal data', async () => {
    const [id = ''] = shown.keys();
    const filter = { notification: { in: [id] } };
    const { rows } = await test.database.ownerPool.query('select public_no from account where id = $1', [accountId(7)]);
    expect((await page(filter, { search: `#${rows[0].public_no}` })).nodes).toMatchObject([
      { account: { id: accountId(7) } },
    ]);
    expect((await page(filter, { search: accountId(8) })).nodes).toMatchObject([{ account: { id: accountId(8) } }]);
    for (const search of [
      'person7@example.org',
      '+491510000007',
      'firebase00000000000000000007',
      "'; drop table account; --",
      '%',
    ]) {
      for (const token of ['marketing', 'admin'] as const) {
        expect([search, (await page(filter, { search }, token)).nodes]).toEqual([search, []]);
      }
    }
  });

  it('belong to one notification, and a cursor to its query', async () => {
    const [one = '', two = ''] = shown.keys();
    await expect(page({})).rejects.toThrow('filter.invalid');
    await expect(page({ notification: { in: [one, two] } })).rejects.toThrow('filter.invalid');
    await expect(page({ notification: { in: ['x'] } })).rejects.toThrow('filter.invalid');
    expect((await page({ notification: { in: [accountId(1)] } })).nodes).toEqual([]);
    const { pageInfo } = await page({ notification: { in: [one] } }, { first: 5 });
    await expect(page({ notification: { in: [two] } }, { after: pageInfo.endCursor })).rejects.toThrow(
      'cursor.invalid',
    );
  });
});

describe('notifications of an account', () => {
  it('are listed newest first, with displayed state and reason', async () => {
    const ask = async (more: object = {}, search: string | null = null) => {
      const { body } = await test.send(
        `query($f: AccountNotificationFilter!, $s: String) { accountNotifications(filter: $f, search: $s, first: 100) {
          nodes { id state reason notification { id title } topic { code } } count { value } } }`,
        { f: { account: { in: [accountId(9)] }, ...more }, s: search },
        { token: 'marketing' },
      );
      if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors[0].extensions));
      return body.data.accountNotifications;
    };
    const expected = [...shown].map(([id, rows]) => ({ id, ...rows[8] }));
    const all = await ask();
    expect(all.count.value).toBe(4);
    expect(all.nodes.map(({ id, state, reason }: Shown & { id: string }) => ({ id, state, reason }))).toEqual(
      [...expected].reverse().map(({ id, state, reason }) => ({ id, state, reason })),
    );
    expect(all.nodes[0]).toMatchObject({ topic: { code: 'offers' }, notification: { title: 'One that is SENT' } });
    expect((await ask({ topic: { in: [TOPICS.archived] } })).nodes).toEqual([]);
    expect((await ask({ state: { in: [expected[0]?.state] } })).nodes.map(({ id }: { id: string }) => id)).toContain(
      expected[0]?.id,
    );
    expect((await ask({}, 'ärmel')).nodes).toHaveLength(4);
    expect((await ask({}, 'is failed')).nodes).toHaveLength(1);
    expect((await ask({}, '%_x')).nodes).toEqual([]);
  });
});

it('both lists can be exported, without contact data', async () => {
  for (const list of ['NOTIFICATIONS', 'NOTIFICATION_DELIVERIES', 'ACCOUNT_NOTIFICATIONS']) {
    const { body } = await test.send(`{ exportOffer(list: ${list}) { columns } }`, {}, { token: 'marketing' });
    const { columns } = body.data.exportOffer;
    expect(columns).toContain('state');
    expect(columns.filter((key: string) => /mail|phone|token/i.test(key))).toEqual([]);
  }
});
