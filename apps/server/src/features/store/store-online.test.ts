import { LIMITS, STORE_LIMITS } from '@backcounter/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MemoryPresence } from '../../embedded/realtime/memory-presence.ts';
import type { PresenceStore } from '../../ports/realtime.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { insertStores, storeId } from '../../testing/test-stores.ts';

const COUNT = 12;
const LIST = `query L($first: Int, $after: String, $filter: StoreFilter, $search: String) {
  stores(first: $first, after: $after, filter: $filter, search: $search, sort: { key: SID, direction: ASC }) {
    nodes { sid } pageInfo { endCursor } count { kind value } } }`;
const ONLINE = `query O($id: ID!) { store(id: $id) { online { count visitors { firebaseId onlineSince account { id number displayName hasPicture } } } } }`;
const CAPABILITIES = '{ listCapabilities(list: STORES) { filters { key kind operators } } }';

const firebaseId = (index: number) => `firebase${String(index).padStart(20, '0')}`;
const sid = (index: number) => `ST${String(index).padStart(5, '0')}`;

let nowMs = Date.parse('2026-03-01T12:00:00Z');
let presence = new MemoryPresence(() => nowMs);
/** Forwards every call to the presence store of the current test. */
const realtime = new Proxy({} as PresenceStore, {
  get: (_target, name: keyof PresenceStore) => presence[name].bind(presence),
});

let test: TestApp;
let without: TestApp;
beforeAll(async () => {
  [test, without] = await Promise.all([createTestApp({ realtime }), createTestApp()]);
  for (const { database } of [test, without]) {
    await insertReferenceData(database.ownerPool);
    await insertStores(database.ownerPool, COUNT);
  }
  await insertAccounts(test.database.ownerPool, 150);
});
beforeEach(async () => {
  await presence.close();
  presence = new MemoryPresence(() => nowMs);
});
afterAll(async () => {
  await presence.close();
  await Promise.all([test.close(), without.close()]);
});

const enter = (store: string | null, ...ids: string[]) =>
  presence.touch(ids.map((id) => ({ firebaseId: id, storeSid: store, connectionId: `phone of ${id}` })));

async function sids(variables: Record<string, unknown>): Promise<string[]> {
  const { body } = await test.send(LIST, { first: 100, ...variables });
  expect(body.errors).toBeUndefined();
  return body.data.stores.nodes.map((node: { sid: string }) => node.sid);
}
const online = async (index: number) => (await test.send(ONLINE, { id: storeId(index) })).body;

describe('the filter of stores with people in them', () => {
  it('returns stores with people in them now, or all others; people who leave or time out no longer count [stores 4]', async () => {
    await enter(sid(2), firebaseId(1), firebaseId(2));
    await enter(sid(5), firebaseId(3));
    await enter(null, firebaseId(4));
    expect(await sids({ filter: { online: true } })).toEqual([sid(2), sid(5)]);
    const others = await sids({ filter: { online: false } });
    expect(others).toHaveLength(COUNT - 2);
    expect(others).not.toContain(sid(2));
    await presence.drop([{ firebaseId: firebaseId(3), connectionId: `phone of ${firebaseId(3)}` }]);
    expect(await sids({ filter: { online: true } })).toEqual([sid(2)]);
    nowMs += 76_000;
    expect(await sids({ filter: { online: true } })).toEqual([]);
  });

  it('works with other filters, search, count and further pages, and treats hostile sids as plain text', async () => {
    for (let index = 1; index <= COUNT; index += 1) await enter(sid(index), firebaseId(index));
    await enter("') or true --", firebaseId(100));
    const filter = { online: true, state: { in: ['ACTIVE'] } };
    const { stores } = (await test.send(LIST, { first: 3, filter })).body.data;
    const rest = await sids({ filter, after: stores.pageInfo.endCursor });
    const active = [1, 2, 3, 4, 6, 8, 9, 11, 12].map(sid);
    expect([...stores.nodes.map((node: { sid: string }) => node.sid), ...rest]).toEqual(active);
    expect(stores.count).toEqual({ kind: 'EXACT', value: active.length });
    expect(await sids({ filter: { online: true }, search: sid(4) })).toEqual([sid(4)]);
  });

  it('reports when people are in too many stores to filter by', async () => {
    const many = Array.from({ length: LIMITS.liveFilterMax + 1 }, (_each, index) => ({
      firebaseId: `many-${index}`,
      storeSid: `X${String(index).padStart(7, '0')}`,
      connectionId: 'c',
    }));
    for (let from = 0; from < many.length; from += 1_000) await presence.touch(many.slice(from, from + 1_000));
    const { body } = await test.send(LIST, { first: 5, filter: { online: true } });
    expect(body.errors[0].extensions.code).toBe('filter.too-broad');
  });

  it('is offered only with a presence backend that supports it', async () => {
    const offered = (await test.send(CAPABILITIES)).body.data.listCapabilities.filters;
    expect(offered).toContainEqual({ key: 'online', kind: 'LIVE', operators: ['is'] });
    const missing = (await without.send(CAPABILITIES)).body.data.listCapabilities.filters;
    expect(missing.map(({ key }: { key: string }) => key)).not.toContain('online');
    const { body } = await without.send(LIST, { first: 5, filter: { online: true } });
    expect(body.errors[0].extensions).toMatchObject({
      code: 'filter.invalid',
      details: { fields: { 'filter.online': [{ rule: 'unavailable' }] } },
    });
  });
});

describe('the people in a store', () => {
  it('are listed by name, the latest first, including people without an account [stores 4]', async () => {
    await enter(sid(1), firebaseId(1));
    nowMs += 1_000;
    await enter(sid(1), 'nobody-we-know');
    nowMs += 1_000;
    await enter(sid(2), firebaseId(2));
    const { store } = (await online(1)).data;
    expect(store.online).toEqual({
      count: 2,
      visitors: [
        { firebaseId: 'nobody-we-know', onlineSince: new Date(nowMs - 1_000).toISOString(), account: null },
        {
          firebaseId: firebaseId(1),
          onlineSince: new Date(nowMs - 2_000).toISOString(),
          account: { id: accountId(1), number: expect.any(Number), displayName: 'Bruno Rivers', hasPicture: false },
        },
      ],
    });
    // A person who enters another store leaves this one.
    await enter(sid(2), firebaseId(1));
    expect((await online(1)).data.store.online.count).toBe(1);
    expect((await online(2)).data.store.online.visitors.map(visitorId).toSorted()).toEqual([1, 2].map(firebaseId));
  });

  it('are limited to a hundred names, while the count has all', async () => {
    await enter(sid(3), ...Array.from({ length: 130 }, (_each, index) => firebaseId(index + 1)));
    const { count, visitors } = (await online(3)).data.store.online;
    expect(count).toBe(130);
    expect(visitors).toHaveLength(STORE_LIMITS.visitorsMax);
    expect(new Set(visitors.map(visitorId)).size).toBe(STORE_LIMITS.visitorsMax);
  });

  it('are none in an empty store, and null without a presence backend that supports it', async () => {
    expect((await online(4)).data.store.online).toEqual({ count: 0, visitors: [] });
    expect((await without.send(ONLINE, { id: storeId(4) })).body.data.store.online).toBeNull();
  });
});

const visitorId = (visitor: { firebaseId: string }) => visitor.firebaseId;
