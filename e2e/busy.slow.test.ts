import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accounts, firstCampaign, firstGiveaway, firstNotification, firstStore } from './harness/api.ts';
import { launchBrowser } from './harness/browser.ts';
import { productUrl } from './harness/product-url.ts';
import { visitAs } from './harness/visit.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

/** Reads that other answers replace: those of the live feed, and those of a period that ends now. */
const REPLACED = ['MyJobs', 'PointsChart'];
const BUSY = {
  errors: [{ message: 'busy', extensions: { code: 'service.unavailable', details: { retryAfterSeconds: 1 } } }],
};

it('every read that a busy server refuses once is repeated, on every kind of page', async () => {
  const visit = await visitAs(browser, productUrl(), 'admin', '/accounts');
  const { page } = visit;
  const [account] = await accounts(visit, {}, 1);
  const paths = [
    '/',
    '/dashboard',
    '/accounts',
    `/accounts/${account?.id}`,
    `/accounts/${account?.id}?tab=points`,
    `/stores/${await firstStore(visit)}`,
    `/campaigns/${await firstCampaign(visit)}`,
    `/giveaways/${await firstGiveaway(visit)}/transactions`,
    `/notifications/${await firstNotification(visit)}`,
    '/admin/jobs',
    '/exports',
  ];
  for (const path of paths) {
    const asked = new Map<string, number>();
    const askedOnce = () =>
      [...asked].filter(([read, count]) => count === 1 && !REPLACED.includes(read.split(' ')[0] ?? ''));
    // Nothing of the page before.
    await page.goto('about:blank');
    await page.route('**/graphql', async (route) => {
      const request = route.request();
      const { operationName = '', variables } = request.postDataJSON() as {
        operationName?: string;
        variables?: unknown;
      };
      // A change has a key.
      if (request.headers()['idempotency-key'] !== undefined) return route.continue();
      const read = `${operationName} ${JSON.stringify(variables)}`;
      const before = asked.get(read) ?? 0;
      asked.set(read, before + 1);
      if (before > 0) return route.continue();
      return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: BUSY });
    });
    await page.goto(path);
    await expect.poll(() => asked.size).toBeGreaterThan(2);
    await expect.poll(() => askedOnce().map(([read]) => `${path}: ${read}`)).toEqual([]);
    await page.unroute('**/graphql');
  }
  expect(visit.troubles).toEqual([]);
  await visit.close();
});
