import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAsAdmin } from './browser.ts';
import { ACCEPTED, REFUSED } from './hostile-documents.ts';
import { figuresOf, median, post } from './load.ts';
import { type Product, startProduct } from './product.ts';
import { Report } from './report.ts';
import { isShort } from './size.ts';

const accounts = 5000;
const starts = isShort ? 1 : 5;
/** From the start until memory is stable. */
const IDLE_MS = isShort ? 0 : 10_000;
const ROUNDS = isShort ? 2 : 40;
const WARM_UPS = isShort ? 1 : 10;
/** Requests with a unique document. */
let sent = 0;
const report = new Report('graphql', 15);

/** Resident memory of a process in MB as Linux counts it, including shared pages of the Node binary. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/**
 * Sends each document several times, one after another and never the same text twice; returns milliseconds by document,
 * and the largest answer.
 */
async function send({ url, token }: Product, documents: Readonly<Record<string, string>>, isRefused: boolean) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await token()}` };
  let bytes = 0;
  const times = new Map(Object.keys(documents).map((name) => [name, [] as number[]]));
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    for (const [name, document] of Object.entries(documents)) {
      const body = JSON.stringify({ query: `query Q${++sent}${document}` });
      const started = performance.now();
      const { text } = await post(`${url}/graphql`, headers, body);
      if (round >= 0) times.get(name)?.push(performance.now() - started);
      bytes = Math.max(bytes, text.length);
      const isExpected = isRefused ? text.includes('operation.too-complex') : !text.includes('"errors":');
      if (!isExpected) throw new Error(`${name}: ${text.slice(0, 300)}`);
    }
  }
  return { times, bytes };
}

/** Processing time of hostile documents, and the share that any new document takes. */
async function measureDocuments(product: Product): Promise<void> {
  const plain = (await send(product, { plain: '{viewer{sub}}' }, false)).times.get('plain') ?? [];
  for (const [word, documents, goal] of [
    ['refused', REFUSED, 5],
    ['accepted', ACCEPTED, 20],
  ] as const) {
    const { times, bytes } = await send(product, documents, word === 'refused');
    const { p50, p95 } = figuresOf([...times.values()].flat(), 1);
    const [slowest, max] = [...times]
      .map(([name, each]) => [name, Math.max(...each)] as const)
      .reduce((most, each) => (each[1] > most[1] ? each : most));
    report.add(
      { name: `hostile document ${word}, median`, figure: p50, unit: 'ms', goal },
      { name: `hostile document ${word}, p95`, figure: p95, unit: 'ms', goal },
      { name: `hostile document ${word}, max`, figure: max, unit: 'ms', comparedWith: slowest, goal },
      { name: `hostile document ${word}`, figure: p50 / median(plain), unit: 'x', comparedWith: 'a new {viewer{sub}}' },
    );
    if (word === 'refused') report.add({ name: 'size of a refusal', figure: bytes, unit: 'bytes', goal: 300 });
  }
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
  await measureDocuments(product);
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
