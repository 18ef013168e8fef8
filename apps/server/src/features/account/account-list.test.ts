import { describe, expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import { AREAS, accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';

const COUNT = 230;
const LIST = `query List($first: Int, $after: String, $last: Int, $before: String, $filter: AccountFilter, $sort: AccountSort, $search: String, $startAt: ListStart) {
  accounts(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
    nodes { id number displayName email phone isContactMasked state country { code name(locale: "de-DE") } area { id name } lastSeenAt createdAt version updatedBy { name } actions { action isAllowed refusal } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    count { kind value countedAt }
    matchedBy
  }
}`;

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, COUNT);

async function page(variables: Record<string, unknown>, token = 'admin') {
  const answer = await test.send(LIST, variables, { token });
  expect(answer.body.errors).toBeUndefined();
  return answer.body.data.accounts;
}

describe('list of accounts', () => {
  it('returns the newest first with country, area, exact count and actions', async () => {
    const list = await page({ first: 2 });
    expect(list.nodes[0].id).toBe(accountId(COUNT));
    expect(list.nodes[0]).toMatchObject({
      email: 'person230@example.org',
      isContactMasked: false,
      state: 'SUSPENDED',
      country: { code: 'DE', name: 'Deutschland' },
      createdAt: '2026-01-01T00:57:00.000Z',
      updatedBy: null,
    });
    expect(list.count).toEqual({ kind: 'EXACT', value: COUNT, countedAt: '2026-03-01T12:00:00.000Z' });
    expect(list.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(list.matchedBy).toBeNull();
  });

  it('returns a cursor for each row, with or without nodes, after which the next page starts', async () => {
    const first = `{ accounts(first: 3) { edges { cursor node { id number } } nodes { id displayName } pageInfo { endCursor } } }`;
    const { accounts } = (await test.send(first)).body.data;
    const ids = [accountId(COUNT), accountId(COUNT - 1), accountId(COUNT - 2)];
    expect(accounts.edges.map(({ node }: { node: object }) => node)).toEqual(
      ids.map((id) => ({ id, number: expect.any(Number) })),
    );
    expect(accounts.nodes.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(accounts.edges[2].cursor).toBe(accounts.pageInfo.endCursor);
    const [{ cursor }] = accounts.edges;
    for (const edges of ['edges { node { id } }', 'edges { cursor node { id } } nodes { number }']) {
      const { body } = await test.send(`{ accounts(first: 1, after: "${cursor}") { ${edges} } }`);
      expect(body.data.accounts.edges[0].node).toEqual({ id: ids[1] });
    }
    const { body } = await test.send('{ accounts(first: 1) { edges { cursor } } }');
    expect(body.data.accounts).toEqual({ edges: [{ cursor }] });
  });

  it.each(['CREATED', 'LAST_SEEN', 'NAME', 'NUMBER'])(
    'pages through all rows in the order %s, in both directions, without gaps or repeats',
    async (key) => {
      for (const direction of ['ASC', 'DESC']) {
        const sort = { key, direction };
        const all: string[] = [];
        let after: string | null = null;
        for (;;) {
          const list: Awaited<ReturnType<typeof page>> = await page({ first: 31, after, sort });
          all.push(...list.nodes.map(({ id }: { id: string }) => id));
          expect(list.pageInfo.hasPreviousPage).toBe(after !== null);
          if (!list.pageInfo.hasNextPage) break;
          after = list.pageInfo.endCursor;
        }
        expect(new Set(all).size).toBe(COUNT);
        expect(all).toHaveLength(COUNT);
        const back: string[] = [];
        let before: string | null = null;
        for (;;) {
          const list: Awaited<ReturnType<typeof page>> = await page({ last: 47, before, sort });
          back.unshift(...list.nodes.map(({ id }: { id: string }) => id));
          expect(list.pageInfo.hasNextPage).toBe(before !== null);
          if (!list.pageInfo.hasPreviousPage) break;
          before = list.pageInfo.startCursor;
        }
        expect(back).toEqual(all);
      }
    },
  );

  it('starts at a record or a date and reports a previous page', async () => {
    const atRecord = await page({
      first: 3,
      startAt: { id: accountId(100) },
      sort: { key: 'NUMBER', direction: 'ASC' },
    });
    expect(atRecord.nodes[0].id).toBe(accountId(100));
    expect(atRecord.pageInfo.hasPreviousPage).toBe(true);
    const atDate = await page({
      first: 1,
      startAt: { date: '2026-01-01T00:10:00Z' },
      sort: { key: 'CREATED', direction: 'ASC' },
    });
    expect(atDate.nodes[0].createdAt).toBe('2026-01-01T00:10:00.000Z');
  });

  it.each([
    [{ state: { in: ['SUSPENDED'] } }, 'n % 5 = 0'],
    [{ state: { notIn: ['SUSPENDED'] }, country: { in: ['US'] } }, 'n % 5 <> 0 and n % 3 = 0'],
    [{ country: { in: ['US', 'DE'] } }, 'true'],
    [{ country: { notIn: ['US'] } }, 'n % 3 <> 0'],
    [{ area: { in: [AREAS.bavaria] } }, 'n % 4 <> 0 and n % 3 <> 0'],
    [{ area: { notIn: [AREAS.bavaria] } }, 'not (n % 4 <> 0 and n % 3 <> 0)'],
    [{ pushConsent: true }, 'n % 2 = 0'],
    [{ emailVerified: false }, 'not (n % 2 = 0 and n % 13 <> 0)'],
    [{ hasEmail: false }, 'n % 13 = 0'],
    [{ hasPhone: true }, 'n % 17 <> 0'],
    [{ lastSeen: { isEmpty: true } }, 'n % 6 = 0'],
    [
      { lastSeen: { withinDays: 27 } },
      "n % 6 <> 0 and timestamptz '2026-02-01T00:00:00Z' + (n / 3) * interval '1 hour' >= timestamptz '2026-02-02T12:00:00Z'",
    ],
    [
      { lastSeen: { olderThanDays: 27 } },
      "n % 6 <> 0 and timestamptz '2026-02-01T00:00:00Z' + (n / 3) * interval '1 hour' < timestamptz '2026-02-02T12:00:00Z'",
    ],
    [{ lastSeen: { nextDays: 27 } }, 'false'],
    [{ created: { from: '2026-01-01T00:10:00Z', to: '2026-01-01T00:20:00Z' } }, 'n / 4 between 10 and 19'],
  ])('filters by %j', async (filter, condition) => {
    const { rows } = await test.database.ownerPool.query(
      `select count(*)::int as count from generate_series(1, ${COUNT}) as n where ${condition}`,
    );
    const list = await page({ first: 100, filter });
    expect(list.count).toMatchObject({ kind: 'EXACT', value: rows[0].count });
    expect(list.nodes).toHaveLength(Math.min(100, rows[0].count));
  });

  it.each([
    [accountId(7), 'ID', 1],
    ['person12@example.org', 'EMAIL', 1],
    ['PERSON12@', 'EMAIL_PREFIX', 1],
    ['+491510000012', 'PHONE', 1],
    ['+49 151 00000', 'PHONE_PREFIX', 94],
    ['0049 151 00000', 'PHONE_PREFIX', 94],
    ['firebase00000000000000000012', 'FIREBASE_ID', 1],
    ['person12', 'EMAIL_PREFIX', null],
    ['ad', 'NAME_PREFIX', null],
    ['ada sto', 'NAME_PREFIX', null],
    ['sto ada', 'NAME_PREFIX', null],
    ['stone ADA', 'FULL_NAME', null],
    ['Ada Stome', 'NAME_SIMILAR', null],
    ['example', 'EMAIL_DOMAIN', 100],
    ['erson12@', 'EMAIL_PART', 1],
    ['0151 0000012', 'PHONE_PREFIX', 1],
    ['0000012', 'PHONE_END', 1],
    ['01900000-0000', 'ID_PREFIX', 100],
    ['tone', 'NAME', null],
    ['zzz', 'NONE', 0],
    ['100%', 'NONE', 0],
  ])('understands the search %s as %s', async (search, matchedBy, rows) => {
    const list = await page({ first: 100, search });
    expect(list.matchedBy).toBe(matchedBy);
    if (rows !== null) expect(list.nodes).toHaveLength(rows);
    else expect(list.nodes.length).toBeGreaterThan(0);
  });

  it('finds an account by the number that support reads on the phone', async () => {
    const { nodes } = await page({ first: 1 });
    const found = await page({ search: `#${nodes[0].number}` });
    expect(found.matchedBy).toBe('NUMBER');
    expect(found.nodes[0].id).toBe(nodes[0].id);
  });

  it('neither skips nor repeats rows that are added between pages', async () => {
    const sort = { key: 'CREATED', direction: 'DESC' };
    const first = await page({ first: 10, sort });
    await test.database.ownerPool.query(
      `insert into account (display_name, country_code, locale, timezone, created_at) values ('New', 'DE', 'en-US', 'Europe/Berlin', '2026-02-02')`,
    );
    const second = await page({ first: 10, sort, after: first.pageInfo.endCursor });
    await test.database.ownerPool.query(`delete from account where display_name = 'New'`);
    const expected = await page({ first: 20, sort });
    expect([...first.nodes, ...second.nodes]).toEqual(expected.nodes);
  });

  it('refuses unknown values with a specific code', async () => {
    for (const [variables, code] of [
      [{ first: 101 }, 'operation.too-complex'],
      [{ first: 0 }, 'operation.too-complex'],
      [{ first: 5, last: 5 }, 'request.malformed'],
      [{ after: 'nonsense' }, 'cursor.invalid'],
      [{ filter: { area: { in: ['nonsense'] } } }, 'filter.invalid'],
      [{ startAt: { date: '2026-01-01T00:00:00Z' }, sort: { key: 'NAME', direction: 'ASC' } }, 'filter.invalid'],
      [{ startAt: { id: accountId(9999) } }, 'record.not-found'],
    ] as const) {
      const answer = await test.send(LIST, variables);
      expect(answer.status).toBe(200);
      expect(answer.body.errors[0].extensions.code).toBe(code);
      expect(answer.body.data).toBeNull();
    }
  });
});

it('returns hasPicture', async () => {
  await test.database.ownerPool.query('update account set has_picture = true where id = $1', [accountId(1)]);
  const answer = await test.send(
    'query P($id: ID!) { account(id: $id) { hasPicture } accounts(first: 2, sort: { key: NUMBER, direction: ASC }) { nodes { hasPicture } } }',
    { id: accountId(1) },
  );
  expect(answer.body.data).toEqual({
    account: { hasPicture: true },
    accounts: { nodes: [{ hasPicture: true }, { hasPicture: false }] },
  });
});
