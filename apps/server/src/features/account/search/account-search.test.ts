import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { SqlValues } from '../../../listing/list-definition.ts';
import { firstMatches, readBestMatches } from '../../../listing/ranked-page.ts';
import { combined, matchedOn } from '../../../listing/ranked-search.ts';
import type { Caller } from '../../../ports/identity.ts';
import { fileApp } from '../../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { insertCampaign, insertCoupons } from '../../../testing/test-campaigns.ts';
import { accountListFor } from '../account.list.ts';
import { planAccountSearch } from './account-search.ts';

const COUNT = 60;
const CODE = 'K7P2M9XW4Q';
const RECEIPT = 'R-489B7FF4';
const LETTERS_CODE = 'SHANTA';
const LETTERS_RECEIPT = 'R-GBPMSZ';
const PAGE = `query S($search: String, $first: Int, $after: String, $last: Int, $before: String, $filter: AccountFilter, $sort: AccountSort) {
  accounts(search: $search, first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort) {
    nodes { id number displayName matchedOn } count { value }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } matchedBy } }`;

const test = await fileApp();
beforeAll(async () => {
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await insertAccounts(pool, COUNT);
  await pool.query(`
    insert into account (display_name, email, phone_e164, country_code, locale, timezone) values
      ('Ruth Damm', 'rut.damm1877@posteo.de', '+4915122408595', 'DE', 'de-DE', 'Europe/Berlin'),
      ('Rutger van Damme', 'lemon@mail.docomo.ne.jp', null, 'DE', 'de-DE', 'Europe/Berlin'),
      ('Björklund Erik', 'shop@docomo.ne.jp', '+12022408595', 'US', 'de-DE', 'Europe/Berlin'),
      ('Балабан Іванна', null, null, 'DE', 'de-DE', 'Europe/Berlin'),
      ('محمد البشيري', null, null, 'DE', 'de-DE', 'Europe/Berlin'),
      ('Γεώργιος Παππάς', null, null, 'DE', 'de-DE', 'Europe/Berlin'),
      ('Nural Balcı', null, null, 'DE', 'de-DE', 'Europe/Berlin')`);
});

interface Answer {
  readonly nodes: readonly {
    readonly id: string;
    readonly number: number;
    readonly displayName: string | null;
    readonly matchedOn: string | null;
  }[];
  readonly count: { readonly value: number };
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string;
    readonly endCursor: string;
  };
  readonly matchedBy: string | null;
}

async function find(variables: Record<string, unknown>, token = 'admin'): Promise<Answer> {
  const { body } = await test.send(PAGE, variables, { token });
  expect(body.errors).toBeUndefined();
  return body.data.accounts;
}

describe('a search of accounts', () => {
  it.each([
    'u1',
    'customer:4711/de',
    'auth0|64fe91',
    'anna@shop',
    '018f0149-2b36-7c1e-9d11-aaaaaaaaaaaa',
    '018f0149-2b36',
    'ab-cd_ef.gh',
    '4915199',
    'two words',
    'Ünï',
    'x'.repeat(128),
  ])('finds a Firebase id of any form: %s', async (id) => {
    await test.database.ownerPool.query('update account set firebase_id = $1 where public_no = 100003', [id]);
    expect((await find({ search: id })).nodes[0]).toMatchObject({ number: 100003, matchedOn: 'FIREBASE_ID' });
  });

  it.each([
    ['damm rut', 'Ruth Damm', 'NAME_PREFIX'],
    ['DAMM RUTH', 'Ruth Damm', 'FULL_NAME'],
    ['ruht dam', 'Ruth Damm', 'NAME_SIMILAR'],
    ['rut hdamm van', 'Rutger van Damme', 'NAME_SIMILAR'],
    ['Bjorklund', 'Björklund Erik', 'NAME_PREFIX'],
    ['jorklun', 'Björklund Erik', 'NAME'],
    ['balci', 'Nural Balcı', 'NAME_PREFIX'],
    ['ivanna balaban', 'Балабан Іванна', 'FULL_NAME'],
    ['mohammed', 'محمد البشيري', 'NAME_SIMILAR'],
    ['Al-Bashiri', 'محمد البشيري', 'NAME_SIMILAR'],
    ['georgios', 'Γεώργιος Παππάς', 'NAME_PREFIX'],
    ['jeorgios', 'Γεώργιος Παππάς', 'NAME_SIMILAR'],
    ['amm1877', 'Ruth Damm', 'EMAIL_PART'],
    ['1877@post', 'Ruth Damm', 'EMAIL_PART'],
    ['@docomo', 'Björklund Erik', 'EMAIL_DOMAIN'],
    ['0151 2240 8595', 'Ruth Damm', 'PHONE_PREFIX'],
    ['(202) 240', 'Björklund Erik', 'PHONE_PREFIX'],
    ['122408595', 'Ruth Damm', 'PHONE_END'],
  ])('finds %s first in %s, by %s [search 1] [search 2]', async (search, name, match) => {
    const { nodes, matchedBy } = await find({ search, first: 5 });
    expect([nodes[0]?.displayName, nodes[0]?.matchedOn, matchedBy]).toEqual([name, match, match]);
  });

  it('finds by the beginning of a number and of an id', async () => {
    const { nodes } = await find({ search: 'Ruth Damm' });
    const { id = '', number = 0 } = nodes[0] ?? {};
    const byNumber = await find({ search: String(number).slice(0, 4), first: 100 });
    expect(byNumber.nodes.map((node) => node.number)).toContain(number);
    expect(byNumber.matchedBy).toBe('NUMBER_PREFIX');
    expect((await find({ search: id.slice(0, 13) })).nodes.map((node) => node.id)).toContain(id);
  });

  it('finds an account by its receipt or coupon, but only for roles that see these [search 3]', async () => {
    const pool = test.database.ownerPool;
    const campaign = await insertCampaign(pool, { state: 'ACTIVE' });
    const coupons = await insertCoupons(pool, campaign, [CODE, LETTERS_CODE]);
    // The triggers ask for a slice and a day of the campaign.
    await pool.query(
      `set local session_replication_role = replica;
       insert into coupon_redemption (campaign_id, coupon_id, account_id, state, slice, coupon_use_no, account_use_no, order_ref, reserved_until, confirmed_at, idempotency_key, request_hash, created_by)
       values ('${campaign}', '${coupons[0]}', '${accountId(7)}', 'CONFIRMED', 0, 1, 1, '${RECEIPT}', now(), now(), 'key', '\\x${'00'.repeat(32)}', 'shop'),
         ('${campaign}', '${coupons[1]}', '${accountId(8)}', 'CONFIRMED', 0, 1, 1, '${LETTERS_RECEIPT}', now(), now(), 'other', '\\x${'00'.repeat(32)}', 'shop')`,
    );
    for (const [search, match, number] of [
      [RECEIPT.toLowerCase(), 'RECEIPT', 7],
      [CODE.toLowerCase(), 'COUPON', 7],
      [LETTERS_RECEIPT.toLowerCase(), 'RECEIPT', 8],
      [LETTERS_CODE.toLowerCase(), 'COUPON', 8],
    ] as const) {
      expect((await find({ search })).nodes).toMatchObject([{ id: accountId(number), matchedOn: match }]);
      expect((await find({ search }, 'marketing')).nodes).toEqual([]);
    }
  });

  it.each([
    ['018f0149-2b36', ['FIREBASE_ID', 'RECEIPT', 'COUPON', 'ID_PREFIX']],
    ['ruth dam', ['FIREBASE_ID', 'FULL_NAME', 'NAME_PREFIX', 'NAME', 'NAME_SIMILAR']],
    ['ruth1877', expect.not.arrayContaining(['NAME_SIMILAR'])],
  ])('%s has no meanings that its form excludes', (text, matches) => {
    const plan = planAccountSearch(text, { kind: 'staff', sub: 'a', roles: ['ADMIN'] } as unknown as Caller);
    expect(plan !== null && 'tiers' in plan && plan.tiers.map(({ match }) => match)).toEqual(matches);
  });

  it.each(['RELEVANCE', 'NAME'])(
    'pages through all matches in both directions by %s, and counts and filters them [search 5]',
    async (key) => {
      const sort = { key, direction: 'ASC' };
      for (const [search, filter] of [
        ['ada', null],
        ['e', { country: { in: ['DE'] } }],
        ['ruth', null],
        ['hill ada', null],
      ] as const) {
        const walk = async (isBackward: boolean): Promise<string[]> => {
          const pages: string[][] = [];
          for (let cursor: string | null = null; ; ) {
            const bounds: object = isBackward ? { last: 3, before: cursor } : { first: 3, after: cursor };
            const { nodes, pageInfo } = await find({ search, filter, sort, ...bounds });
            pages.push(nodes.map(({ id }) => id));
            if (!(isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) break;
            cursor = isBackward ? pageInfo.startCursor : pageInfo.endCursor;
          }
          return (isBackward ? pages.reverse() : pages).flat();
        };
        const all = await walk(false);
        expect(await walk(true)).toEqual(all);
        expect(new Set(all).size).toBe(all.length);
        expect((await find({ search, filter, first: 1 })).count.value).toBe(all.length);
      }
    },
  );

  it('has best matches first by default, and only then', async () => {
    const { nodes } = await find({ search: 'ruth damm', first: 5 });
    expect((await find({ search: 'ruth damm', first: 5, sort: { key: 'RELEVANCE', direction: 'ASC' } })).nodes).toEqual(
      nodes,
    );
    const { body } = await test.send(PAGE, { sort: { key: 'RELEVANCE', direction: 'ASC' } });
    expect(body.errors[0].extensions.code).toBe('filter.invalid');
  });

  it('follows changes of an account at once, and forgets an old name', async () => {
    const pool = test.database.ownerPool;
    await pool.query(`update account set display_name = 'Zyx Wvu' where id = $1`, [accountId(9)]);
    expect((await find({ search: 'zyxx' })).nodes).toMatchObject([{ id: accountId(9), matchedOn: 'NAME_SIMILAR' }]);
    await pool.query('update account set display_name = null where id = $1', [accountId(9)]);
    expect((await find({ search: 'zyxx' })).nodes).toEqual([]);
    expect((await pool.query(`select from account_word where word in ('zyx', 'wvu')`)).rowCount).toBe(0);
  });
});

it('gives accounts from before the search the same keys, in batches', async () => {
  const pool = test.database.ownerPool;
  const keys = async (): Promise<unknown> => {
    const { rows } = await pool.query(
      `select (select jsonb_agg(s order by account_id) from account_search s) as keys,
        (select jsonb_agg(w order by account_id, word) from account_name_word w) as words, (select jsonb_agg(v order by word) from account_word v) as spelled`,
    );
    return rows[0];
  };
  const before = await keys();
  await pool.query('truncate account_search, account_name_word, account_word');
  const step = await readFile(new URL('../../../../migrations/0363_account_search.data.sql', import.meta.url), 'utf8');
  let batches = 0;
  while (((await pool.query(step, [20])).rowCount ?? 0) > 0) batches += 1;
  expect(batches).toBe(Math.ceil((COUNT + 7) / 20));
  expect(await keys()).toEqual(before);
});

describe('statements of a caller who may not see contacts', () => {
  const texts = [
    'ada',
    'ruth damm',
    'rut.damm1877',
    '1001',
    '#100001',
    'R-489B7FF4',
    accountId(3),
    '01900000-0000',
    'firebase00000000000000000012',
  ];
  const statementsOf = async (roles: readonly string[]): Promise<string> => {
    const caller = { kind: 'staff', sub: 'a', roles } as unknown as Caller;
    const definition = accountListFor(caller);
    const statements: string[] = [];
    const rows = async ({ text }: { text: string }) => {
      statements.push(text);
      return [];
    };
    const sql = { rows };
    const context = { caller, sql, signal: AbortSignal.timeout(1000) } as unknown as RequestContext;
    const page = { ...firstMatches(definition), conditions: () => [], isPrepared: true };
    for (const text of texts) {
      const plan = definition.planSearch(text, caller);
      if (plan === null || !('tiers' in plan)) throw new Error(`${text} may not be searched for`);
      await readBestMatches(page, plan, context);
      const all = combined(definition, plan.tiers, 'SIMILAR:NAME')?.condition(new SqlValues());
      statements.push(all ?? '', matchedOn(definition, plan.tiers, new SqlValues()));
    }
    return statements.join('\n');
  };

  it('have no column of contacts, receipts or coupons [security 7]', async () => {
    expect(await statementsOf(['MARKETING'])).not.toMatch(/email|phone|redemption|coupon/);
    expect(await statementsOf(['ADMIN'])).toMatch(/email_key.*phone_end.*coupon_redemption/s);
  });

  it('is indexed by the words of the whole name, whatever separates them', async () => {
    const names = [
      'Jean-Luc  Picard',
      "D'Arcy O’Neil",
      'Anna Anna',
      ' - ',
      'ΟΥΡΑΝΟΣ Ά',
      'de la Cruz-Ortiz',
      'محمد ال البشيري',
      'St.John\tSmith- Jones',
      '山田 太郎',
    ];
    const { rows } = await test.database.ownerPool.query(
      `with added as (
        insert into account (display_name, country_code, locale, timezone) select n, 'DE', 'de-DE', 'Europe/Berlin' from unnest($1::text[]) as n returning id)
      select count(*)::int from added`,
      [names],
    );
    expect(rows).toEqual([{ count: names.length }]);
    const found = await test.database.ownerPool.query(
      `select a.display_name, s.name, search_name(a.display_name) as whole, search_words(a.display_name) as words,
        array(select w.word from account_name_word w where w.account_id = a.id order by 1) as indexed
      from account a join account_search s on s.account_id = a.id where a.display_name = any ($1)`,
      [names],
    );
    expect(found.rows).toHaveLength(names.length);
    for (const { display_name, name, whole, words, indexed } of found.rows)
      expect({ display_name, name, indexed }).toEqual({ display_name, name: whole, indexed: words });
  });
});
