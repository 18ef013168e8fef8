import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { askApi, loop, median } from './load.ts';
import { startProduct } from './product.ts';
import { Report, rowsOf } from './report.ts';
import { size } from './size.ts';

/** Codes to generate, and rows of the plain insert to compare with. */
const made = size('BENCH_COUPONS', 1_000_000, 1_500);
/** Coupons of the campaign whose list is read. */
const listed = size('BENCH_COUPON_LIST', 10_000_000, 500);
const accounts = size('BENCH_ACCOUNTS', 20_000, 400);
const parts = process.env['BENCH_PARTS']?.split(',');
/** Rows of each part. */
const ROWS = { generation: 3, own: 2, pages: 7 } as const;
const isWanted = (part: keyof typeof ROWS): boolean => parts?.includes(part) ?? true;
const seconds = size('BENCH_SECONDS', 3, 0.1);
const PAGE = 50;
const DEEP_PAGE = 50_000;
const FILL_AT_ONCE = 500_000;
const LIST = `query L($filter: CouponFilter!, $after: String, $search: String) {
  coupons(first: ${PAGE}, filter: $filter, after: $after, search: $search) {
    nodes { id last4 status usesConfirmed usesMax batch { number } streamer { name } lastUsedAt validUntil }
    pageInfo { hasNextPage endCursor } matchedBy } }`;

const product = await startProduct({ accounts, folder: 'bench-coupons' });
const owner = new pg.Client({ connectionString: product.ownerUrl });
await owner.connect();
const report = new Report('coupons', rowsOf(ROWS, isWanted));
try {
  await owner.query(`update config_entry set value = '5000000' where key = 'coupon.max_per_campaign'`);
  if (isWanted('generation')) await measureGeneration();
  if (isWanted('own')) await measureOwn();
  if (isWanted('pages')) await measurePages();
  await report.finish();
} finally {
  await owner.end();
  await product.stop();
}

/** A campaign without coupons. */
async function makeCampaign(): Promise<string> {
  const { rows: inserted } = await owner.query<{ id: string }>(
    `insert into campaign (code, name, reward_type, amount_minor, currency, starts_at, ends_at, timezone, code_mode, coupons_limit)
     values ($1, 'Bench', 'AMOUNT', 100, 'EUR', now() - interval '1 day', now() + interval '1 year', 'UTC', 'UNIQUE', 5000000) returning id`,
    [`BENCH-${Date.now()}`],
  );
  return inserted[0]?.id ?? '';
}

async function ask<Data>(query: string, variables: unknown): Promise<Data> {
  return askApi<Data>(product.url, await product.token(), query, variables);
}

async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${product.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** The same number of rows into the same table with the same indexes, in one statement; the codes exist already. */
async function plainInsert(): Promise<number> {
  await owner.query(`create temp table drawn as
    select upper(substr(md5(n::text || random()::text), 1, 12)) as code from generate_series(1, ${made}) as n`);
  const campaign = await makeCampaign();
  const batch = await owner.query<{ id: string }>(
    `insert into coupon_batch (campaign_id, requested, generated, state) values ($1, $2, $2, 'RUNNING') returning id`,
    [campaign, made],
  );
  const started = performance.now();
  await owner.query(
    `insert into coupon (campaign_id, batch_id, max_redemptions, code) select $1, $2, 1, code from drawn on conflict do nothing`,
    [campaign, batch.rows[0]?.id],
  );
  const seconds = (performance.now() - started) / 1000;
  await owner.query('drop table drawn');
  return seconds;
}

interface Job {
  readonly state: string;
  readonly done: number;
  readonly startedAt: string;
  readonly finishedAt: string | null;
}

async function generate(): Promise<{ seconds: number; growthMb: number }> {
  const campaignId = await makeCampaign();
  const { generateCoupons } = await ask<{ generateCoupons: { couponBatch: { jobId: string } } }>(
    'mutation G($input: GenerateCouponsInput!) { generateCoupons(input: $input) { couponBatch { jobId } } }',
    { input: { campaignId, count: made } },
  );
  return ended(generateCoupons.couponBatch.jobId);
}

async function ended(jobId: string): Promise<{ seconds: number; growthMb: number }> {
  const before = await residentMb();
  let most = before;
  for (;;) {
    const { job } = await ask<{ job: Job }>('query J($id: ID!) { job(id: $id) { state done startedAt finishedAt } }', {
      id: jobId,
    });
    most = Math.max(most, await residentMb());
    if (job.finishedAt !== null) {
      if (job.state !== 'SUCCEEDED' || job.done !== made)
        throw new Error(`the job ended as ${job.state} after ${job.done}`);
      return { seconds: (Date.parse(job.finishedAt) - Date.parse(job.startedAt)) / 1000, growthMb: most - before };
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Adds codes of others from a file: check and run. */
async function addOwn(): Promise<{ check: number; run: number }> {
  const campaignId = await makeCampaign();
  const random = () => randomBytes(8).toString('hex').slice(0, 14);
  const content = Array.from({ length: made }, () => `${random()}\n`).join('');
  const sent = await fetch(`${product.url}/files/uploads?kind=import`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${await product.token()}` },
    body: `code\n${content}`,
  });
  const { uploadId } = (await sent.json()) as { uploadId: string };
  const { createImport } = await ask<{ createImport: { import: { id: string } } }>(
    'mutation C($input: CreateImportInput!) { createImport(input: $input) { import { id } } }',
    { input: { entity: 'OWN_COUPONS', into: campaignId, uploadId, fileName: 'codes' } },
  );
  const take = async (step: 'check' | 'run'): Promise<number> => {
    const field = `${step}Import`;
    const data = await ask<Record<string, { import: Record<string, { id: string }> }>>(
      `mutation S($id: ID!) { ${field}(input: { id: $id }) { import { ${step} { id } } } }`,
      { id: createImport.import.id },
    );
    return (await ended(data[field]?.import[step]?.id ?? '')).seconds;
  };
  return { check: await take('check'), run: await take('run') };
}

async function measureOwn(): Promise<void> {
  const first = await plainInsert();
  const own = await addOwn();
  const second = await plainInsert();
  const plain = (first + second) / 2;
  report.add(
    { name: `${made} codes of a file checked`, figure: own.check, unit: 's' },
    {
      name: `${made} codes of a file added`,
      figure: own.run / plain,
      unit: 'x',
      comparedWith: `${own.run.toFixed(1)} s, plain insert ${plain.toFixed(1)} s`,
      goal: 3,
    },
  );
}

async function measureGeneration(): Promise<void> {
  // Warm both sides before the first measurement.
  const first = await plainInsert();
  const generated = await generate();
  const second = await plainInsert();
  const plain = (first + second) / 2;
  report.add(
    {
      name: `plain insert of ${made} codes`,
      figure: plain,
      unit: 's',
      comparedWith: `before ${first.toFixed(1)} s, after ${second.toFixed(1)} s`,
    },
    {
      promise: 'P8',
      name: `${made} codes generated`,
      figure: generated.seconds / plain,
      unit: 'x',
      comparedWith: `${generated.seconds.toFixed(1)} s, ${Math.round(made / generated.seconds)} codes/s`,
      goal: 1.7,
      floor: 2.5,
    },
    {
      promise: 'P8',
      name: 'memory growth of the server during generation',
      figure: generated.growthMb,
      unit: 'MB',
      goal: 80,
    },
  );
}

/**
 * A campaign with the wanted number of coupons, created once per data folder. Batches are as large as a campaign
 * allows.
 */
async function largeCampaign(): Promise<string> {
  const { rows: known } = await owner.query<{ campaign_id: string }>(
    `select campaign_id from coupon_batch group by campaign_id having sum(generated) >= $1 limit 1`,
    [listed],
  );
  if (known[0] !== undefined) return known[0].campaign_id;
  const campaign = await makeCampaign();
  // More than a campaign may have: the limit applies to orders, not to the list.
  await owner.query('alter table coupon_batch disable trigger coupon_batch_keeps_limits');
  try {
    for (let number = 1, count = 0; count < listed; number += 1) {
      const size = Math.min(FILL_AT_ONCE, listed - count);
      const batch = await owner.query<{ id: string }>(
        `insert into coupon_batch (campaign_id, number, requested, generated, state) values ($1, $2, $3, $3, 'DONE') returning id`,
        [campaign, number, size],
      );
      await owner.query(
        `insert into coupon (campaign_id, batch_id, max_redemptions, code)
         select $1, $2, 1, upper(substr(md5(n::text || random()::text), 1, 16)) from generate_series(1, $3::int) as n`,
        [campaign, batch.rows[0]?.id, size],
      );
      count += size;
    }
  } finally {
    await owner.query('alter table coupon_batch enable trigger coupon_batch_keeps_limits');
  }
  await owner.query('vacuum analyze coupon');
  return campaign;
}

interface Page {
  readonly coupons: {
    readonly nodes: readonly { id: string; last4: string }[];
    readonly pageInfo: { readonly endCursor: string };
  };
}

async function measurePages(): Promise<void> {
  const campaign = await largeCampaign();
  const filter = { campaign: { in: [campaign] } };
  const depth = Math.min(DEEP_PAGE, Math.floor(listed / PAGE) - 1);
  const { rows: edge } = await owner.query<{ id: string }>(
    'select id from coupon where campaign_id = $1 order by id desc offset $2 limit 1',
    [campaign, depth * PAGE],
  );
  const startAt = `query S($filter: CouponFilter!, $id: ID!) { coupons(first: 1, filter: $filter, startAt: { id: $id }) { nodes { id last4 } pageInfo { endCursor } } }`;
  const deep = await ask<Page>(startAt, { filter, id: edge[0]?.id });
  const p50 = async (variables: Record<string, unknown>): Promise<number> =>
    (await loop(() => ask<Page>(LIST, { filter, ...variables }), 1, seconds)).p50;
  const first: number[] = [];
  const deeper: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    first.push(await p50({}));
    deeper.push(await p50({ after: deep.coupons.pageInfo.endCursor }));
  }
  const { rows: one } = await owner.query<{ code: string }>(
    'select code from coupon where id = $1 and campaign_id = $2',
    [edge[0]?.id, campaign],
  );
  report.add(
    { name: `first page of ${listed} coupons, p50`, figure: median(first), unit: 'ms' },
    {
      promise: 'P5',
      name: `page ${depth} of ${listed} coupons, p50`,
      figure: median(deeper) / median(first),
      unit: 'x',
      comparedWith: `${median(deeper).toFixed(1)} ms, first page ${median(first).toFixed(1)} ms`,
      goal: 1.1,
      floor: 1.5,
    },
    { name: 'found by the last four, p50', figure: await p50({ search: one[0]?.code.slice(-4) }), unit: 'ms' },
  );
  for (const status of ['ACTIVE', 'DISABLED', 'REDEEMED', 'CAMPAIGN_OFF'])
    report.add({
      name: `first page, status ${status}, p50`,
      figure: await p50({ filter: { ...filter, status: { in: [status] } } }),
      unit: 'ms',
    });
}
