import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './harness/browser.ts';
import { HOMES, PEOPLE, type Person, type Screen } from './harness/people.ts';
import { productUrl } from './harness/product-url.ts';
import { openEach, screensOf } from './harness/tour.ts';
import { Visit, visitAs, visitBySigningIn } from './harness/visit.ts';

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

describe.each(PEOPLE.filter((person) => person !== 'admin' && person !== 'viewer'))('%s', (person: Person) => {
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
  it('shows a wrong password on the page and keeps the e-mail address', async () => {
    const visit = await Visit.open(browser, url, { expected: [/status of 4\d\d/] });
    await visit.page.goto('/');
    await visit.page.getByLabel('E-mail').fill('admin@demo.test');
    await visit.page.getByLabel('Password', { exact: true }).fill('wrong');
    await visit.page.keyboard.press('Enter');
    await visit.page.getByRole('alert').waitFor();
    expect(await visit.page.getByLabel('E-mail').inputValue()).toBe('admin@demo.test');
    expect(visit.troubles).toEqual([]);
    await visit.close();
  });

  it('returns to the remembered route when the session has ended [spec 2.29, 4.20, 8.1] [ux 26]', async () => {
    const visit = await Visit.open(browser, url, { expected: [/status of 401/] });
    // The console learns of the end from the answer alone.
    await visit.stopSessionWatch();
    await visit.signIn('admin', '/accounts?state=ACTIVE');
    await visit.page.getByRole('heading', { level: 1 }).waitFor();
    // The provider forgets the session and the tokens become invalid, as when an administrator ends them.
    await visit.context.clearCookies();
    await visit.page.route('**/graphql', (route) =>
      route.fulfill({
        status: 401,
        contentType: 'application/json',
        body: JSON.stringify({ errors: [{ message: 'ended', extensions: { code: 'session.expired' } }] }),
      }),
    );
    await visit.page.reload();
    await visit.page.getByLabel('E-mail').waitFor();
    await visit.page.unroute('**/graphql');
    await visit.fillSignIn('admin');
    await visit.page.getByRole('heading', { level: 1 }).waitFor();
    expect(visit.path).toBe('/accounts?state=ACTIVE');
    await visit.close();
  });

  it('renews the access token without leaving the page [spec 4.3]', async () => {
    const visit = await visitAs(browser, url, 'admin', '/dashboard');
    await visit.page.getByRole('heading', { level: 1 }).waitFor();
    const before = await storedUser(visit);
    const renewal = visit.page.waitForResponse((answer) => new URL(answer.url()).pathname === '/identity/token');
    await visit.page.evaluate(() => {
      for (const [key, value] of Object.entries({ ...localStorage })) {
        if (!value.includes('refresh_token')) continue;
        const user = JSON.parse(value) as { expires_at: number };
        user.expires_at = Math.floor(Date.now() / 1000) + 62;
        localStorage.setItem(key, JSON.stringify(user));
      }
    });
    await visit.page.reload();
    expect((await renewal).status()).toBe(200);
    await expect.poll(() => storedUser(visit)).not.toBe(before);
    expect(new URL(visit.page.url()).pathname).toBe('/dashboard');
    expect(visit.troubles).toEqual([]);
    await visit.close();
  });
});

/** The stored access token. */
function storedUser(visit: Visit): Promise<string | undefined> {
  return visit.page.evaluate(() => {
    const entry = Object.values({ ...localStorage }).find((value) => value.includes('refresh_token'));
    return entry === undefined ? undefined : (JSON.parse(entry) as { access_token: string }).access_token;
  });
}
