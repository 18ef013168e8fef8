import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from './harness/api.ts';
import { launchBrowser } from './harness/browser.ts';
import { HOMES, type Person, type Screen } from './harness/people.ts';
import { productUrl } from './harness/product-url.ts';
import { openEach, screensOf } from './harness/tour.ts';
import { Visit, visitBySigningIn } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
let all: readonly Screen[];
beforeAll(async () => {
  browser = await launchBrowser();
  all = await screensOf(browser, url);
});
afterAll(async () => {
  await browser?.close();
});

/** sign-in.slow.test.ts has the other people. */
describe.each(['admin', 'viewer'] as const)('%s', (person: Person) => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await visitBySigningIn(browser, url, person);
  });
  afterAll(async () => {
    await visit?.close();
  });

  it('signs in through the real page and gets to the index page [spec 4.1, 6.7]', async () => {
    await visit.page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(visit.page.url()).pathname).toBe(HOMES[person]);
    await visit.screenshot(`home-${person}`);
  });

  it('opens each page of the roles, with its content', async () => {
    await openEach(visit, all, person);
  });

  it('caused no error and no violation of the security policy', () => {
    expect(visit.troubles).toEqual([]);
  });
});

describe('session', () => {
  it('returns after sign-in to the requested path, query and hash [spec 2.22, 2.32, 4.1] [ux 36]', async () => {
    const visit = await Visit.open(browser, url);
    await visit.signIn('admin', '/accounts?state=SUSPENDED#rows');
    await visit.page.getByRole('heading', { level: 1 }).waitFor();
    expect(visit.path).toBe('/accounts?state=SUSPENDED#rows');
    await visit.close();
  });

  it('signs out here, and within 2 s in the other tab, which keeps its draft [spec 2.23, 2.24, 4.6] [ux 37]', async () => {
    const visit = await visitBySigningIn(browser, url, 'admin', '/accounts');
    const [first] = await accounts(visit, { state: { in: ['ACTIVE'] } }, 1);
    const other = await visit.context.newPage();
    await other.goto(`/accounts/${first?.id}?edit`);
    await other.getByLabel('Name', { exact: true }).fill('Not Saved Yet');

    await visit.page.getByRole('button', { name: /^Menu of/ }).click();
    await visit.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await visit.page.waitForURL((address) => address.pathname.startsWith('/identity'));
    await confirmSignOut(visit);
    // The limit is 2 s; four times as long here, for a busy machine (decision 0063). sign-in-sdk.slow.test.ts proves it with
    // the clock stopped.
    await other.getByRole('heading', { name: 'You are signed out' }).waitFor({ timeout: 8_000 });
    const kept = await other.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(kept).not.toContain('access_token');
    expect(kept).toContain('Not Saved Yet');
    await visit.close();
  });
});

/** Some providers ask for a confirmation before they end the session. */
async function confirmSignOut(visit: Visit): Promise<void> {
  const button = visit.page.getByRole('button', { name: /sign out/i });
  await button.or(visit.page.getByLabel('E-mail')).first().waitFor();
  if (await button.isVisible()) await button.click();
}
