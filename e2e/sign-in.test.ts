import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts, send } from './harness/api.ts';
import { launchBrowser } from './harness/browser.ts';
import { HOMES, PEOPLE, type Person, type RecordName, type Screen, screens } from './harness/people.ts';
import { productUrl } from './harness/product-url.ts';
import { Visit, visitAs, visitBySigningIn } from './harness/visit.ts';

const url = productUrl();
/** One record of each kind; the campaign names no streamer of the demo. */
const RECORDS = {
  account: 'accounts(first: 1, filter: { state: { in: [ACTIVE] } }) { nodes { id title: displayName } }',
  store: 'stores(first: 1) { nodes { id title: name } }',
  notification: 'notifications(first: 1) { nodes { id title } }',
  giveaway: 'giveaways(first: 1) { nodes { id title } }',
  campaign: 'campaigns(first: 1, search: "Black week") { nodes { id title: name } }',
  release: 'releases(first: 1) { nodes { id title: number } }',
};

let browser: Browser;
let all: readonly Screen[];
beforeAll(async () => {
  browser = await launchBrowser();
  const admin = await visitAs(browser, url, 'admin', '/no-access');
  const find = async (list: string): Promise<RecordName> => {
    const { body } = await send(admin, `query E2eRecord { list: ${list} }`);
    const [first] = (body.data?.['list'] as unknown as { nodes: readonly RecordName[] } | undefined)?.nodes ?? [];
    if (!first) throw new Error(`No record: ${list} ${JSON.stringify(body)}`);
    return first;
  };
  all = screens({
    account: await find(RECORDS.account),
    store: await find(RECORDS.store),
    notification: await find(RECORDS.notification),
    giveaway: await find(RECORDS.giveaway),
    campaign: await find(RECORDS.campaign),
    release: await find(RECORDS.release),
  });
  await admin.close();
});
afterAll(async () => {
  await browser?.close();
});

describe.each(PEOPLE)('%s', (person: Person) => {
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
    const { page } = visit;
    for (const { path, title } of all.filter(({ people }) => people.includes(person))) {
      // The start page by its URL, others by links.
      if (path === '/') await page.goto(path);
      else await visit.go(path);
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
      // The title is not enough: the content has loaded without an error.
      await expect.poll(() => page.locator('main .bc-skeleton').count(), { message: path }).toBe(0);
      expect(await page.getByRole('main').getByRole('alert').allTextContents(), path).toEqual([]);
    }
    await visit.settled();
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

/** Some providers ask for a confirmation before they end the session. */
async function confirmSignOut(visit: Visit): Promise<void> {
  const button = visit.page.getByRole('button', { name: /sign out/i });
  await button.or(visit.page.getByLabel('E-mail')).first().waitFor();
  if (await button.isVisible()) await button.click();
}

/** The stored access token. */
function storedUser(visit: Visit): Promise<string | undefined> {
  return visit.page.evaluate(() => {
    const entry = Object.values({ ...localStorage }).find((value) => value.includes('refresh_token'));
    return entry === undefined ? undefined : (JSON.parse(entry) as { access_token: string }).access_token;
  });
}
