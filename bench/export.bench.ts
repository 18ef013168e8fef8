import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { askApi, median } from './load.ts';
import { startProduct } from './product.ts';
import { Report } from './report.ts';
import { size } from './size.ts';

const ACCOUNTS = size('BENCH_ACCOUNTS', 1_000_000, 400);
const ROUNDS = size('BENCH_ROUNDS', 3, 1);
/** Columns of the list of accounts, and the SQL of the same columns. */
const COLUMNS = [
  'number',
  'displayName',
  'email',
  'phone',
  'countryCode',
  'state',
  'pushConsent',
  'lastSeenAt',
  'createdAt',
  'id',
];
const PLAIN = `copy (select public_no, display_name, email, phone_e164, country_code, state, push_consent, last_seen_at, created_at, id
  from account order by created_at desc, id desc) to stdout (format csv)`;

const product = await startProduct({ accounts: ACCOUNTS });
const pool = new pg.Pool({ connectionString: product.ownerUrl, max: 4 });
const partial = join(product.dataDir, 'files', '.partial');
const report = new Report('export', 8);

interface Export {
  readonly rows: number;
  readonly seconds: number;
  readonly firstByteMs: number;
  readonly growthMb: number;
}

async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${product.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Bytes of the file being written: all beyond the heading are rows. */
async function partialBytes(): Promise<number> {
  const sizes = await Promise.all(
    (await readdir(partial).catch(() => [])).map((name) =>
      stat(join(partial, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return Math.max(0, ...sizes);
}

async function exportOnce(format: 'CSV' | 'XLSX'): Promise<Export> {
  const before = await residentMb();
  const input = {
    list: 'ACCOUNTS',
    format,
    columns: COLUMNS.map((key) => ({ key })),
    selection: {},
    locale: 'en-US',
    timeZone: 'UTC',
  };
  const { startExport } = await askApi<{ startExport: { job: { id: string } } }>(
    product.url,
    await product.token(),
    'mutation Bench($input: StartExportInput!) { startExport(input: $input) { job { id } } }',
    { input },
  );
  const { id } = startExport.job;
  let growthMb = 0;
  let firstByteAt = Number.NaN;
  for (;;) {
    if (Number.isNaN(firstByteAt) && (await partialBytes()) > 1_000) firstByteAt = Date.now();
    growthMb = Math.max(growthMb, (await residentMb()) - before);
    const { rows } = await pool.query(
      `select state, error_code, result_rows::int as rows, started_at, finished_at,
         extract(epoch from finished_at - started_at)::float8 as seconds from job where id = $1`,
      [id],
    );
    const [job] = rows;
    if (job.state === 'FAILED') throw new Error(`The export failed: ${job.error_code}`);
    if (job.state === 'SUCCEEDED') {
      // A small file may be complete before its start is observed.
      if (Number.isNaN(firstByteAt)) firstByteAt = job.finished_at.getTime();
      return { rows: job.rows, seconds: job.seconds, firstByteMs: firstByteAt - job.started_at.getTime(), growthMb };
    }
    await sleep(Number.isNaN(firstByteAt) ? 2 : 50);
  }
}

/** Rows per second of PostgreSQL's own COPY of the same columns in the same order, discarded on arrival. */
async function plainCopy(): Promise<number> {
  const client = await pool.connect();
  try {
    const started = performance.now();
    const stream = client.query(copyTo(PLAIN));
    stream.resume();
    await new Promise((resolve, reject) => stream.on('end', resolve).on('error', reject));
    return stream.rowCount / ((performance.now() - started) / 1_000);
  } finally {
    client.release();
  }
}

const rate = ({ rows, seconds }: Export): number => rows / seconds;
try {
  const plain: number[] = [];
  const csv: Export[] = [];
  // The first round fills caches and lets the process grow to its size.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const baseline = await plainCopy();
    const made = await exportOnce('CSV');
    if (round === 0) continue;
    plain.push(baseline);
    csv.push(made);
  }
  const csvRate = median(csv.map(rate));
  report.add(
    { name: 'plain COPY, thrown away', figure: median(plain), unit: 'rows/s' },
    {
      promise: 'P12',
      name: 'CSV export',
      figure: csvRate,
      unit: 'rows/s',
      goal: 200_000,
      floor: 100_000,
      atLeast: true,
    },
    { name: 'CSV export', figure: csvRate / median(plain), unit: 'x', comparedWith: 'plain COPY in the same run' },
    {
      promise: 'P12',
      name: 'CSV: first rows in the store',
      figure: median(csv.map(({ firstByteMs }) => firstByteMs)),
      unit: 'ms',
      goal: 200,
    },
    {
      promise: 'P12',
      name: 'CSV: memory growth',
      figure: Math.max(...csv.map(({ growthMb }) => growthMb)),
      unit: 'MB',
      goal: 50,
    },
  );
  const xlsx = await exportOnce('XLSX');
  report.add(
    { name: 'XLSX export', figure: rate(xlsx), unit: 'rows/s' },
    { name: 'XLSX export', figure: rate(xlsx) / median(plain), unit: 'x', comparedWith: 'plain COPY in the same run' },
    { name: 'XLSX: memory growth', figure: xlsx.growthMb, unit: 'MB', goal: 50 },
  );
  await report.finish();
} finally {
  await pool.end();
  await product.stop();
}
