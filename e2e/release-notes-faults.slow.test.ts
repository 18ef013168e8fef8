import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from './harness/browser.ts';
import { type HostWindow, NOTHING_LEFT, OUTPUTS, PopupPage } from './harness/popup-page.ts';
import { RELEASES, releaseWith } from './harness/popup-releases.ts';
import { json, PopupSite } from './harness/popup-site.ts';

/** Faulty providers, hostile pages and impatient users. */
const site = new PopupSite();
let address: string;
let browser: Browser;

beforeAll(async () => {
  address = await site.start();
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

const visits = () => site.calls.filter(({ path }) => path === '/releases/visit');
const text = (body: string, type: string) => (_request: unknown, response: import('node:http').ServerResponse) =>
  response.writeHead(200, { 'content-type': type }).end(body);
const endless = (_request: unknown, response: import('node:http').ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).write('[');
/** Styles of a page that would affect foreign elements. */
const HOSTILE_STYLES = `
  body * { all: unset !important; display: none !important; position: static !important; opacity: 0 !important; color: #f0f !important;
    font-size: 1px !important; letter-spacing: 40px !important; pointer-events: none !important; visibility: hidden !important;
    z-index: -1 !important; transform: scale(0) !important; filter: blur(9px) !important; }
  :root { --surface: red; --text: red; --rn-primary: red; text-transform: uppercase !important; word-spacing: 99px !important; }`;

/** The code of both outputs is the same up to the renderer. */
describe('the popup', () => {
  const open = (settings = {}) => PopupPage.open(browser, `${address}/popup-hosts/script.html`, settings);

  test('a failed request for releases throws the specified message, and leaves nothing on the page [spec 8.6]', async () => {
    const host = await open();
    const failures = [
      ['500', json({ error: 'down' }, 500), 'the provider answered 500'],
      ['401', json({}, 401), 'the provider answered 401'],
      ['a page of HTML', text('<!doctype html><h1>Sign in</h1>', 'text/html'), 'JSON'],
      ['half an answer', text('[{"id":', 'application/json'), 'JSON'],
      ['an object', json({ releases: [] }), 'is not a list of objects'],
      ['null', json(null), 'is not a list of objects'],
      ['no body', text('', 'application/json'), 'JSON'],
      ['50 MB', text(`["${'x'.repeat(50_000_000)}"]`, 'application/json'), 'the answer is too long'],
      [
        'a redirect elsewhere',
        (_request: unknown, response: import('node:http').ServerResponse) =>
          response.writeHead(302, { location: '/popup-hosts/script.html' }).end(),
        'Failed to fetch',
      ],
    ] as const;
    for (const [what, answer, cause] of failures) {
      site.answers['GET /identity/releases/published'] = answer;
      // A further install retries after a failure.
      const outcome = await host.install();
      expect(outcome, what).toMatch(/^Changelog initialization error: (.*) \| \1$/s);
      expect(outcome, what).toContain(cause);
      expect(await host.leftovers(), what).toEqual(NOTHING_LEFT);
    }
    const events = await host.events();
    expect(events).toHaveLength(failures.length);
    expect(events[0]).toEqual({
      type: 'release-notes-error',
      detail: 'Changelog initialization error: the provider answered 500',
    });
    expect(host.logs).toContain('changelog-plugin: Changelog initialization error: the provider answered 500');
    // Without releases the theme is not requested.
    expect(site.calls.some(({ path }) => path === '/.well-known/theme')).toBe(false);

    site.answers['GET /identity/releases/published'] = json(RELEASES);
    expect(await host.install()).toBe('shown');
    await host.close();
  });

  test('an error that the page does not handle is thrown', async () => {
    site.answers['GET /identity/releases/published'] = json({}, 500);
    const host = await open();
    await host.page.evaluate(() => {
      (window as unknown as HostWindow).BackcounterReleaseNotes.install({
        authProviderEndpoint: '/identity',
        token: 't',
      });
    });
    await expect.poll(() => host.logs).toContain('uncaught: Changelog initialization error: the provider answered 500');
    await host.close();
  });

  test('sends nothing without a token, or with an endpoint that is no http URL', async () => {
    const host = await open();
    const before = site.calls.length;
    expect(await host.install({ token: '' })).toContain('Changelog initialization error: there is no token');
    expect(await host.install({ authProviderEndpoint: 'data:application/json,[]#' })).toContain(
      'is not an http address',
    );
    expect(site.calls).toHaveLength(before);
    await host.close();
  });

  test('aborts a request for releases after 10 s [spec 8.6]', async () => {
    site.answers['GET /identity/releases/published'] = endless;
    const host = await open();
    await host.page.clock.install();
    const outcome = host.install();
    await expect.poll(() => site.calls.filter(({ path }) => path === '/releases/published').length).toBe(1);
    await host.page.clock.runFor(10_000);
    expect(await outcome).toContain('Changelog initialization error: no answer within 10 s');
    expect(await host.leftovers()).toEqual(NOTHING_LEFT);
    await host.close();
  });

  test('has its own colours without a readable theme [spec 8.11]', async () => {
    const host = await open();
    const themes = [
      json({}, 500),
      text('<html>', 'text/html'),
      json({ colors: { primary: 'red;background:url(//x.test)', secondary: 'expression(1)' } }),
      json(null),
      text(' '.repeat(2_000_000), 'application/json'),
    ];
    for (const theme of themes) {
      site.answers['GET /identity/.well-known/theme'] = theme;
      expect(await host.install()).toBe('shown');
      const style = await host.popup
        .locator('.filled')
        .evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(style).toBe('rgb(15, 107, 129)');
      await host.remove();
    }
    expect(await host.leftovers()).toEqual(NOTHING_LEFT);
    await host.close();
  });

  test('waits at most 3 s for the theme [spec 8.11]', async () => {
    site.answers['GET /identity/.well-known/theme'] = endless;
    const host = await open();
    await host.page.clock.install();
    const outcome = host.install();
    await expect.poll(() => site.calls.some(({ path }) => path === '/.well-known/theme')).toBe(true);
    await host.page.clock.runFor(3500);
    expect(await outcome).toBe('shown');
    await host.close();
  });

  test('sends a failed visit again when the browser is online; the popup still closes and stays closed [spec 8.12]', async () => {
    site.answers['POST /identity/releases/visit'] = json({}, 503);
    const host = await open();
    await host.install();
    await host.button('Mark as Read').click();
    await host.gone();
    await expect.poll(() => host.logs).toContain('changelog-plugin: Visit not posted: the provider answered 503');
    await host.page.context().setOffline(true);
    await host.page.context().setOffline(false);
    await expect.poll(visits).toHaveLength(2);
    await host.page.reload();
    expect(await host.install()).toBe('nothing-to-render');
    await expect.poll(visits).toHaveLength(3);
    expect(visits().map(({ authorization, body }) => [authorization, body])).toEqual(
      Array(3).fill(['Bearer secret-token', '']),
    );
    await host.close();
  });

  test('closes without waiting for a slow visit', async () => {
    site.answers['POST /identity/releases/visit'] = () => 'no answer';
    const host = await open();
    await host.install();
    await host.button('Mark as Read').click();
    await host.page.keyboard.press('Escape');
    await host.gone();
    expect(visits()).toHaveLength(1);
    expect((await host.events()).at(-1)).toEqual({ type: 'release-notes-close', detail: { reason: 'read' } });
    await host.close();
  });

  test('renders all texts as plain text', async () => {
    const hostile =
      '<img src=x onerror="window.hit=1"><script>window.hit=1</script>{count} &amp; %s \u202egnp.exe \ud800';
    site.answers['GET /identity/releases/published'] = json(
      releaseWith({ title: hostile, description: `${hostile} ${'Donaudampfschifffahrt'.repeat(200)}` }, hostile),
    );
    const host = await open({ viewport: { width: 320, height: 600 } });
    expect(await host.install()).toBe('shown');
    await host.button('Read More').click();
    const safe = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>{count} &amp; %s gnp.exe \ufffd';
    expect(await host.popup.locator('.change-title').textContent()).toBe(safe);
    expect(await host.popup.locator('h3').textContent()).toBe(safe);
    expect(await host.popup.locator('img, script').count()).toBe(0);
    expect(await host.page.evaluate(() => 'hit' in window)).toBe(false);
    const overflow = await host.popup.evaluate(
      (element) =>
        [...(element.shadowRoot?.querySelectorAll('.releases, .panel, .head, .foot') ?? [])].filter(
          (each) => each.scrollWidth > each.clientWidth + 1,
        ).length,
    );
    expect(overflow).toBe(0);
    expect((await host.leftovers())['violations']).toEqual([]);
    await host.close();
  });

  test('bounds ten thousand changes, and says how many are omitted', async () => {
    const changes = Array.from({ length: 10_000 }, (_, id) => ({ id, type: 'BUG', title: `c${id}`, description: 'd' }));
    const [release] = releaseWith({});
    site.answers['GET /identity/releases/published'] = json([{ ...release, changeLists: [{ title: 'L', changes }] }]);
    const host = await open();
    expect(await host.install()).toBe('shown');
    expect(await host.popup.locator('li').count()).toBe(1000);
    expect(await host.popup.locator('.left-out').textContent()).toBe('Changes not shown: 9,000');
    await host.close();
  });

  test('is unaffected by styles of the page [popup 2]', async () => {
    const host = await open();
    await host.page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
    }, HOSTILE_STYLES);
    await host.install();
    const panel = await host.popup.locator('.panel').boundingBox();
    expect(panel?.width).toBe(800);
    const heading = await host.popup.locator('h2').evaluate((element) => {
      const { color, fontSize, textTransform, wordSpacing, visibility, opacity } = getComputedStyle(element);
      return { color, fontSize, textTransform, wordSpacing, visibility, opacity };
    });
    expect(heading).toEqual({
      color: 'rgb(21, 25, 30)',
      fontSize: '22px',
      textTransform: 'none',
      wordSpacing: '0px',
      visibility: 'visible',
      opacity: '1',
    });
    await host.button('Dismiss').click();
    await host.gone();
    expect(await host.leftovers()).toEqual(NOTHING_LEFT);
    await host.close();
  });

  test('leaves nothing behind when removed during a fetch, while closing, or by the page', async () => {
    const host = await open();
    site.answers['GET /identity/releases/published'] = endless;
    const outcome = host.install();
    await host.popup.waitFor({ state: 'attached' });
    await host.remove();
    expect(await outcome).toBe('removed');
    expect(await host.reopen()).toBe('removed');
    expect(await host.leftovers()).toEqual(NOTHING_LEFT);

    site.answers['GET /identity/releases/published'] = json(RELEASES);
    expect(await host.install()).toBe('shown');
    await host.button('Dismiss').click();
    await host.remove();
    expect(await host.leftovers()).toEqual(NOTHING_LEFT);

    await host.page.evaluate(() => localStorage.clear());
    expect(await host.install()).toBe('shown');
    await host.popup.evaluate((element) => element.remove());
    expect(await host.leftovers()).toEqual(NOTHING_LEFT);
    expect((await host.events()).filter(({ type }) => type.endsWith('close')).map(({ detail }) => detail)).toEqual([
      { reason: 'dismissed' },
      { reason: 'removed' },
    ]);
    await host.close();
  });

  test('shows one popup with one fetch for two installs at once', async () => {
    const host = await open();
    expect(await Promise.all([host.install(), host.install({ dark: true })])).toEqual(['shown', 'shown']);
    expect(await host.popup.count()).toBe(1);
    expect(site.calls.filter(({ path }) => path === '/releases/published')).toHaveLength(1);
    expect(await host.popup.locator('dialog').getAttribute('class')).toBe('dark desktop');
    await host.close();
  });

  test('opens without access to storage', async () => {
    const host = await open();
    await host.page.evaluate(() =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('refused', 'SecurityError');
        },
      }),
    );
    expect(await host.install()).toBe('shown');
    await host.button('Dismiss').click();
    await host.gone();
    await host.close();
  });

  test('waits until a modal dialog of the page is closed', async () => {
    const host = await open();
    await host.page.evaluate(() => document.querySelector<HTMLDialogElement>('#modal')?.showModal());
    const outcome = host.install();
    await expect.poll(() => site.calls.some(({ path }) => path === '/.well-known/theme')).toBe(true);
    expect(await host.popup.evaluate((element) => element.shadowRoot)).toBeNull();
    await host.page.evaluate(() => document.querySelector<HTMLDialogElement>('#modal')?.close());
    expect(await outcome).toBe('shown');
    await host.close();
  });
});

/** React is part of one output, and that of the host in the other. */
describe.each(OUTPUTS)('%s', (output) => {
  const open = (settings = {}) => PopupPage.open(browser, `${address}/popup-hosts/${output}.html`, settings);

  test.each([
    ['a panel that cannot be drawn', { keepUsable: '<<' }, (): void => undefined],
    [
      'a panel whose drawing throws',
      {},
      () => {
        window.matchMedia = () => {
          throw new Error('no media');
        };
      },
    ],
  ])(
    '%s throws the message of the specification once, and nothing stays on the page [spec 8.7]',
    async (_what, options, harm) => {
      const host = await open();
      await host.page.evaluate(harm);
      expect(await host.install(options)).toBe('failed');
      expect(await host.leftovers()).toEqual(NOTHING_LEFT);
      expect((await host.events()).map(({ type }) => type)).toEqual(['release-notes-error']);
      const thrown = (): string[] => host.logs.filter((line) => line.startsWith('uncaught'));
      await expect
        .poll(thrown)
        .toEqual([expect.stringMatching(/^uncaught: Error in rendering inside the app context: ./)]);
      await host.close();
    },
  );

  test('also throws an error of an open panel, and restores the page [spec 8.7]', async () => {
    const host = await open();
    await host.install();
    await host.page.evaluate(() => {
      window.matchMedia = () => {
        throw new Error('no media');
      };
      (window as unknown as HostWindow).handle.update({ title: 'Another' });
    });
    await host.gone();
    await expect.poll(() => host.logs).toContain('uncaught: Error in rendering inside the app context: no media');
    expect(await host.leftovers()).toEqual(NOTHING_LEFT);
    await host.close();
  });
});
