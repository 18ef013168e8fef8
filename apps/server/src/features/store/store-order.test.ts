import { SYSTEM_WALLETS } from '@backcounter/domain';
import { beforeAll, expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import { insertReferenceData } from '../../testing/test-accounts.ts';
import { insertStores, storeId } from '../../testing/test-stores.ts';

const COUNT = 60;
const LIST = `query L($after: String, $before: String, $first: Int, $last: Int, $direction: SortDirection!, $filter: StoreFilter) {
  stores(first: $first, last: $last, after: $after, before: $before, filter: $filter, sort: { key: BALANCE, direction: $direction }) {
    nodes { id balance } pageInfo { endCursor startCursor hasNextPage hasPreviousPage } count { value } } }`;

interface Row {
  readonly id: string;
  readonly balance: number | null;
}

const test = await fileApp();
beforeAll(async () => {
  const { ownerPool } = test.database;
  await insertReferenceData(ownerPool);
  await insertStores(ownerPool, COUNT);
  // Several stores have the same balance, some have none.
  await ownerPool.query(
    `select post_points_transfer($1, w.id, 1 + n % 7, 'ISSUE', null, now(), 'STAFF', null, null, 'n' || n, 'tests')
     from generate_series(1, $2::int) as n join store s on s.sid = 'ST' || lpad(n::text, 5, '0')
       join points_wallet w on w.owner_type = 'STORE' and w.owner_id = s.id
     where n % 4 <> 0`,
    [SYSTEM_WALLETS.ISSUANCE, COUNT],
  );
});

async function page(variables: Record<string, unknown>) {
  const { body } = await test.send(LIST, variables);
  expect(body.errors).toBeUndefined();
  return body.data.stores;
}
async function all(direction: 'ASC' | 'DESC', filter: object = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: string | null = null, hasMore = true; hasMore; ) {
    const { nodes, pageInfo } = await page({ first: 7, after, direction, filter });
    rows.push(...nodes);
    after = pageInfo.endCursor;
    hasMore = pageInfo.hasNextPage;
  }
  return rows;
}
const rank = ({ balance }: Row) => balance ?? -1;

it('stores are ordered by balance, drafts last, each on one page, and in the same order backwards', async () => {
  const falling = await all('DESC');
  expect(new Set(falling.map(({ id }) => id)).size).toBe(COUNT);
  expect(falling.map(rank)).toEqual(falling.map(rank).toSorted((a, b) => b - a));
  expect(falling.slice(-COUNT / 5).every(({ balance }) => balance === null)).toBe(true);
  expect(falling[0]?.balance).toBe(7);
  const rising = await all('ASC');
  expect(rising).toEqual(falling.toReversed());
  const last = await page({ last: 7, direction: 'DESC' });
  expect(last.nodes).toEqual(falling.slice(-7));
  const before = await page({ last: 7, before: last.pageInfo.startCursor, direction: 'DESC' });
  expect(before.nodes).toEqual(falling.slice(-14, -7));
  expect(before.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
});

it('filters work with that order as with any other', async () => {
  const filter = { state: { in: ['ACTIVE'] }, country: { in: ['DE'] }, balance: { from: 3 } };
  const rows = await all('DESC', filter);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.every(({ balance }) => (balance ?? 0) >= 3)).toBe(true);
  expect((await page({ first: 1, direction: 'DESC', filter })).count.value).toBe(rows.length);
  expect((await all('ASC', { state: { in: ['DRAFT'] } })).map(({ id }) => id)).toContain(storeId(5));
});
