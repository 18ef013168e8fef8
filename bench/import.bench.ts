import { createReadStream, openAsBlob } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { writeCsv, writeXlsx } from './import-files.ts';
import { startProduct } from './product.ts';
import { type Row, report } from './report.ts';

const ROWS = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const XLSX_ROWS = Number(process.env['BENCH_XLSX_ROWS'] ?? 200_000);
/** Lets caches fill and the process grow to its size. */
const WARM_UP_ROWS = 20_000;
const PLAIN = `copy account (firebase_id, display_name, email, phone_e164, country_code, locale, timezone, birth_date)
  from stdin (format csv, header)`;

const cache = join(import.meta.dirname, '..', '.cache');
await rm(join(cache, 'bench-import'), { recursive: true, force: true });
const files = join(cache, 'bench-import-files');
await mkdir(files, { recursive: true });
const warmUp = join(files, 'warm-up.csv');
const csv = join(files, 'accounts.csv');
const xlsx = join(files, 'accounts.xlsx');
await writeCsv(warmUp, 'warm', WARM_UP_ROWS);
await writeCsv(csv, 'csv', ROWS);
await writeXlsx(xlsx, 'xlsx', XLSX_ROWS);

const product = await startProduct({ accounts: 1_000, folder: 'bench-import' });
const pool = new pg.Pool({ connectionString: product.ownerUrl, max: 2 });

interface Step {
  readonly rows: number;
  readonly seconds: number;
  readonly growthMb: number;
}

async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${product.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

async function ask<Data>(query: string, variables: Readonly<Record<string, unknown>>): Promise<Data> {
  const response = await fetch(`${product.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await product.token()}` },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data?: Data; errors?: unknown };
  if (data === undefined || errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
}

async function send(path: string): Promise<string> {
  const response = await fetch(`${product.url}/files/uploads?kind=import`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${await product.token()}` },
    body: await openAsBlob(path),
  });
  if (!response.ok) throw new Error(await response.text());
  const { uploadId } = (await response.json()) as { uploadId: string };
  const { createImport } = await ask<{ createImport: { id: string } }>(
    'mutation BenchCreate($input: CreateImportInput!) { createImport(input: $input) { id } }',
    { input: { entity: 'ACCOUNTS', uploadId, fileName: 'accounts' } },
  );
  return createImport.id;
}

/** Runs a step to its end; all rows must be new. */
async function take(step: 'check' | 'run', id: string, expected: number): Promise<Step> {
  const before = await residentMb();
  const field = `${step}Import`;
  const data = await ask<Record<string, Record<string, { id: string }>>>(
    `mutation BenchStep($id: ID!) { ${field}(id: $id) { ${step} { id } } }`,
    { id },
  );
  const jobId = data[field]?.[step]?.id;
  let growthMb = 0;
  for (;;) {
    growthMb = Math.max(growthMb, (await residentMb()) - before);
    const { rows } = await pool.query(
      'select state, error_code, done::int as done, outcomes, started_at, finished_at from job where id = $1',
      [jobId],
    );
    const [job] = rows;
    if (job.state === 'FAILED') throw new Error(`The ${step} failed: ${job.error_code}`);
    if (job.state === 'SUCCEEDED') {
      if (job.outcomes['DONE created'] !== expected) throw new Error(JSON.stringify(job.outcomes));
      const seconds = (job.finished_at.getTime() - job.started_at.getTime()) / 1_000;
      return { rows: job.done, seconds, growthMb };
    }
    await sleep(100);
  }
}

/** Rows per second of PostgreSQL's own COPY of the same file into the same table, taken back afterwards. */
async function plainCopy(): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const started = performance.now();
    const stream = client.query(copyFrom(PLAIN));
    await pipeline(createReadStream(csv), stream);
    const seconds = (performance.now() - started) / 1_000;
    await client.query('rollback');
    await client.query('vacuum account');
    return stream.rowCount / seconds;
  } finally {
    client.release();
  }
}

const rate = ({ rows, seconds }: Step): number => rows / seconds;
try {
  const first = await send(warmUp);
  await take('check', first, WARM_UP_ROWS);
  await take('run', first, WARM_UP_ROWS);
  const plain = await plainCopy();
  const csvId = await send(csv);
  const csvCheck = await take('check', csvId, ROWS);
  const csvRun = await take('run', csvId, ROWS);
  const xlsxId = await send(xlsx);
  const xlsxCheck = await take('check', xlsxId, XLSX_ROWS);
  const xlsxRun = await take('run', xlsxId, XLSX_ROWS);
  const rows: Row[] = [
    { name: 'plain COPY of the same file', figure: plain, unit: 'rows/s' },
    { name: 'CSV: check', figure: rate(csvCheck), unit: 'rows/s' },
    { name: 'CSV: import', figure: rate(csvRun), unit: 'rows/s', goal: 5_000, atLeast: true },
    { name: 'CSV: import', figure: rate(csvRun) / plain, unit: 'x', comparedWith: 'plain COPY in the same run' },
    { name: 'CSV: memory growth, check', figure: csvCheck.growthMb, unit: 'MB', goal: 50 },
    { name: 'CSV: memory growth, import', figure: csvRun.growthMb, unit: 'MB', goal: 50 },
    { name: 'XLSX: check', figure: rate(xlsxCheck), unit: 'rows/s' },
    { name: 'XLSX: import', figure: rate(xlsxRun), unit: 'rows/s' },
    { name: 'XLSX: memory growth', figure: Math.max(xlsxCheck.growthMb, xlsxRun.growthMb), unit: 'MB', goal: 50 },
  ];
  await report('import', rows);
} finally {
  await pool.end();
  await product.stop();
}
