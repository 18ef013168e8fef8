import { LIMITS } from '@backcounter/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PresenceStore } from '../../ports/realtime.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const COUNT = 40;
const LIST = `query List($first: Int, $after: String, $filter: AccountFilter, $search: String) {
  accounts(first: $first, after: $after, filter: $filter, search: $search, sort: { key: NUMBER, direction: ASC }) {
    nodes { id } pageInfo { hasNextPage endCursor } count { kind value }
  }
}`;
const CAPABILITIES = '{ listCapabilities(list: ACCOUNTS) { filters { key kind operators } sorts { key } } }';

const firebaseId = (index: number) => `firebase${String(index).padStart(20, '0')}`;

/** Fake realtime database: each test sets the online accounts. */
const online = { ids: [] as string[] | null, asked: [] as number[], error: null as Error | null };
const realtime = {
  onlineIds: async (limit: number) => {
    online.asked.push(limit);
    if (online.error) throw online.error;
    return online.ids;
  },
} as PresenceStore;

let test: TestApp;
let without: TestApp;
beforeAll(async () => {
  [test, without] = await Promise.all([createTestApp({ realtime }), createTestApp()]);
  for (const { database } of [test, without]) await insertReferenceData(database.ownerPool);
  await insertAccounts(test.database.ownerPool, COUNT);
});
afterAll(() => Promise.all([test.close(), without.close()]));
beforeEach(() => Object.assign(online, { ids: [], asked: [], error: null }));

async function ids(variables: Record<string, unknown>, token = 'admin') {
  const { body } = await test.send(LIST, { first: 100, ...variables }, { token });
  expect(body.errors).toBeUndefined();
  return body.data.accounts.nodes.map(({ id }: { id: string }) => id);
}

describe('online filter', () => {
  it('returns accounts that are online, also to callers who may not read contacts [presence 6]', async () => {
    online.ids = [firebaseId(3), firebaseId(5), 'someone-without-an-account'];
    expect(await ids({ filter: { online: true } })).toEqual([accountId(3), accountId(5)]);
    expect(await ids({ filter: { online: true } }, 'marketing')).toEqual([accountId(3), accountId(5)]);
    online.ids = [firebaseId(5)];
    expect(await ids({ filter: { online: true } })).toEqual([accountId(5)]);
  });

  it('returns the others, including accounts without the app', async () => {
    online.ids = [firebaseId(3)];
    const others = await ids({ filter: { online: false } });
    expect(others).toHaveLength(COUNT - 1);
    expect(others).not.toContain(accountId(3));
    expect(others).toContain(accountId(7));
  });

  it('returns none or all accounts while none is online', async () => {
    expect(await ids({ filter: { online: true } })).toEqual([]);
    expect(await ids({ filter: { online: false } })).toHaveLength(COUNT);
  });

  it('combines with other filters, search, count and paging', async () => {
    online.ids = Array.from({ length: 20 }, (_each, index) => firebaseId(index + 1));
    const filter = { online: true, state: { in: ['ACTIVE'] } };
    const first = await test.send(LIST, { first: 5, filter });
    const { nodes, pageInfo, count } = first.body.data.accounts;
    const rest = await ids({ filter, after: pageInfo.endCursor });
    const expected = Array.from({ length: 20 }, (_each, index) => index + 1)
      .filter((index) => index % 5 !== 0 && index % 7 !== 0)
      .map(accountId);
    expect([...nodes.map(({ id }: { id: string }) => id), ...rest]).toEqual(expected);
    expect(count).toEqual({ kind: 'EXACT', value: expected.length });
    const named = await ids({ filter: { online: true }, search: 'Bruno' });
    expect(named).toEqual([1, 6, 16].map(accountId));
  });

  it('queries once for a page and its count, and for no more accounts than it can filter by', async () => {
    online.ids = [firebaseId(1)];
    await ids({ filter: { online: true }, search: 'Ada' });
    expect(online.asked).toEqual([LIMITS.liveFilterMax]);
    online.asked = [];
    await ids({});
    expect(online.asked).toEqual([]);
  });

  it('accepts the maximum number', async () => {
    online.ids = Array.from({ length: LIMITS.liveFilterMax }, (_each, index) => firebaseId(index + 1));
    expect(await ids({ filter: { online: true } })).toHaveLength(COUNT - Math.floor(COUNT / 7));
  });

  it('refuses with its own code if too many are online [presence 6]', async () => {
    online.ids = null;
    const { body } = await test.send(LIST, { first: 5, filter: { online: true } });
    expect(body.errors[0].extensions.code).toBe('filter.too-broad');
  });

  it('does not interpret hostile ids as SQL', async () => {
    online.ids = ["') or true --", '{"a"}', '\\', firebaseId(2)];
    expect(await ids({ filter: { online: true } })).toEqual([accountId(2)]);
  });

  it('is listed in capabilities with its kind, and cannot be sorted by', async () => {
    const { listCapabilities } = (await test.send(CAPABILITIES)).body.data;
    expect(listCapabilities.filters).toContainEqual({ key: 'online', kind: 'LIVE', operators: ['is'] });
    expect(listCapabilities.sorts.map(({ key }: { key: string }) => key)).not.toContain('ONLINE');
  });
});

describe('a server without presence', () => {
  it('neither lists nor accepts the filter [presence 6]', async () => {
    const { listCapabilities } = (await without.send(CAPABILITIES)).body.data;
    expect(listCapabilities.filters.map(({ key }: { key: string }) => key)).not.toContain('online');
    const { body } = await without.send(LIST, { first: 5, filter: { online: true } });
    expect(body.errors[0].extensions).toMatchObject({
      code: 'filter.invalid',
      details: { fields: { 'filter.online': [{ rule: 'unavailable' }] } },
    });
  });
});
