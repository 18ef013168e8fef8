import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import pg from 'pg';
import { TREE } from './child.ts';
import { askApi, type Figures, figuresOf, load, loop, median, post } from './load.ts';
import { startPostgraphile } from './postgraphile.ts';
import { startProduct } from './product.ts';
import { Report, rowsOf } from './report.ts';
import { signInMachine } from './sign-in.ts';
import { isShort, size } from './size.ts';

const accounts = size('BENCH_ACCOUNTS', 20_000, 400);
/** Entries that the pages are read from; half of them are in a wallet of the product itself. */
const entries = size('BENCH_ENTRIES', 10_000_000, 10_000);
const rounds = size('BENCH_ROUNDS', 5, 1);
const seconds = size('BENCH_SECONDS', 2, 0.1);
/** Measured parts; default all. */
const parts = process.env['BENCH_PARTS']?.split(',');
/** Rows of each part; the short form skips PostGraphile, which needs an installation. */
const ROWS = { transfers: isShort ? 4 : 5, batches: 1, pages: 1, verification: 1 } as const;
const isWanted = (part: keyof typeof ROWS): boolean => parts?.includes(part) ?? true;
const CONNECTIONS = 8;
const DEEP_WALLETS = 20;
const BATCH = isShort ? 100 : 5_000;
/** Index of the page that is compared with the first. */
const DEEP_ENTRY = isShort ? 200 : 50_000;
const ISSUANCE = '00000000-0000-7000-8000-000000000001';

const product = await startProduct({ accounts, folder: `bench-ledger-${accounts}` });
const pool = new pg.Pool({ connectionString: product.ownerUrl, max: CONNECTIONS });
const report = new Report('ledger', rowsOf(ROWS, isWanted));
let keys = 0;
const key = (): string => `bench-${process.pid}-${Date.now()}-${keys++}`;

try {
  const wallets = await walletIds();
  const machine = await signInMachine(product.url, 'points.transfer');
  if (isWanted('transfers')) await measureTransfers(machine, wallets);
  if (isWanted('batches')) await measureBatches(machine, wallets);
  if (isWanted('pages')) await measurePages();
  if (isWanted('verification')) await measureVerification();
  await report.finish();
} finally {
  await pool.end();
  await product.stop();
}

async function walletIds(): Promise<string[]> {
  const { rows: found } = await pool.query<{ id: string }>(
    `select id from points_wallet where owner_type = 'ACCOUNT' and not frozen order by id limit 10000`,
  );
  return found.map(({ id }) => id);
}

/** Posts transfers, each with its own key, over kept-alive connections. */
async function transfers(token: string, walletOf: () => string): Promise<Figures> {
  const query =
    'mutation TransferPoints($i: TransferPointsInput!) { transferPoints(input: $i) { outcome transferId } }';
  const bodyOf = (): string => {
    const to = { walletId: walletOf() };
    const input = { key: key(), from: { system: 'ISSUANCE' }, to, amount: 1, code: 'EARN' };
    return JSON.stringify({ query, variables: { i: input } });
  };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const one = async (): Promise<void> => {
    const { text: said } = await post(`${product.url}/graphql`, headers, bodyOf());
    if (!said.includes('"POSTED"')) throw new Error(said);
  };
  if (isShort) return loop(one, CONNECTIONS, seconds);
  const samples: number[] = [];
  const started = performance.now();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: `${product.url}/graphql`,
        method: 'POST',
        headers,
        connections: CONNECTIONS,
        duration: seconds,
        requests: [{ setupRequest: (request) => ({ ...request, body: bodyOf() }) }],
        verifyBody: (body) => typeof body === 'string' && body.includes('"POSTED"'),
      },
      (error, outcome) => (error ? reject(error) : resolve(outcome)),
    );
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      if (status === 200) samples.push(milliseconds);
    });
  });
  if (result.errors > 0 || result.mismatches > 0 || result.non2xx > 0)
    throw new Error(`${result.errors} errors, ${result.non2xx} not 2xx, ${result.mismatches} not posted`);
  return figuresOf(samples, (performance.now() - started) / 1000);
}

async function measureTransfers(token: string, wallets: readonly string[]): Promise<void> {
  await pool.query(`drop table if exists bench_insert, bench_hot;
    create table bench_insert (id uuid primary key default uuid_v7(), a uuid not null, b uuid not null, amount bigint not null, at timestamptz not null default now());
    create table bench_hot (id int primary key, balance bigint not null); insert into bench_hot values (1, 0)`);
  const insert = {
    name: 'bench-insert',
    text: 'insert into bench_insert (a, b, amount) values ($1, $1, 5)',
    values: [ISSUANCE],
  };
  const update = { name: 'bench-hot', text: 'update bench_hot set balance = balance + 1 where id = 1' };
  // Reads the schema on start, so the table must exist.
  const postgraphile = isShort ? null : await startPostgraphile(product.ownerUrl);
  const theirs = postgraphile && {
    url: `${postgraphile.url}/graphql`,
    body: JSON.stringify({
      query: `mutation { createBenchInsert(input: { benchInsert: { a: "${ISSUANCE}", b: "${ISSUANCE}", amount: "5" } }) { benchInsert { rowId } } }`,
    }),
    connections: CONNECTIONS,
    seconds,
  };
  const any = (): string => wallets[Math.floor(Math.random() * wallets.length)] ?? '';
  const one = wallets[0] ?? '';
  const sides = {
    spread: () => transfers(token, any),
    postgraphile: theirs && (() => load(theirs)),
    insert: () => loop(() => pool.query(insert), CONNECTIONS, seconds),
    hot: () => transfers(token, () => one),
    update: () => loop(() => pool.query(update), CONNECTIONS, seconds),
  };
  const taken: Record<keyof typeof sides, Figures[]> = {
    spread: [],
    postgraphile: [],
    insert: [],
    hot: [],
    update: [],
  };
  for (let round = 0; round <= rounds; round += 1)
    for (const side of Object.keys(sides) as (keyof typeof sides)[]) {
      const figures = await sides[side]?.();
      if (round > 0 && figures) taken[side].push(figures);
    }
  await postgraphile?.stop();
  await pool.query('drop table bench_insert, bench_hot');
  const rate = (side: keyof typeof sides): number => median(taken[side].map((each) => each.requestsPerSecond));
  const p95 = (side: keyof typeof sides): number => median(taken[side].map((each) => each.p95));
  const words = (side: keyof typeof sides, name: string): string => `${name} ${Math.round(rate(side))}/s`;
  report.add(
    {
      name: 'transfers over HTTP, 8 connections',
      figure: rate('spread'),
      unit: 'transfers/s',
      comparedWith: words('insert', 'bare insert by the driver'),
    },
    { name: 'the same, p95', figure: p95('spread'), unit: 'ms' },
    {
      name: 'one hot wallet over HTTP',
      figure: rate('hot'),
      unit: 'transfers/s',
      comparedWith: words('update', 'one hot row by the driver'),
    },
    {
      promise: 'P11',
      name: 'one hot wallet over HTTP',
      figure: rate('hot') / rate('update'),
      unit: 'x',
      comparedWith: 'one hot row by the driver',
      goal: 0.6,
      floor: 0.4,
      atLeast: true,
    },
  );
  if (theirs)
    report.add({
      promise: 'P4',
      name: 'one transfer over HTTP',
      figure: rate('spread') / rate('postgraphile'),
      unit: 'x',
      comparedWith: words('postgraphile', 'bare insert by PostGraphile over HTTP'),
      goal: 0.7,
      floor: 0.4,
      atLeast: true,
    });
}

async function measureBatches(token: string, wallets: readonly string[]): Promise<void> {
  const query =
    'mutation TransferBatch($t: [PointsTransferInput!]!) { transferPointsBatch(input: { transfers: $t }) { results { outcome } } }';
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const batch = Array.from({ length: BATCH }, (_, index) => ({
      key: key(),
      from: { system: 'ISSUANCE' },
      to: { walletId: wallets[(round * 991 + index * 7) % wallets.length] },
      amount: 1,
      code: 'EARN',
    }));
    const body = JSON.stringify({ query, variables: { t: batch } });
    const started = performance.now();
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const { text: answer } = await post(`${product.url}/graphql`, headers, body);
    if (answer.split('"POSTED"').length !== BATCH + 1) throw new Error(answer.slice(0, 400));
    if (round > 0) times.push(performance.now() - started);
  }
  report.add({
    name: `batches of ${BATCH.toLocaleString('en-US')} over HTTP, one after the other`,
    figure: BATCH / (median(times) / 1000),
    unit: 'transfers/s',
  });
}

/** Fills separate wallets with the wanted number of entries, numbered and chained; once per data folder. */
async function fillDeepWallets(): Promise<string> {
  const owner = `('0192f000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  await pool.query(`select open_wallet('GIVEAWAY', ${owner}, false) from generate_series(1, ${DEEP_WALLETS}) as n`);
  const { rows: opened } = await pool.query<{ id: string; last_seq: string }>(
    `select w.id, w.last_seq from generate_series(1, ${DEEP_WALLETS}) as n
      join points_wallet w on w.owner_type = 'GIVEAWAY' and w.owner_id = ${owner} order by n`,
  );
  const [first] = opened;
  const each = Math.floor(entries / 2 / DEEP_WALLETS);
  if (first === undefined) throw new Error('No wallet was opened.');
  if (Number(first.last_seq) >= each) return first.id;
  const client = await pool.connect();
  try {
    await client.query(`set work_mem = '256MB'; set synchronous_commit = off;
      create aggregate pg_temp.bench_chain (uuid, bigint, uuid, bigint, bigint, timestamptz) (
        sfunc = points_entry_hash, stype = bytea, initcond = '\\x${'00'.repeat(32)}')`);
    for (const { id } of opened) {
      await client.query(
        `begin;
        create temporary table bench_moves on commit drop as
          select n as seq, uuid_v7() as id, date_trunc('milliseconds', now() - interval '300 days' + n * (interval '300 days' / ${each})) as at
          from generate_series(1, ${each}) as n;
        insert into points_transfer (id, debit_wallet_id, credit_wallet_id, amount, code, occurred_at, recorded_at, idempotency_key, created_by)
          select m.id, '${ISSUANCE}', '${id}', 2, 'EARN', m.at, m.at, m.id::text, 'bench' from bench_moves m order by m.id;
        insert into points_entry (wallet_id, seq, transfer_id, delta, balance_after, occurred_at, recorded_at, prev_hash, hash)
          select '${id}', seq, id, 2, 2 * seq, at, at, coalesce(lag(hash) over (order by seq), decode(repeat('00', 32), 'hex')), hash
          from (select *, pg_temp.bench_chain('${id}', seq, id, 2, 2 * seq, at) over (order by seq) as hash from bench_moves) as chained;
        insert into points_entry (wallet_id, seq, transfer_id, delta, occurred_at, recorded_at)
          select '${ISSUANCE}', nextval('points_system_seq'), id, -2, at, at from bench_moves;
        update points_wallet set balance = 2 * ${each}, credited_total = 2 * ${each}, last_seq = ${each}, last_recorded_at = now(),
          last_hash = (select hash from points_entry where wallet_id = '${id}' and seq = ${each}) where id = '${id}';
        commit`,
      );
    }
    await client.query('vacuum (analyze) points_entry, points_transfer, points_wallet');
  } finally {
    client.release(true);
  }
  return first.id;
}

interface Page {
  readonly pointsEntries: { readonly nodes: readonly unknown[]; readonly pageInfo: { readonly endCursor: string } };
}

async function measurePages(): Promise<void> {
  const wallet = await fillDeepWallets();
  const query = `query PointsEntries($f: PointsEntryFilter!, $n: Int!, $a: String) { pointsEntries(filter: $f, first: $n, after: $a) {
    nodes { id seq delta balanceAfter code reason recordedAt otherSide { name systemCode } by { name } } pageInfo { hasNextPage endCursor } } }`;
  const ask = async (variables: object): Promise<Page> =>
    askApi<Page>(product.url, await product.token(), query, variables);
  const filter = { wallet: { in: [wallet] } };
  let deep: string | undefined;
  for (let row = 0; row < DEEP_ENTRY; row += 100) {
    const page: Page = await ask({ f: filter, n: 100, a: deep });
    deep = page.pointsEntries.pageInfo.endCursor;
  }
  const page = async (after: string | undefined): Promise<Figures> =>
    load({
      url: `${product.url}/graphql`,
      headers: { authorization: `Bearer ${await product.token()}` },
      body: JSON.stringify({ query, variables: { f: filter, n: 50, a: after } }),
      connections: 1,
      seconds,
    });
  const first: number[] = [];
  const far: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const [near, away] = [await page(undefined), await page(deep)];
    if (round === 0) continue;
    first.push(near.p50);
    far.push(away.p50);
  }
  const words = `first page ${median(first).toFixed(2)} ms, ${entries.toLocaleString('en-US')} entries`;
  report.add({
    promise: 'P5',
    name: `page at entry ${DEEP_ENTRY.toLocaleString('en-US')}`,
    figure: median(far) / median(first),
    unit: 'x',
    comparedWith: words,
    goal: 1.1,
  });
}

async function measureVerification(): Promise<void> {
  const { rows: counted } = await pool.query<{ entries: string }>('select count(*) as entries from points_entry');
  const command = spawn(
    process.execPath,
    ['--conditions=source', join(TREE, 'apps/server/src/cli/verify.ts'), 'ledger'],
    {
      env: { ...process.env, DATA_DIR: product.dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const started = performance.now();
  const [output] = await Promise.all([text(command.stdout), once(command, 'exit')]);
  const elapsedSeconds = (performance.now() - started) / 1000;
  if (command.exitCode !== 0) throw new Error(output);
  report.add({
    name: 'verification of everything',
    figure: Number(counted[0]?.entries) / elapsedSeconds,
    unit: 'entries/s',
    comparedWith: output.trim(),
  });
}
