import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { askApi, median } from './load.ts';
import { startProduct } from './product.ts';
import { Report } from './report.ts';
import { size } from './size.ts';

const ROUNDS = size('BENCH_ROUNDS', 4, 1);
/** Accounts that are searched for. */
const SAMPLES = size('BENCH_SEARCHES', 60, 6);
const FIND = `query FindAccounts($search: String!) {
  accounts(first: 50, search: $search) {
    nodes { id number displayName email phone state points lastSeenAt country { code name } area { id name } }
    pageInfo { hasNextPage } matchedBy } }`;

const PASTE = `mutation Paste($input: PasteSelectionInput!) { pasteSelection(input: $input) { unknownAt } }`;

const product = await startProduct({ accounts: size('BENCH_ACCOUNTS', 1_000_000, 400) });
const pool = new pg.Pool({ connectionString: product.ownerUrl, max: 1 });
const report = new Report('search', 11);

interface Sample {
  readonly number: string;
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

/** Accounts with everything, far apart from each other. */
async function samples(): Promise<readonly Sample[]> {
  const { rows } = await pool.query<Sample>(
    `select public_no as number, id, display_name as name, email, phone_e164 as phone from account
    where display_name like '_____% _____%' and email is not null and phone_e164 is not null
    order by hashint8extended(public_no, 165) limit $1`,
    [SAMPLES],
  );
  return rows;
}

/** Lists that take pasted keys, and as many keys as a paste may have; those that the demo lacks are unknown. */
const PASTES = {
  ACCOUNTS: 'select public_no::text as key from account limit 10000',
  STORES: `select coalesce(s.sid, 'ZZ' || lpad(n::text, 6, '0')) as key from generate_series(1, 10000) n
    left join (select sid, row_number() over () as n from store) s using (n)`,
  COUPONS: `select coalesce(c.code, 'ZZ' || n) as key from generate_series(1, 10000) n
    left join (select code, row_number() over () as n from coupon limit 10000) c using (n)`,
} as const;

/** Two neighboring letters of the longer word change places. */
function mistyped(name: string): string {
  const [longest = ''] = name.split(' ').sort((a, b) => b.length - a.length);
  const at = Math.floor(longest.length / 2);
  const wrong = `${longest.slice(0, at)}${longest[at + 1] ?? ''}${longest[at] ?? ''}${longest.slice(at + 2)}`;
  return name.replace(longest, () => wrong);
}

/** Times on the client's clock, in milliseconds; the first round only warms up. */
async function times(texts: readonly string[]): Promise<number[]> {
  const taken: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const token = await product.token();
    for (const search of texts) {
      const started = performance.now();
      await askApi(product.url, token, FIND, { search });
      if (round > 0) taken.push(performance.now() - started);
    }
  }
  return taken.sort((a, b) => a - b);
}

try {
  const people = await samples();
  const fragments = (await readFile(new URL('./search-fragments.txt', import.meta.url), 'utf8')).trim().split('\n');
  const texts = {
    exact: people.flatMap(({ number, id, email, phone }) => [`#${number}`, id, email, phone]),
    prefix: people.flatMap(({ id, name, email, phone }) => [
      name.slice(0, 4),
      name
        .split(' ')
        .map((word) => word.slice(0, 4))
        .reverse()
        .join(' '),
      email.slice(0, 6),
      id.slice(0, 13),
      phone.slice(-6),
    ]),
    // Whole names also show similar ones.
    similar: people.flatMap(({ name }) => [mistyped(name), name]),
    fragment: fragments,
  };
  const goals = { exact: [5, 10], prefix: [5, 10], similar: [15, 25], fragment: [5, 25] } as const;
  for (const [kind, all] of Object.entries(texts)) {
    const taken = await times(all);
    const [goal, floor] = goals[kind as keyof typeof goals];
    report.add(
      { name: `${kind} search, p50`, figure: median(taken), unit: 'ms' },
      {
        promise: 'P7',
        name: `${kind} search, p95`,
        figure: taken[Math.ceil(taken.length * 0.95) - 1] ?? Number.NaN,
        unit: 'ms',
        comparedWith: `${all.length} texts`,
        goal,
        floor,
      },
    );
  }
  for (const [list, sql] of Object.entries(PASTES)) {
    const entries = (await pool.query<{ key: string }>(sql)).rows.map(({ key }) => key);
    const pastes: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const token = await product.token();
      const started = performance.now();
      await askApi(product.url, token, PASTE, { input: { list, entries } });
      if (round > 0) pastes.push(performance.now() - started);
    }
    report.add({
      promise: 'P7',
      name: `pasted list of ${list.toLowerCase()}`,
      figure: median(pastes),
      unit: 'ms',
      comparedWith: `${entries.length} keys`,
      goal: 500,
      floor: 500,
    });
  }
  await report.finish();
} finally {
  await pool.end();
  await product.stop();
}
