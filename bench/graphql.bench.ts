import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAsAdmin } from './browser.ts';
import { figuresOf, median } from './load.ts';
import { type Product, startProduct } from './product.ts';
import { Report } from './report.ts';
import { isShort } from './size.ts';

const accounts = 5000;
const starts = isShort ? 1 : 5;
/** From the start until the memory is what it stays at. */
const IDLE_MS = isShort ? 0 : 10_000;
const report = new Report('graphql', 8);

/** Resident memory of a process in MB, as Linux counts it; shared pages of the Node binary included. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

async function post(product: Product, token: string, query: string): Promise<{ bytes: number; milliseconds: number }> {
  const started = performance.now();
  const response = await fetch(`${product.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  return { bytes: text.length, milliseconds: performance.now() - started };
}

/** Brotli bytes of scripts and styles that a browser loads until the list of accounts shows its first row. */
async function bytesUntilList(product: Product): Promise<{ script: number; style: number; listMs: number }> {
  const { browser, admin } = await openAsAdmin(product.url, '/accounts');
  try {
    const { page } = admin;
    const firstRow = page.locator('[role="row"] a').first();
    await firstRow.waitFor();
    // The second visit downloads everything again.
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    const started = performance.now();
    await page.reload();
    await firstRow.waitFor();
    const listMs = performance.now() - started;
    const bytesOf = (ending: string): Promise<number> =>
      page.evaluate(
        (suffix) =>
          (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
            .filter((entry) => new URL(entry.name).pathname.endsWith(suffix))
            .reduce((sum, entry) => sum + entry.encodedBodySize, 0),
        ending,
      );
    return { script: await bytesOf('.js'), style: await bytesOf('.css'), listMs };
  } finally {
    await browser.close();
  }
}

// P15: several starts on the same data folder, the first of which may have to seed.
await (await startProduct({ accounts })).stop();
const ready: number[] = [];
const whole: number[] = [];
for (let start = 1; start < starts; start++) {
  const warm = await startProduct({ accounts });
  ready.push(warm.readyAfterDatabaseMs);
  whole.push(warm.readyMs);
  await warm.stop();
}
const product = await startProduct({ accounts });
try {
  ready.push(product.readyAfterDatabaseMs);
  whole.push(product.readyMs);
  await sleep(IDLE_MS);
  report.add(
    {
      promise: 'P15',
      name: 'API ready after the database is',
      figure: median(ready) / 1000,
      unit: 's',
      comparedWith: `median of ${starts} starts`,
      goal: 1,
      floor: 1.5,
    },
    { name: 'start to ready, database included', figure: median(whole) / 1000, unit: 's', goal: 8 },
    {
      promise: 'P15',
      name: 'memory idle, server process',
      figure: await residentMb(product.pid),
      unit: 'MB',
      comparedWith: 'PostGraphile 111 MB',
      goal: 150,
      floor: 180,
    },
  );
  const token = await product.token();
  const tooMany = `{ accounts(first: 1) { nodes { history { nodes { changes { field } } pageInfo { hasNextPage } } } } ${Array.from({ length: 12 }, (_, index) => `a${index}: viewer { sub }`).join(' ')} }`;
  const refused: number[] = [];
  let bytes = 0;
  for (let attempt = 0; attempt < 300; attempt++) {
    const answer = await post(product, token, tooMany);
    bytes = answer.bytes;
    if (attempt >= 100) refused.push(answer.milliseconds);
  }
  report.add(
    { name: 'too many root fields refused, p95', figure: figuresOf(refused, 1).p95, unit: 'ms', goal: 5 },
    { name: 'size of the refusal', figure: bytes, unit: 'bytes', goal: 300 },
  );
  const { script, style, listMs } = await bytesUntilList(product);
  report.add(
    {
      promise: 'P13',
      name: 'JavaScript until the list of accounts',
      figure: script / 1000,
      unit: 'kB brotli',
      comparedWith: 'react-admin 330 kB',
      goal: 220,
      floor: 260,
    },
    { promise: 'P13', name: 'CSS until the list of accounts', figure: style / 1000, unit: 'kB brotli', goal: 25 },
    { name: 'reload with an empty cache until the first row', figure: listMs / 1000, unit: 's' },
  );
  await report.finish();
} finally {
  await product.stop();
}
