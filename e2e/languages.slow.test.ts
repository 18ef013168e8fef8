import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from './harness/api.ts';
import { launchBrowser } from './harness/browser.ts';
import { startOwnProduct } from './harness/own-product.ts';
import { DEMO_PASSWORD, emailOf } from './harness/people.ts';
import type { Product } from './harness/product.ts';
import { productUrl } from './harness/product-url.ts';
import { markReleasesRead } from './harness/releases.ts';
import { Visit, visitBySigningIn } from './harness/visit.ts';

const url = productUrl();
const MENU = { 'en-US': 'Language', 'de-DE': 'Sprache', 'ar-EG': 'اللغة' } as const;
type Locale = keyof typeof MENU;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

const root = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir] as [string, string]);
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('sdk-locale'));
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Chooses a language in the menu of the top bar, whose current language is `spoken`. */
async function choose(page: Page, spoken: Locale, language: string): Promise<void> {
  await page.getByRole('button', { name: MENU[spoken] }).click();
  await page.getByRole('menuitemradio', { name: language, exact: true }).click();
}

/** Fills in the provider's page in any language. */
async function signInAnywhere(page: Page): Promise<void> {
  await page.locator('input[name="email"]').fill(emailOf('marketing'));
  await page.locator('input[name="password"]').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
}

async function signOutAndIn(page: Page): Promise<void> {
  await page.goto('/logout');
  await signInAnywhere(page);
  await page.waitForURL((address) => address.pathname === '/');
  await page.goto('/accounts');
}

describe('a person', () => {
  let visit: Visit;
  let page: Page;
  /** A language is stored per person, so this test has a product of its own. */
  let product: Product;
  beforeAll(async () => {
    product = await startOwnProduct();
    // Release notes would cover the page.
    await markReleasesRead(product.url, ['marketing']);
    visit = await visitBySigningIn(browser, product.url, 'marketing', '/accounts', {
      expected: [/status of 401/, /Start-up, admin token: RequestError: ended/],
    });
    page = visit.page;
    await heading(page, 'Accounts').waitFor();
  });
  afterAll(async () => {
    await visit?.close();
    await product?.remove();
  });

  it('chooses among the published languages, each by its own name [spec 7.10]', async () => {
    await page.getByRole('button', { name: MENU['en-US'] }).click();
    await expect
      .poll(() => page.getByRole('menuitemradio').allTextContents())
      .toEqual(['Deutsch', 'English', 'Español', 'Français', 'العربية']);
    await page.keyboard.press('Escape');
  });

  it('reads German without a reload: texts, title, numbers and dates [spec 3.12] [ux 39]', async () => {
    await page.evaluate(() => Object.assign(window, { wasNotReloaded: true }));
    await choose(page, 'en-US', 'Deutsch');
    await heading(page, 'Konten').waitFor();
    expect(await root(page)).toEqual(['de-DE', 'ltr']);
    expect(await page.title()).toBe('Konten · Backcounter');
    expect(await page.evaluate(() => 'wasNotReloaded' in window)).toBe(true);
    expect(await stored(page)).toBe('de-DE');
    const [first] = await accounts(visit, { state: { in: ['ACTIVE'] } }, 1);
    await page.goto(`/accounts/${first?.id}`);
    await page.getByText(/^Kunde seit \d{1,2}\. \S+ \d{4}$/).waitFor();
  });

  it('keeps the language after a reload [spec 3.12]', async () => {
    await page.goto('/accounts');
    await heading(page, 'Konten').waitFor();
    expect(await root(page)).toEqual(['de-DE', 'ltr']);
  });

  it('reads Arabic from right to left, with Arabic digits, while ids stay unchanged [ux 39]', async () => {
    await choose(page, 'de-DE', 'العربية');
    await heading(page, 'الحسابات').waitFor();
    expect(await root(page)).toEqual(['ar-EG', 'rtl']);
    await page.reload();
    await heading(page, 'الحسابات').waitFor();
    expect(await root(page)).toEqual(['ar-EG', 'rtl']);
    await page.getByText(/الصفوف [٠-٩]+–[٠-٩]+/).waitFor();
    const bar = await page.getByRole('navigation').first().boundingBox();
    expect(bar?.x).toBeGreaterThan(700);
  });

  it('reads server errors in the chosen language', async () => {
    await page.goto('/accounts/0198c0de-0000-7000-8000-000000000001');
    await page
      .getByText(/لا يوجد حساب كهذا|هذا السجل غير موجود/)
      .first()
      .waitFor();
  });

  it('signs out and in again in the chosen language, also in another browser [spec 4.24] [languages 6]', async () => {
    await signOutAndIn(page);
    await heading(page, 'الحسابات').waitFor();
    expect([await stored(page), await root(page)]).toEqual(['ar-EG', ['ar-EG', 'rtl']]);

    const other = await Visit.open(browser, product.url, { locale: 'de-AT' });
    await other.page.goto('/accounts');
    await other.page.getByRole('heading', { name: 'Bei Backcounter anmelden' }).waitFor();
    await signInAnywhere(other.page);
    await heading(other.page, 'الحسابات').waitFor();
    expect(await stored(other.page)).toBe('ar-EG');
    await choose(other.page, 'ar-EG', 'Français');
    await heading(other.page, 'Comptes').waitFor();
    await other.settled();
    expect(other.troubles).toEqual([]);
    await other.close();
  });

  it('keeps the language when the session expires and restarts, and gets the profile’s at the next sign-in [languages 7]', async () => {
    let isOver = true;
    const signIns: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname !== '/identity/auth') return;
      signIns.push(pathname);
      isOver = false;
    });
    await page.route('**/graphql', (route) => {
      if (!isOver) return route.fallback();
      return route.fulfill({
        status: 401,
        contentType: 'application/json',
        body: JSON.stringify({ errors: [{ message: 'ended', extensions: { code: 'session.expired' } }] }),
      });
    });
    await page.reload();
    await expect.poll(() => signIns).toHaveLength(1);
    await page.waitForURL((address) => address.pathname === '/accounts');
    await heading(page, 'الحسابات').waitFor();
    expect(await stored(page)).toBe('ar-EG');

    await signOutAndIn(page);
    await heading(page, 'Comptes').waitFor();
    expect(await stored(page)).toBe('fr-FR');
  });

  it('causes no errors on the way', () => {
    expect(visit.troubles).toEqual([]);
  });
});

describe('the provider’s page', () => {
  it('asks for the password in Arabic after the console was used in Arabic', async () => {
    const visit = await Visit.open(browser, url);
    await visit.page.addInitScript(() => localStorage.setItem('sdk-locale', 'ar-EG'));
    await visit.page.goto('/');
    await visit.page.getByRole('heading', { name: 'تسجيل الدخول إلى Backcounter' }).waitFor();
    expect(await root(visit.page)).toEqual(['ar-EG', 'rtl']);
    await visit.close();
  });
});

describe('a foreign translation service', () => {
  const GERMAN = { language: { iso639_1: 'de', country_code: 'DE', name: 'Deutsch' }, file_path: 'de.json' };
  let service: Server;
  let product: Product;
  let answer: RequestListener = (_request, response) => response.writeHead(503).end();
  const reports: unknown[] = [];

  beforeAll(async () => {
    service = createServer((request, response) => {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', '*');
      if (request.method === 'OPTIONS') return response.writeHead(204).end();
      if (!request.url?.endsWith('/missing')) return answer(request, response);
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        reports.push(...(JSON.parse(body) as { missing: unknown[] }).missing);
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    product = await startOwnProduct({
      env: { I18N_BASE_URL: base, CDN_URL: `${base}/files`, I18N_CLIENT_ID: 'shop' },
    });
  });
  afterAll(async () => {
    service?.closeAllConnections();
    service?.close();
    await product?.remove();
  });

  let visit: Visit;
  afterEach(() => visit?.close());
  /** Opens the console as a reader of German who has never signed in; the first page is the provider's. */
  async function open(prepare?: (page: Page) => Promise<void>): Promise<Page> {
    visit = await Visit.open(browser, product.url, {
      expected: [/Failed to load resource/, /ERR_/],
      // Otherwise a page that the test has intercepted may not request loopback addresses.
      permissions: ['local-network-access'],
    });
    await visit.page.addInitScript(() => {
      if (!localStorage.getItem('was-here')) localStorage.setItem('sdk-locale', 'de-DE');
      localStorage.setItem('was-here', '1');
    });
    await prepare?.(visit.page);
    await visit.page.goto('/not-there');
    return visit.page;
  }
  const json =
    (list: unknown, file: unknown): RequestListener =>
    (request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(request.url?.startsWith('/files/') ? file : list));
    };

  it("provides the console's texts; missing ones are English and reported once, in one batch [spec 1.11] [ux 39]", async () => {
    answer = json([GERMAN], { shell: { 'not-found': { title: 'Hier ist nichts' } } });
    const page = await open();
    await heading(page, 'Hier ist nichts').waitFor();
    await page.getByText('There is nothing at').waitFor();
    await expect.poll(() => reports).toContainEqual({ locale: 'de-DE', key: 'shell.not-found.body' });
    const keys = reports.map((entry) => JSON.stringify(entry));
    expect(new Set(keys).size).toBe(keys.length);
    expect(visit.troubles).toEqual([]);
  });

  it.each([
    { reportsMissingTexts: true, suppressLogs: false },
    { reportsMissingTexts: false, suppressLogs: true },
  ])('receives reports, and the browser logs, according to the settings: %o', async (settings) => {
    answer = json([GERMAN], { 'shell.not-found.title': 'Hier ist nichts', 'shell.not-found.body': '{oops' });
    const warnings: string[] = [];
    reports.length = 0;
    const page = await open(async (opened) => {
      opened.on('console', (message) => void warnings.push(message.text()));
      await opened.route('**/not-there', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(
          '"reportsMissingTexts":true,"suppressLogs":false',
          JSON.stringify(settings).slice(1, -1),
        );
        await route.fulfill({ response, body });
      });
    });
    await heading(page, 'Hier ist nichts').waitFor();
    // Closes the page, so that nothing is reported later.
    const beacons = await page.evaluate(() => {
      let count = 0;
      navigator.sendBeacon = () => Boolean(++count);
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
      return count;
    });
    const isLogged = warnings.some((text) => text.startsWith('Translation:'));
    expect([reports.length + beacons > 0, isLogged]).toEqual([settings.reportsMissingTexts, !settings.suppressLogs]);
  });

  const flood: RequestListener = (_request, response) => {
    const chunk = Buffer.alloc(1_000_000, 32);
    const send = (): void => {
      while (!response.destroyed) if (!response.write(chunk)) return void response.once('drain', send);
    };
    send();
  };
  const hostile: [string, RequestListener][] = [
    ['a page instead of a list', (_request, response) => response.end('<!doctype html><script>alert(1)</script>')],
    ['an answer that never ends', (_request, response) => void response.write('[{"language":')],
    ['a flood', flood],
    ['malformed texts', json([GERMAN], { 'shell.not-found.title': '{oops', 'shell.not-found.body': '{evil} <b>' })],
  ];
  it.each(hostile)(
    'answering with %s does not keep the console from starting in English, without raw keys on the page [spec 9.14]',
    async (_name, listener) => {
      answer = listener;
      const page = await open();
      await heading(page, 'Page not found').waitFor();
      expect(await page.locator('body').textContent()).not.toMatch(/\b(shell|common|error)\.[a-z-]+\.[a-z-]+/);
      expect(visit.troubles).toEqual([]);
    },
  );
});
