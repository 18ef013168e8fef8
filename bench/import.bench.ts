import { createReadStream, openAsBlob } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { TREE } from './child.ts';
import { writeCsv, writeXlsx } from './import-files.ts';
import { askApi } from './load.ts';
import { startProduct } from './product.ts';
import { Report } from './report.ts';
import { isShort, size } from './size.ts';

const ROWS = size('BENCH_ROWS', 1_000_000, 200);
const XLSX_ROWS = size('BENCH_XLSX_ROWS', 200_000, 100);
const PLAIN_ROWS = Math.min(ROWS, 200_000);
/** Fills caches and lets the process grow to its size. */
const WARM_UP_ROWS = isShort ? 20 : 20_000;
const COLUMNS = 'firebase_id, display_name, email, phone_e164, country_code, locale, timezone, birth_date';
const AUDITED = `
  with rows as materialized (select uuid_v7() as id, p.* from plain p), made as (
    insert into account (id, ${COLUMNS}, created_by, updated_by) select id, ${COLUMNS}, 'bench', 'bench' from rows)
  insert into staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, changes, personal_changes)
  select 'bench', '{ADMIN}', 'bench', 'account.create', 'account', id::text, 'DONE',
    jsonb_build_object('firebaseId', jsonb_build_array(null, firebase_id), 'countryCode', jsonb_build_array(null, country_code),
      'locale', jsonb_build_array(null, locale), 'timezone', jsonb_build_array(null, timezone)),
    jsonb_build_object('displayName', jsonb_build_array(null, display_name), 'email', jsonb_build_array(null, email),
      'phone', jsonb_build_array(null, phone_e164), 'birthDate', jsonb_build_array(null, birth_date))
  from rows`;

const cache = join(TREE, '.cache');
const folder = 'bench-import';
await rm(join(cache, folder), { recursive: true, force: true });
const files = join(cache, 'bench-import-files');
await mkdir(files, { recursive: true });
const warmUp = join(files, 'warm-up.csv');
const plainCsv = join(files, 'plain.csv');
const csv = join(files, 'accounts.csv');
const xlsx = join(files, 'accounts.xlsx');
await writeCsv(warmUp, 'warm', WARM_UP_ROWS);
await writeCsv(plainCsv, 'plain', PLAIN_ROWS);
await writeCsv(csv, 'csv', ROWS);
await writeXlsx(xlsx, 'xlsx', XLSX_ROWS);

const product = await startProduct({ accounts: 1_000, folder });
const pool = new pg.Pool({ connectionString: product.ownerUrl, max: 2 });
const report = new Report('import', 10);

interface Step {
  readonly rows: number;
  readonly seconds: number;
  readonly growthMb: number;
}

async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${product.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

async function ask<Data>(query: string, variables: unknown): Promise<Data> {
  return askApi<Data>(product.url, await product.token(), query, variables);
}

async function send(path: string): Promise<string> {
  const response = await fetch(`${product.url}/files/uploads?kind=import`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${await product.token()}` },
    body: await openAsBlob(path),
  });
  if (!response.ok) throw new Error(await response.text());
  const { uploadId } = (await response.json()) as { uploadId: string };
  const { createImport } = await ask<{ createImport: { import: { id: string } } }>(
    'mutation BenchCreate($input: CreateImportInput!) { createImport(input: $input) { import { id } } }',
    { input: { entity: 'ACCOUNTS', uploadId, fileName: 'accounts' } },
  );
  return createImport.import.id;
}

/** Runs a step to its end; all rows must be new. */
async function take(step: 'check' | 'run', id: string, expected: number): Promise<Step> {
  const before = await residentMb();
  const field = `${step}Import`;
  const data = await ask<Record<string, { import: Record<string, { id: string }> }>>(
    `mutation BenchStep($id: ID!) { ${field}(input: { id: $id }) { import { ${step} { id } } } }`,
    { id },
  );
  const jobId = data[field]?.import[step]?.id;
  let growthMb = 0;
  for (;;) {
    growthMb = Math.max(growthMb, (await residentMb()) - before);
    const { rows } = await pool.query(
      `select state, error_code, done::int as done, outcomes, extract(epoch from finished_at - started_at)::float8 as seconds
       from job where id = $1`,
      [jobId],
    );
    const [job] = rows;
    if (job.state === 'FAILED') throw new Error(`The ${step} failed: ${job.error_code}`);
    if (job.state === 'SUCCEEDED') {
      if (job.outcomes['DONE created'] !== expected) throw new Error(JSON.stringify(job.outcomes));
      return { rows: job.done, seconds: job.seconds, growthMb };
    }
    await sleep(100);
  }
}

interface Plain {
  /** PostgreSQL's own COPY of a file into the table. */
  readonly copy: number;
  /**
   * The same rows from a table in memory, each with its audit row, in one statement: the database's share of an import.
   */
  readonly audited: number;
}

/** Rows per second without the product, rolled back afterwards. */
async function plainly(): Promise<Plain> {
  const client = await pool.connect();
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const started = performance.now();
    await work();
    return PLAIN_ROWS / ((performance.now() - started) / 1_000);
  };
  const copyInto = (statement: string) => pipeline(createReadStream(plainCsv), client.query(copyFrom(statement)));
  try {
    await client.query('begin');
    const copy = await timed(() => copyInto(`copy account (${COLUMNS}) from stdin (format csv, header)`));
    await client.query('rollback');
    await client.query('vacuum account');
    await client.query('begin');
    await client.query(`create temporary table plain on commit drop as select ${COLUMNS} from account limit 0`);
    await copyInto(`copy plain (${COLUMNS}) from stdin (format csv, header)`);
    const audited = await timed(() => client.query(AUDITED));
    await client.query('rollback');
    for (const table of ['account', 'staff_audit_event', 'points_wallet']) await client.query(`vacuum ${table}`);
    return { copy, audited };
  } finally {
    client.release();
  }
}

const rate = ({ rows, seconds }: Step): number => rows / seconds;
try {
  const first = await send(warmUp);
  await take('check', first, WARM_UP_ROWS);
  await take('run', first, WARM_UP_ROWS);
  const before = await plainly();
  const csvId = await send(csv);
  const csvCheck = await take('check', csvId, ROWS);
  report.add(
    { name: 'CSV: check', figure: rate(csvCheck), unit: 'rows/s' },
    { name: 'CSV: memory growth, check', figure: csvCheck.growthMb, unit: 'MB', goal: 50 },
  );
  const csvRun = await take('run', csvId, ROWS);
  // The table grows, and so does the effort of each row.
  const after = await plainly();
  const plain = { copy: (before.copy + after.copy) / 2, audited: (before.audited + after.audited) / 2 };
  const compared = (one: keyof Plain) => `before ${Math.round(before[one])}, after ${Math.round(after[one])}`;
  report.add(
    {
      name: `plain COPY of ${PLAIN_ROWS} such rows`,
      figure: plain.copy,
      unit: 'rows/s',
      comparedWith: compared('copy'),
    },
    {
      name: 'plain INSERT .. SELECT of them with audit rows',
      figure: plain.audited,
      unit: 'rows/s',
      comparedWith: compared('audited'),
    },
    { name: 'CSV: import', figure: rate(csvRun), unit: 'rows/s', goal: 5_000, atLeast: true },
    {
      name: 'CSV: import',
      figure: rate(csvRun) / plain.audited,
      unit: 'x',
      comparedWith: 'plain INSERT .. SELECT in the same run',
      goal: 0.7,
      atLeast: true,
    },
    { name: 'CSV: memory growth, import', figure: csvRun.growthMb, unit: 'MB', goal: 50 },
  );
  const xlsxId = await send(xlsx);
  const xlsxCheck = await take('check', xlsxId, XLSX_ROWS);
  report.add({ name: 'XLSX: check', figure: rate(xlsxCheck), unit: 'rows/s' });
  const xlsxRun = await take('run', xlsxId, XLSX_ROWS);
  report.add(
    { name: 'XLSX: import', figure: rate(xlsxRun), unit: 'rows/s' },
    { name: 'XLSX: memory growth', figure: Math.max(xlsxCheck.growthMb, xlsxRun.growthMb), unit: 'MB', goal: 50 },
  );
  await report.finish();
} finally {
  await pool.end();
  await product.stop();
}
