import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accounts } from './harness/api.ts';
import { launchBrowser } from './harness/browser.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const EVENTS = 10_000;
/** More than the console asks for: fewer answers until all events are there. */
const PAGE_SIZE = 200;
const HOUR_MS = 3_600_000;
const TASK_MAX_MS = 50;
const TURNS = 240;

let browser: Browser;
let admin: Visit;
beforeAll(async () => {
  browser = await launchBrowser();
  admin = await visitAs(browser, productUrl(), 'admin', '/accounts');
});
afterAll(async () => {
  await admin?.close();
  await browser?.close();
});

interface Asked {
  readonly operationName?: string;
  readonly variables: { readonly after?: string | null };
}

/** Answers the entries of points with 10,000 copies of the account's first one, an hour apart. */
async function answerWithMany(page: Page): Promise<void> {
  await page.route('**/graphql', async (route) => {
    const { operationName, variables } = route.request().postDataJSON() as Asked;
    if (operationName !== 'PointsEntries' && operationName !== 'PointsEntryCount') return route.fallback();
    const answer = await route.fetch({
      postData: JSON.stringify({
        ...(route.request().postDataJSON() as object),
        variables: { ...variables, after: null },
      }),
    });
    const body = (await answer.json()) as { data: { pointsEntries: Record<string, unknown> } };
    const { pointsEntries } = body.data;
    if (operationName === 'PointsEntryCount') pointsEntries['count'] = { kind: 'EXACT', value: EVENTS, countedAt: NOW };
    else {
      const [first] = pointsEntries['nodes'] as object[];
      const begin = Number(variables.after ?? 0);
      pointsEntries['nodes'] = Array.from({ length: PAGE_SIZE }, (_each, index) => ({
        ...first,
        id: `entry-${begin + index}`,
        recordedAt: new Date(Date.parse(NOW) - (begin + index) * HOUR_MS).toISOString(),
      }));
      const next = begin + PAGE_SIZE;
      pointsEntries['pageInfo'] = { hasNextPage: next < EVENTS, endCursor: String(next) };
    }
    return route.fulfill({ response: answer, json: body });
  });
}
const NOW = new Date().toISOString();

// Longer: 10,000 events are made first.
it('an account with 10,000 events scrolls without a task over 50 ms', { timeout: 300_000 }, async () => {
  const { page } = admin;
  const [account] = await accounts(admin, { state: { in: ['ACTIVE'] }, points: { from: 500 } }, 1);
  await answerWithMany(page);
  await page.addInitScript(() => {
    const tasks: number[] = [];
    (window as unknown as { tasks: number[] }).tasks = tasks;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(`/accounts/${account?.id}`);
  const timeline = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Timeline' }) });
  await timeline.getByRole('listitem').first().waitFor();
  const from = timeline.getByRole('slider', { name: 'First day' });
  await from.focus();
  await from.press('Home');
  await from.evaluate((handle) => (handle as HTMLElement).blur());
  const rows = timeline.locator('li');
  while ((await rows.count()) < EVENTS) {
    // Below the last row is the mark that requests older ones.
    await rows.last().evaluate((row) => row.scrollIntoView({ block: 'end' }));
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await admin.settled();
  const box = await timeline.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 300, 500);
  const tasks = () => page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
  const before = (await tasks()).length;
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.mouse.wheel(0, turn < TURNS / 2 ? -400 : 400);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  const long = (await tasks()).slice(before).filter((duration) => duration > TASK_MAX_MS);
  console.log(`${EVENTS} events, ${TURNS} turns of the wheel: ${long.length} tasks over ${TASK_MAX_MS} ms`, long);
  expect(long).toEqual([]);
});
