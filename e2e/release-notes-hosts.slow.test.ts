import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from './harness/browser.ts';
import { RELEASES } from './harness/popup-releases.ts';
import { buildPages, json, PopupSite } from './harness/popup-site.ts';

/** The examples of the package, and ways to load its script on a page. */
const EXAMPLES = join(import.meta.dirname, '..', 'packages/release-notes/examples');
const site = new PopupSite();
let address: string;
let browser: Browser;

beforeAll(async () => {
  address = await site.start();
  for (const host of ['react', 'vue']) await buildPages(join(EXAMPLES, host), ['index.html']);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site.stop();
});
beforeEach(() => {
  site.reset();
  site.answers['GET /identity/releases/published'] = json(RELEASES);
});

/** A page that records violations of its policy, and errors. */
async function visit(path: string): Promise<{ page: Page; troubles: string[] }> {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) troubles.push(message.text());
  });
  await page.goto(new URL(path, address).href);
  return { page, troubles };
}

const popup = (page: Page) => page.locator('backcounter-release-notes');
const dialog = (page: Page) => page.getByRole('dialog', { name: "What's included in the latest release(s)" });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const published = () => site.calls.filter(({ path }) => path.startsWith('/releases/published'));

test.each(['plain-html', 'react', 'vue'])(
  'the example %s shows the popup, also again on request [popup 1]',
  async (host) => {
    const { page, troubles } = await visit(`/${host}/index.html`);
    await dialog(page).waitFor();
    expect(published().at(-1)?.authorization).toBe('Bearer the token of the person who is signed in');
    await button(page, 'Mark as Read').click();
    await popup(page).waitFor({ state: 'detached' });

    const again = button(page, 'What’s new');
    await again.click();
    await dialog(page).waitFor();
    expect(published().at(-1)?.path).toBe('/releases/published?all=true');
    await page.keyboard.press('Escape');
    await popup(page).waitFor({ state: 'detached' });
    expect(await again.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(troubles).toEqual([]);
    await page.close();
  },
);

test.each(['react', 'vue'])('the example %s passes a change of its colours on to the popup', async (host) => {
  const { page } = await visit(`/${host}/index.html`);
  await dialog(page).waitFor();
  await button(page, 'Dismiss').click();
  await popup(page).waitFor({ state: 'detached' });
  await button(page, 'Dark').click();
  await button(page, 'What’s new').click();
  await dialog(page).waitFor();
  expect(await popup(page).locator('dialog').getAttribute('class')).toBe('dark desktop');
  await page.close();
});

describe('the script', () => {
  const policy = (origin: string) =>
    `default-src 'none'; script-src ${origin}; connect-src 'self' ${origin}; img-src data:; require-trusted-types-for 'script'`;
  const serve = (markup: string) => {
    site.answers['GET /page'] = (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy(address) })
        .end(`<!doctype html><title>Host</title><link rel="icon" href="data:,">${markup}<body><h1>Host</h1></body>`);
  };

  test.each([
    [
      'in the head, before there is a body',
      (src: string) => `<script src="${src}" data-auth-provider-endpoint="/identity" data-token="t"></script>`,
    ],
    [
      'as a module',
      (src: string) =>
        `<script type="module" src="${src}" data-auth-provider-endpoint="/identity" data-token="t"></script>`,
    ],
    [
      'async',
      (src: string) => `<script async src="${src}" data-auth-provider-endpoint="/identity" data-token="t"></script>`,
    ],
  ])('works %s [popup 2]', async (_how, tag) => {
    serve(tag('/embed/release-notes.js'));
    const { page, troubles } = await visit('/page');
    await dialog(page).waitFor();
    expect(troubles).toEqual([]);
    await page.close();
  });

  test('reads options from the attributes of its tag [spec 2.54]', async () => {
    serve(
      `<script src="/embed/release-notes.js" data-auth-provider-endpoint="/identity" data-token="t" data-dark data-mobile data-dir="rtl"
        data-title="News" data-locale="de-DE" data-suppress-logs data-person="anna" data-admin-endpoint="https://admin.test" data-auth-client-id="shop"></script>`,
    );
    const { page } = await visit('/page');
    await page.getByRole('dialog', { name: 'News' }).waitFor();
    const panel = popup(page).locator('dialog');
    expect([await panel.getAttribute('class'), await panel.getAttribute('dir')]).toEqual(['dark mobile', 'rtl']);
    expect(await panel.getAttribute('lang')).toBe('de-DE');
    expect(await page.getByRole('link').getAttribute('href')).toBe('https://admin.test/changelog/shop');
    await button(page, 'Dismiss').click();
    expect(await page.evaluate(() => Object.keys(localStorage))).toContain('release-notes:anna:r2');
    await page.close();
  });

  test('requests releases before it loads the renderer, and loads nothing more without releases', async () => {
    serve('<script src="/embed/release-notes.js" data-auth-provider-endpoint="/identity" data-token="t"></script>');
    const { page } = await visit('/page');
    await dialog(page).waitFor();
    const paths = site.calls.map(({ path }) => path);
    const panel = paths.findIndex((path) => /^\/embed\/release-notes-panel-.*\.js$/.test(path));
    expect(panel).toBeGreaterThan(paths.indexOf('/releases/published'));

    site.calls.length = 0;
    site.answers['GET /identity/releases/published'] = json([]);
    const logged = page.waitForEvent('console', (message) => message.text().includes('Nothing to render'));
    await page.reload();
    await logged;
    expect(site.calls.map(({ path }) => path).filter((path) => path.includes('panel'))).toEqual([]);
    await page.close();
  });

  test('works on a page of another origin', async () => {
    const other = new PopupSite();
    const origin = await other.start();
    other.reset();
    other.answers['GET /page'] = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy(address) }).end(
        `<!doctype html><title>Host</title><link rel="icon" href="data:,">
          <script src="${address}/embed/release-notes.js" data-auth-provider-endpoint="/identity" data-token="t"></script>`,
      );
    other.answers['GET /identity/releases/published'] = json(RELEASES);
    const { page, troubles } = await visit(`${origin}/page`);
    await dialog(page).waitFor();
    expect(troubles).toEqual([]);
    await page.close();
    await other.stop();
  });

  test('throws the specified message when the request for releases fails [spec 8.6]', async () => {
    serve('<script src="/embed/release-notes.js" data-auth-provider-endpoint="/identity" data-token="t"></script>');
    site.answers['GET /identity/releases/published'] = json({}, 500);
    const page = await browser.newPage();
    const thrown = page.waitForEvent('pageerror');
    await page.goto(`${address}/page`);
    expect((await thrown).message).toBe('Changelog initialization error: the provider answered 500');
    expect(await popup(page).count()).toBe(0);
    await page.close();
  });

  test('reports a renderer that fails to load, and leaves nothing behind [spec 8.7]', async () => {
    serve('<script src="/embed/release-notes.js" data-auth-provider-endpoint="/identity" data-token="t"></script>');
    const page = await browser.newPage();
    await page.route(/release-notes-panel-/, (route) => route.abort());
    const thrown = page.waitForEvent('pageerror');
    await page.goto(`${address}/page`);
    expect((await thrown).message).toMatch(/^Error in rendering inside the app context: ./);
    expect(await popup(page).count()).toBe(0);
    expect(
      await page.evaluate(() => [document.documentElement.getAttribute('style'), document.querySelector('[inert]')]),
    ).toEqual([null, null]);
    await page.close();
  });
});
