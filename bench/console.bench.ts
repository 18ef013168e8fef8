import { send } from '../e2e/harness/api.ts';
import { Visit } from '../e2e/harness/visit.ts';
import { openAsAdmin } from './browser.ts';
import { median } from './load.ts';
import { startProduct } from './product.ts';
import { Report } from './report.ts';
import { isShort, size } from './size.ts';

const accounts = size('BENCH_ACCOUNTS', 20_000, 400);
const rounds = size('BENCH_ROUNDS', 7, 1);
/** Lighthouse's desktop network: 40 ms round trip, 10 Mbit/s; unthrottled in the short form. */
const NETWORK = isShort
  ? { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  : { offline: false, latency: 40, downloadThroughput: 1_280_000, uploadThroughput: 1_280_000 };
/** Longer tasks delay input noticeably. */
const LONG_TASK_MS = 50;
/** Turns of the wheel, half of them down. */
const TURNS = isShort ? 10 : 100;
/** A page without a script: the baseline of browser, network and server. */
const PLAIN = '/changelog/backcounter';

/** Events of a page so far; tasks are recorded from 50 ms. */
interface Seen {
  lcpMs: number;
  fcpMs: number;
  layoutShift: number;
  readonly tasks: { readonly startMs: number; readonly durationMs: number }[];
}

/** Figures of one page: medians of the loads. */
interface Figures {
  readonly lcpMs: number;
  readonly blockedMs: number;
  readonly layoutShift: number;
}

const product = await startProduct({ accounts });
const { browser, admin } = await openAsAdmin(product.url, '/');
const report = new Report('console', 20);
try {
  const stranger = await Visit.open(browser, product.url);
  for (const { page } of [stranger, admin]) await watched(page);
  const plain = await load(stranger, PLAIN);
  report.add({ name: `${PLAIN}, largest paint`, figure: plain.lcpMs, unit: 'ms', comparedWith: 'needs no script' });
  tell('sign-in', await load(stranger, '/'), plain);
  for (const [name, path] of Object.entries(await pagesOf(admin))) tell(name, await load(admin, path), plain);
  const tasks: number[] = [];
  for (let round = 0; round < rounds; round += 1) tasks.push(await scrolled(admin));
  report.add({
    promise: 'P16',
    name: 'tasks of more than 50 ms while 100 rows are scrolled through',
    figure: median(tasks),
    unit: '',
    comparedWith: `${TURNS} turns of the wheel, ${rounds} times`,
    goal: 0,
  });
  await report.finish();
} finally {
  await browser.close();
  await product.stop();
}

/** Addresses of the pages that are opened most. */
async function pagesOf(visit: Visit): Promise<Record<string, string>> {
  const { body } = await send(
    visit,
    `{ accounts(first: 1, filter: { state: { in: [ACTIVE] } }) { nodes { id } }
       campaigns(first: 1, filter: { status: { in: [RUNNING] } }) { nodes { id } } }`,
  );
  const first = (name: string) => (body.data?.[name] as { nodes: { id: string }[] } | undefined)?.nodes[0]?.id;
  return {
    'index page': '/',
    dashboard: '/dashboard',
    'list of accounts': '/accounts',
    account: `/accounts/${first('accounts')}`,
    campaign: `/campaigns/${first('campaigns')}`,
  };
}

/** Loads a path repeatedly over Lighthouse's network without a cache. */
async function load(visit: Visit, path: string): Promise<Figures> {
  const { page } = visit;
  const session = await visit.context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', NETWORK);
  const loads: Seen[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(path);
    await visit.settled();
    loads.push(await seen(page));
  }
  await session.detach();
  return {
    lcpMs: median(loads.map(({ lcpMs }) => lcpMs)),
    blockedMs: median(loads.map(blockedMs)),
    layoutShift: median(loads.map(({ layoutShift }) => layoutShift)),
  };
}

/** Total blocking time: the sum of the excess of long tasks after the first paint. */
function blockedMs({ tasks, fcpMs }: Seen): number {
  return tasks
    .filter(({ startMs }) => startMs >= fcpMs)
    .reduce((sum, { durationMs }) => sum + Math.max(0, durationMs - LONG_TASK_MS), 0);
}

function tell(name: string, { lcpMs, blockedMs: blocked, layoutShift }: Figures, plain: Figures): void {
  report.add(
    {
      promise: 'P14',
      name: `${name}, largest paint`,
      figure: lcpMs,
      unit: 'ms',
      comparedWith: `${(lcpMs / plain.lcpMs).toFixed(1)} x the page without a script`,
      goal: 1_200,
    },
    { promise: 'P14', name: `${name}, blocked`, figure: blocked, unit: 'ms', goal: 50 },
    { promise: 'P14', name: `${name}, layout shift`, figure: layoutShift, unit: '', goal: 0.02 },
  );
}

/** Scrolls through the longest list of a page by the wheel, down and up again; returns the number of long tasks. */
async function scrolled(visit: Visit): Promise<number> {
  const { page } = visit;
  await page.goto('/accounts?size=100');
  const grid = page.getByRole('grid');
  await grid.getByRole('link').first().waitFor();
  await visit.settled();
  const box = await grid.boundingBox();
  if (!box) throw new Error('There is no grid.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const before = (await seen(page)).tasks.length;
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.mouse.wheel(0, turn < TURNS / 2 ? 120 : -120);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  return (await seen(page)).tasks.length - before;
}

/** Records the events of every page opened from now on. */
async function watched(page: Visit['page']): Promise<void> {
  await page.addInitScript(() => {
    const notes: Seen = { lcpMs: 0, fcpMs: 0, layoutShift: 0, tasks: [] };
    (window as unknown as { notes: Seen }).notes = notes;
    const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    watch('largest-contentful-paint', ({ startTime }) => {
      notes.lcpMs = startTime;
    });
    watch('paint', ({ name, startTime }) => {
      if (name === 'first-contentful-paint') notes.fcpMs = startTime;
    });
    watch('layout-shift', (entry) => {
      notes.layoutShift += (entry as PerformanceEntry & { readonly value: number }).value;
    });
    watch('longtask', ({ startTime, duration }) => notes.tasks.push({ startMs: startTime, durationMs: duration }));
  });
}

async function seen(page: Visit['page']): Promise<Seen> {
  const notes = await page.evaluate(() => (window as unknown as { notes: Seen }).notes);
  if (notes.lcpMs === 0) throw new Error(`Nothing was painted at ${page.url()}.`);
  return notes;
}
