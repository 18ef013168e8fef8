import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './harness/browser.ts';
import { startOwnProduct } from './harness/own-product.ts';
import type { Product } from './harness/product.ts';
import { totpCode } from './harness/totp.ts';
import { Visit } from './harness/visit.ts';

/** A product whose administrators need a second factor, with unusual sign-in settings. */
let browser: Browser;
let product: Product;
let visit: Visit;
beforeAll(async () => {
  browser = await launchBrowser();
  product = await startOwnProduct({
    env: {
      SECOND_FACTOR_ROLES: 'ADMIN',
      AUTH_STORAGE: 'encrypted',
      AUTH_STORAGE_SECRET: 'of the test',
      ID_TOKEN_SYNC_URL: '/session',
    },
  });
});
afterAll(async () => {
  await product?.remove();
  await browser?.close();
});
afterEach(async () => {
  await visit?.close();
});

interface SyncCall {
  readonly method: string;
  readonly authorization: string | undefined;
}

/** Records the calls of the ID-token sync; the product has nothing at its URL. */
async function hearSync(context: BrowserContext): Promise<SyncCall[]> {
  const calls: SyncCall[] = [];
  await context.route(`${product.url}/session`, (route) => {
    const request = route.request();
    calls.push({ method: request.method(), authorization: request.headers()['authorization'] });
    return route.fulfill({ status: 204 });
  });
  return calls;
}

/** A built console sends documents by id; this one is known by its only variable. */
const isTokenQuery = (route: Route) => /"user_id"/.test(route.request().postData() ?? '');
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });
const stored = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

async function open(): Promise<SyncCall[]> {
  visit = await Visit.open(browser, product.url);
  return hearSync(visit.context);
}

async function fillIn(email: string): Promise<void> {
  await visit.page.getByLabel('E-mail').fill(email);
  await visit.page.getByLabel('Password', { exact: true }).fill('backcounter');
  await visit.page.keyboard.press('Enter');
}

it('a person whose role requires a second factor must set it up, and then gets to the console [spec 4.14] [sign-in 5]', async () => {
  await open();
  const { page } = visit;
  const queries: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/graphql') queries.push(request.postData() ?? '');
  });
  const toProvider = () => page.waitForURL((url) => url.pathname === '/identity/account');
  await page.goto('/accounts');
  await fillIn('admin@demo.test');
  await toProvider();
  expect(new URL(page.url()).search).toBe('?enrol');
  await page.getByText('Your role requires a second factor.').waitFor();
  // Again with the existing session: this time at the start, and nothing else is requested.
  await page.goto('/accounts');
  await toProvider();
  expect(queries).toHaveLength(2);
  expect(queries.every((query) => query.includes('"user_id"'))).toBe(true);

  const key = (await page.locator('.key').textContent()) ?? '';
  await page.getByLabel('Code shown in the app').fill(totpCode(key));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Second factor turned on.').waitFor();
  await page.getByRole('link', { name: 'Back' }).click();
  await navigation(page).waitFor();
  await page.goto('/accounts');
  await page.getByRole('grid', { name: 'Accounts' }).getByRole('link').first().waitFor();
  expect(
    visit.troubles.filter((trouble) => !/session\.action-required|provider first|Start-up|Sign-in/.test(trouble)),
  ).toEqual([]);
});

it('a redirect that comes after the console has started is followed, once the person agrees to lose a change [spec 4.14]', async () => {
  await open();
  const { page } = visit;
  const answer = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    if (!isTokenQuery(route)) return route.continue();
    await answer.promise;
    const extensions = { code: 'session.action-required', details: { redirectUrl: '/identity/account?enrol' } };
    return route.fulfill({ json: { errors: [{ message: 'first', extensions }] } });
  });
  // Release notes would cover the form.
  await page.route('**/releases/published', (route) => route.fulfill({ json: [] }));
  await page.goto('/notifications?new');
  await fillIn('marketing@demo.test');
  await page.getByText('Signing you in').or(page.getByText('Loading')).first().waitFor();
  await navigation(page).waitFor();
  // A browser asks only after a click or a key of a person.
  await page.getByRole('textbox', { name: 'Title' }).first().click();
  await page.keyboard.type('Ada');
  const asked = Promise.withResolvers<string>();
  page.once('dialog', (dialog) => {
    asked.resolve(dialog.type());
    return dialog.accept();
  });
  answer.resolve();
  expect(await asked.promise).toBe('beforeunload');
  await page.waitForURL((url) => url.pathname === '/identity/account');
});

it('the admin token is requested before anything else is requested or shown [spec 4.9, 4.10, 4.11]', async () => {
  await open();
  const { page } = visit;
  await page.goto('/accounts');
  await fillIn('marketing@demo.test');
  await navigation(page).waitFor();
  await page.goto('about:blank');
  const order: string[] = [];
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    const isToken = isTokenQuery(route);
    order.push(isToken ? 'admin token' : 'other');
    if (isToken && order.length === 1) {
      asked.resolve();
      await held.promise;
      order.push('answered');
    }
    return route.continue();
  });
  await page.goto('/accounts');
  await asked.promise;
  await page.getByText('Loading').waitFor();
  expect(await navigation(page).count()).toBe(0);
  held.resolve();
  await page.getByRole('grid', { name: 'Accounts' }).getByRole('link').first().waitFor();
  expect(order.slice(0, 3)).toEqual(['admin token', 'answered', 'other']);
});

it('AUTH_STORAGE and ID_TOKEN_SYNC_URL reach the browser: no readable data is stored, and ID tokens are posted [spec 9.22, 7.26]', async () => {
  const calls = await open();
  const { page } = visit;
  await page.goto('/dashboard');
  await fillIn('marketing@demo.test');
  await navigation(page).waitFor();
  expect(await stored(page)).toMatch(/backcounter\.user\.[^"]*":"v1\./);
  expect(await stored(page)).not.toMatch(/access_token|refresh_token|id_token|global_roles/);
  await expect.poll(() => calls.length).toBe(1);
  expect(calls[0]).toEqual({ method: 'POST', authorization: expect.stringMatching(/^Bearer ey/) });
  await page.reload();
  await navigation(page).waitFor();
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/identity'));
  await expect.poll(() => calls.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
});
