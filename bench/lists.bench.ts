import pg from 'pg';
import { openAsAdmin } from './browser.ts';
import { askApi, type Figures, load, loop, median } from './load.ts';
import { startPostgraphile } from './postgraphile.ts';
import { startProduct } from './product.ts';
import { Report } from './report.ts';
import { isShort, size } from './size.ts';

const rounds = size('BENCH_ROUNDS', 8, 1);
const seconds = size('BENCH_SECONDS', 2, 0.1);

/** The same 50 rows for all sides: active accounts of one country, newest first. */
const country = 'DE';
const fields = `id number displayName email phone emailVerified locale timezone state pushConsent lastSeenAt createdAt version`;
const ourList = (
  more: string,
  start = '',
) => `query AccountList($filter: AccountFilter, $sort: AccountSort${start ? ', $after: String' : ''}) {
  accounts(first: 50, filter: $filter, sort: $sort${start}) { nodes { ${fields} country { code name } area { id name } } pageInfo { hasNextPage endCursor } ${more} }
}`;
const filtered = {
  filter: { country: { in: [country] }, state: { in: ['ACTIVE'] } },
  sort: { key: 'CREATED', direction: 'DESC' },
};
const theirList = (more: string) => `query AccountList {
  allAccounts(first: 50, condition: { countryCode: "${country}", state: ACTIVE }, orderBy: [CREATED_AT_DESC, PRIMARY_KEY_DESC]) {
    nodes { id publicNo displayName email phoneE164 emailVerified locale timezone state pushConsent lastSeenAt createdAt version
      countryByCountryCode { code nameI18N } areaByCountryCodeAndAreaId { id nameI18N } }
    pageInfo { hasNextPage endCursor } ${more}
  }
}`;
const plainList = {
  name: 'bench-list',
  text: `select a.id, a.public_no, a.display_name, a.email, a.phone_e164, a.email_verified, a.locale, a.timezone, a.state,
      a.push_consent, a.last_seen_at, a.created_at, a.version, c.code, c.name_i18n, r.id, r.name_i18n
    from account a join country c on c.code = a.country_code left join area r on r.id = a.area_id
    where a.country_code = $1 and a.state = 'ACTIVE' order by a.created_at desc, a.id desc limit 51`,
  values: [country],
};

const product = await startProduct({ accounts: size('BENCH_ACCOUNTS', 1_000_000, 400) });
/** Skipped in the short form, because it needs an installation. */
const postgraphile = isShort ? null : await startPostgraphile(product.ownerUrl);
const pool = new pg.Pool({ connectionString: product.ownerUrl, max: 8 });
const report = new Report('lists', isShort ? 8 : 10);
/** Row of the page that is compared with the first. */
const DEEP_ROW = isShort ? 200 : 50_000;
const CLICKS = isShort ? 2 : 10;

async function ours(query: string, variables: unknown, connections: number): Promise<Figures> {
  return load({
    url: `${product.url}/graphql`,
    headers: { authorization: `Bearer ${await product.token()}` },
    body: JSON.stringify({ query, variables }),
    connections,
    seconds,
  });
}
const theirs = (query: string, connections: number): Side =>
  postgraphile &&
  (() => load({ url: `${postgraphile.url}/graphql`, body: JSON.stringify({ query }), connections, seconds }));
/** Label of a comparison with PostGraphile. */
const ofPostgraphile = (words: string): string => (postgraphile ? `PostGraphile ${words}` : '');
const plain = (connections: number): Promise<Figures> => loop(() => pool.query(plainList), connections, seconds);

/** Measures one side; null where it is skipped. */
type Side = (() => Promise<Figures>) | null;

/** Alternates the sides in short rounds and keeps the median of each figure, since the machine's speed drifts. */
async function inTurn<Name extends string>(sides: Record<Name, Side>): Promise<Record<Name, Figures>> {
  const names = Object.keys(sides) as Name[];
  const taken: { name: Name; figures: Figures }[] = [];
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const figures = await sides[name]?.();
      if (round > 0 && figures !== undefined) taken.push({ name, figures });
    }
  }
  const of = (name: Name, key: keyof Figures): number =>
    median(taken.filter((entry) => entry.name === name).map((entry) => entry.figures[key]));
  const combined = (name: Name): Figures => ({
    requestsPerSecond: of(name, 'requestsPerSecond'),
    p50: of(name, 'p50'),
    p95: of(name, 'p95'),
    p99: of(name, 'p99'),
    requests: of(name, 'requests'),
  });
  return Object.fromEntries(names.map((name) => [name, combined(name)])) as Record<Name, Figures>;
}

/** A checked answer, with its time. */
async function ask<Data>(query: string, variables: unknown): Promise<{ data: Data; milliseconds: number }> {
  const token = await product.token();
  const started = performance.now();
  const data = await askApi<Data>(product.url, token, query, variables);
  return { data, milliseconds: performance.now() - started };
}

interface Page {
  accounts: { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
}

/** Sorts the filtered list in a browser repeatedly; measures from each click until the rows have the new order. */
async function clicksUntilRows(): Promise<number[]> {
  const { browser, admin } = await openAsAdmin(product.url, '/accounts?state=SUSPENDED');
  try {
    const { page } = admin;
    const firstRow = page.locator('[role="row"] a').first();
    await firstRow.waitFor();
    const times: number[] = [];
    for (let click = 0; click < CLICKS; click++) {
      const header = page.getByRole('columnheader', { name: click % 2 === 0 ? 'Number' : 'Account' });
      const started = performance.now();
      await header.getByRole('button').first().click();
      await page.waitForFunction(
        (sorted) =>
          sorted?.getAttribute('aria-sort') === 'ascending' &&
          document.querySelector('[role="grid"][aria-busy="false"]'),
        await header.elementHandle(),
        { polling: 'raf' },
      );
      times.push(performance.now() - started);
    }
    return times;
  } finally {
    await browser.close();
  }
}

try {
  // P1 and PostgreSQL's own time, 8 connections.
  const eight = await inTurn({
    ours: () => ours(ourList(''), filtered, 8),
    postgraphile: theirs(theirList(''), 8),
    postgres: () => plain(8),
  });
  report.add(
    {
      name: 'list of 50, 8 connections',
      figure: eight.ours.requestsPerSecond,
      unit: 'requests/s',
      comparedWith: ofPostgraphile(
        `${Math.round(eight.postgraphile.requestsPerSecond)}/s, p95 ${eight.postgraphile.p95.toFixed(1)} ms`,
      ),
    },
    { name: 'PostgreSQL itself, 8 connections', figure: eight.postgres.requestsPerSecond, unit: 'statements/s' },
  );
  if (postgraphile)
    report.add(
      {
        promise: 'P1',
        name: 'requests against PostGraphile',
        figure: eight.ours.requestsPerSecond / eight.postgraphile.requestsPerSecond,
        unit: 'x',
        comparedWith: 'PostGraphile',
        goal: 1.8,
        floor: 1.2,
        atLeast: true,
      },
      {
        promise: 'P1',
        name: 'p95 against PostGraphile',
        figure: eight.ours.p95 / eight.postgraphile.p95,
        unit: 'x',
        comparedWith: 'PostGraphile',
        goal: 0.6,
        floor: 1,
      },
    );

  // P2, one connection.
  const one = await inTurn({
    ours: () => ours(ourList(''), filtered, 1),
    postgraphile: theirs(theirList(''), 1),
    postgres: () => plain(1),
  });
  report.add(
    {
      name: 'list of 50, one connection, p50',
      figure: one.ours.p50,
      unit: 'ms',
      comparedWith: `PostgreSQL ${one.postgres.p50.toFixed(2)} ms`,
    },
    {
      promise: 'P2',
      name: 'p50 against PostgreSQL',
      figure: one.ours.p50 / one.postgres.p50,
      unit: 'x',
      comparedWith: ofPostgraphile(`${(one.postgraphile.p50 / one.postgres.p50).toFixed(1)} x`),
      goal: 6,
      floor: 9.6,
    },
  );

  // P5: go to a deep row by cursors, then load that page and the first, alternating.
  let after: string | undefined;
  for (let row = 0; row < DEEP_ROW; row += 100) {
    const page: { data: Page } = await ask<Page>(
      `query Walk($sort: AccountSort, $after: String) { accounts(first: 100, sort: $sort, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }`,
      { sort: filtered.sort, after },
    );
    after = page.data.accounts.pageInfo.endCursor;
  }
  const deep = await inTurn({
    first: () => ours(ourList('', ', after: $after'), { sort: filtered.sort }, 1),
    deep: () => ours(ourList('', ', after: $after'), { sort: filtered.sort, after }, 1),
  });
  report.add({
    promise: 'P5',
    name: `page at row ${DEEP_ROW.toLocaleString('en-US')}, p50`,
    figure: deep.deep.p50 / deep.first.p50,
    unit: 'x',
    comparedWith: `first page ${deep.first.p50.toFixed(2)} ms`,
    goal: 1.1,
    floor: 1.25,
  });

  // P6: with and without the count.
  const counted = await inTurn({
    without: () => ours(ourList(''), filtered, 1),
    with: () => ours(ourList('count { kind value }'), filtered, 1),
    postgraphileWithout: theirs(theirList(''), 1),
    postgraphileWith: theirs(theirList('totalCount'), 1),
  });
  report.add({
    promise: 'P6',
    name: 'list with count, p95',
    figure: counted.with.p95 / counted.without.p95,
    unit: 'x',
    comparedWith: ofPostgraphile(`${(counted.postgraphileWith.p95 / counted.postgraphileWithout.p95).toFixed(1)} x`),
    goal: 1.3,
    floor: 2,
  });

  const clicks = await clicksUntilRows();
  report.add(
    {
      name: 'click on a column until its rows show, p50',
      figure: median(clicks) / 1000,
      unit: 's',
      comparedWith: 'suspended accounts, Chromium',
    },
    { name: 'the slowest of those clicks', figure: Math.max(...clicks) / 1000, unit: 's', goal: 1 },
  );
  await report.finish();
} finally {
  await pool.end();
  await postgraphile?.stop();
  await product.stop();
}
