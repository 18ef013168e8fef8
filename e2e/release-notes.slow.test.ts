import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from './harness/browser.ts';
import { NOTHING_LEFT, OUTPUTS, PopupPage } from './harness/popup-page.ts';
import { RELEASES, releaseWith } from './harness/popup-releases.ts';
import { json, PopupSite } from './harness/popup-site.ts';

/** The popup on a page with a strict policy, for each output of the package. */
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

const called = (path: string) => site.calls.filter((call) => call.path === path);

describe.each(OUTPUTS)('%s', (output) => {
  const open = (settings = {}) => PopupPage.open(browser, `${address}/popup-hosts/${output}.html`, settings);

  test('requests releases with the token, then the theme without one, and shows the published releases [spec 2.39, 2.42, 2.43, 2.44, 2.46, 2.47, 4.28, 4.30, 7.7, 7.8, 8.31, 8.33, 9.4]', async () => {
    const host = await open({ timezoneId: 'America/Los_Angeles', locale: 'en-US' });
    expect(await host.install({ adminEndpoint: `${address}/admin/`, authClientId: 'back counter' })).toBe('shown');

    expect(called('/releases/published')).toMatchObject([{ authorization: 'Bearer secret-token' }]);
    expect(called('/.well-known/theme')).toMatchObject([{ authorization: null }]);
    const at = (path: string) => site.calls.findIndex((call) => call.path === path);
    expect(at('/.well-known/theme')).toBeGreaterThan(at('/releases/published'));

    await host.popup.getByRole('heading', { name: "What's included in the latest release(s)", level: 2 }).waitFor();
    expect(await host.popup.locator('.release-head').allInnerTexts()).toEqual([
      '6.14.0\nFri 20-Nov-26',
      '6.13.2\nMon 09-Nov-26',
    ]);
    expect(await host.popup.locator('h4').allInnerTexts()).toEqual([
      'Accounts and stores',
      'Campaigns',
      'Notifications',
    ]);
    const first = host.popup.locator('.list').first();
    expect(await first.locator('.badge').allInnerTexts()).toEqual(['Bug', 'Feature', 'Improvement']);
    expect(await first.locator('.change-title').allInnerTexts()).toEqual([
      'Saved views keep their sort',
      'Proof on every store balance',
      'Select everything that matches',
      'Phone numbers are found as typed',
    ]);
    // Only between non-empty groups: three, one and two of them.
    expect(await host.popup.locator('.list').locator('hr').count()).toBe(3);
    expect(await first.locator('hr').count()).toBe(2);
    expect(host.logs).toContain('changelog-plugin: Successfully rendered');
    expect((await host.leftovers())['violations']).toEqual([]);
    await host.close();
  });

  test('covers the window above the page, with badges in red, green and purple and the colours of the theme [spec 2.35, 2.37, 2.38, 2.45, 9.3]', async () => {
    site.answers['GET /identity/.well-known/theme'] = json({ colors: { primary: '#a00000', secondary: '#00509f' } });
    const host = await open({ reducedMotion: 'no-preference' });
    await host.install();
    const look = await host.popup.evaluate((element) => {
      const style = (selector: string) => getComputedStyle(element.shadowRoot?.querySelector(selector) ?? element);
      const { width, height } = element.getBoundingClientRect();
      return {
        stacking: getComputedStyle(element).zIndex,
        position: getComputedStyle(element).position,
        size: [width, height],
        badges: ['BUG', 'FEATURE', 'IMPROVEMENT'].map((type) => style(`.badge.${type}`).color),
        primary: style('.filled').backgroundColor,
        secondary: style('.icon-tag').color,
        bounce: style('.panel').animationName,
        frames: (element.shadowRoot?.adoptedStyleSheets ?? []).some(({ cssRules }) =>
          [...cssRules].some((rule) => rule instanceof CSSKeyframesRule && rule.name === 'bounce'),
        ),
      };
    });
    expect(look).toEqual({
      stacking: '50000',
      position: 'fixed',
      size: [960, 640],
      badges: ['rgb(179, 40, 45)', 'rgb(23, 117, 74)', 'rgb(106, 61, 189)'],
      primary: 'rgb(160, 0, 0)',
      secondary: 'rgb(0, 80, 159)',
      bounce: 'bounce',
      frames: true,
    });
    await host.close();
  });

  test('starts hidden and becomes visible after mounting [spec 4.31]', async () => {
    const host = await open();
    await host.page.evaluate(() => {
      const show = HTMLDialogElement.prototype.show;
      HTMLDialogElement.prototype.show = function (this: HTMLDialogElement) {
        Object.assign(window, { atMount: [this.dataset['phase'], getComputedStyle(this).visibility] });
        show.call(this);
        new MutationObserver(() => {
          const { inert } = document.querySelector('main') as HTMLElement;
          Object.assign(window, { whenVisible: [this.dataset['phase'], inert, document.activeElement?.localName] });
        }).observe(this, { attributeFilter: ['data-phase'] });
      };
    });
    await host.install();
    expect(await host.page.evaluate(() => (window as unknown as { atMount: string[] }).atMount)).toEqual([
      'hidden',
      'hidden',
    ]);
    // Once it is visible, its keys work and the page behind is inert.
    expect(await host.page.evaluate(() => (window as unknown as { whenVisible: unknown[] }).whenVisible)).toEqual([
      'open',
      true,
      'backcounter-release-notes',
    ]);
    const dialog = host.popup.locator('dialog');
    expect(await dialog.getAttribute('data-phase')).toBe('open');
    expect(await dialog.evaluate((element) => getComputedStyle(element).visibility)).toBe('visible');
    await host.close();
  });

  test('Mark as Read posts one visit without a body, then closes and leaves nothing behind [spec 2.52, 4.32, 7.9]', async () => {
    const host = await open();
    await host.page.locator('#before').focus();
    await host.install();
    expect(await host.page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden');
    await host.button('Mark as Read').dblclick();
    await host.gone();
    expect(called('/releases/visit')).toEqual([
      { method: 'POST', path: '/releases/visit', authorization: 'Bearer secret-token', body: '' },
    ]);
    expect(await host.leftovers()).toEqual(NOTHING_LEFT);
    expect(await host.page.evaluate(() => document.activeElement?.id)).toBe('before');
    expect(await host.events()).toEqual([
      { type: 'release-notes-open', detail: { releases: ['r2', 'r1'] } },
      { type: 'release-notes-read', detail: { releases: ['r2', 'r1'] } },
      { type: 'release-notes-close', detail: { reason: 'read' } },
    ]);
    await host.close();
  });
});

/** The code of both outputs is the same up to the renderer. */
describe('the popup', () => {
  const open = (settings = {}) => PopupPage.open(browser, `${address}/popup-hosts/script.html`, settings);

  test('Dismiss posts no visit; the container stays for 500 ms and catches a second click [spec 2.53, 4.33, 4.34, 9.2]', async () => {
    const host = await open();
    await host.install();
    await host.page.evaluate(() => {
      const host = window as unknown as { clicks: number };
      host.clicks = 0;
      addEventListener('click', ({ target }) => {
        if (!(target as Element).closest('backcounter-release-notes')) host.clicks += 1;
      });
    });
    await host.stopTime();
    await host.button('Dismiss').dblclick();
    await host.page.clock.runFor(499);
    expect(await host.popup.count()).toBe(1);
    await host.page.clock.runFor(1);
    expect(await host.popup.count()).toBe(0);
    expect(await host.page.evaluate(() => (window as unknown as { clicks: number }).clicks)).toBe(0);
    expect(called('/releases/visit')).toEqual([]);
    expect(await host.leftovers()).toEqual(NOTHING_LEFT);
    await host.close();
  });

  test('Mark as Read closes 500 ms after the response to the visit [spec 4.32, 4.34, 9.2]', async () => {
    let answer = (): unknown => undefined;
    site.answers['POST /identity/releases/visit'] = (_request, response) => {
      answer = () => response.writeHead(204).end();
    };
    const host = await open();
    await host.install();
    await host.stopTime();
    await host.button('Mark as Read').click();
    await expect.poll(() => called('/releases/visit')).toHaveLength(1);
    const phase = host.popup.locator('dialog');
    expect(await phase.getAttribute('data-phase')).toBe('open');
    answer();
    await expect.poll(() => phase.getAttribute('data-phase')).toBe('closing');
    await host.page.clock.runFor(499);
    expect(await host.popup.count()).toBe(1);
    await host.page.clock.runFor(1);
    expect(await host.popup.count()).toBe(0);
    await host.close();
  });

  test('stays dismissed for a person in all tabs, until another release is published [spec 1.14]', async () => {
    const host = await open();
    await host.install({ person: 'anna' });
    const other = await host.anotherTab();
    await other.install({ person: 'anna' });
    await host.page.keyboard.press('Escape');
    await host.gone();
    await other.gone();
    expect((await other.events()).at(-1)).toEqual({ type: 'release-notes-close', detail: { reason: 'dismissed' } });
    expect(await other.leftovers()).toEqual(NOTHING_LEFT);
    await host.page.reload();
    expect(await host.install({ person: 'anna', token: 'another-sign-in' })).toBe('dismissed-before');
    expect(await host.leftovers()).toEqual(NOTHING_LEFT);
    await host.page.reload();
    expect(await host.install({ person: 'ben' })).toBe('shown');
    await host.page.reload();
    site.answers['GET /identity/releases/published'] = json([...releaseWith({}), ...RELEASES]);
    expect(await host.install({ person: 'anna' })).toBe('shown');
    await host.close();
  });

  test('shows all releases on request, also dismissed ones and while it closes', async () => {
    const host = await open();
    expect(await host.install({ autoOpen: false })).toBe('nothing-to-render');
    expect(site.calls.filter(({ path }) => path.startsWith('/releases'))).toEqual([]);
    expect(await host.reopen()).toBe('shown');
    expect(called('/releases/published?all=true')).toHaveLength(1);
    await host.button('Dismiss').click();
    expect(await host.reopen()).toBe('shown');
    expect(await host.reopen()).toBe('shown');
    expect(called('/releases/published?all=true')).toHaveLength(2);
    expect(await host.popup.count()).toBe(1);
    await host.close();
  });

  test('shows published releases on request at a provider without ?all=true', async () => {
    site.answers['GET /identity/releases/published'] = (request, response) =>
      json(RELEASES, request.url?.includes('all=true') ? 400 : 200)(request, response);
    const host = await open();
    await host.install({ autoOpen: false });
    expect(await host.reopen()).toBe('shown');
    await host.close();
  });

  test('truncates a long description at 100 characters, and can expand it [spec 2.48, 2.49, 5.6, 9.1]', async () => {
    const host = await open();
    await host.install();
    const description = host.popup.locator('.description').nth(1);
    expect(await description.textContent()).toBe(
      `${RELEASES[0].changeLists[0].changes[1].description.slice(0, 100)} ... Read More`,
    );
    const more = host.button('Read More');
    expect(await more.getAttribute('aria-expanded')).toBe('false');
    await more.click();
    const less = host.button('Read Less');
    expect(await less.getAttribute('aria-expanded')).toBe('true');
    expect(await description.textContent()).toBe(`${RELEASES[0].changeLists[0].changes[1].description} Read Less`);
    await less.click();
    await host.button('Read More').waitFor();
    await host.close();
  });

  test('View More opens the changelog in a new tab without access to the opener [spec 2.50]', async () => {
    site.answers['GET /changelog/back%2Fcounter'] = (_request, response) => response.end('<!doctype html>');
    const host = await open();
    await host.install({ adminEndpoint: address, authClientId: 'back/counter' });
    const link = host.popup.getByRole('link', { name: 'View More' });
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    const [tab] = await Promise.all([host.page.context().waitForEvent('page'), link.click()]);
    await tab.waitForURL(`${address}/changelog/back%2Fcounter`);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await host.close();
  });

  test('View More is absent without a URL [spec 2.51]', async () => {
    const host = await open();
    await host.install();
    for (const [adminEndpoint, authClientId] of [
      [undefined, undefined],
      ['https://admin.test', undefined],
      [undefined, 'backcounter'],
      ['javascript:alert(1)//', 'backcounter'],
      ['https://[', 'backcounter'],
    ]) {
      // A second install passes other options.
      expect(
        await host.install({ ...(adminEndpoint && { adminEndpoint }), ...(authClientId && { authClientId }) }),
      ).toBe('shown');
      expect(await host.popup.getByText('View More').count(), `${adminEndpoint} ${authClientId}`).toBe(0);
    }
    await host.install({ adminEndpoint: 'https://admin.test', authClientId: 'backcounter' });
    await host.popup.getByText('View More').waitFor();
    expect(called('/releases/published')).toHaveLength(1);
    await host.close();
  });

  test('the header of a release stays in view while its changes scroll [spec 2.41]', async () => {
    const changes = Array.from({ length: 40 }, (_, at) => ({
      id: at,
      type: 'BUG',
      title: `Change ${at}`,
      description: 'D',
    }));
    const [release] = releaseWith({});
    site.answers['GET /identity/releases/published'] = json([
      { ...release, changeLists: [{ title: 'List', changes }] },
    ]);
    const host = await open();
    await host.install();
    const head = host.popup.locator('.release-head');
    const before = await head.boundingBox();
    await host.popup.getByText('Change 30').scrollIntoViewIfNeeded();
    expect((await head.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
    await host.close();
  });

  test("the title can be overridden, and the host's function translates all texts [spec 2.40]", async () => {
    const host = await open();
    const texts = await host.page.evaluate(async () => {
      const { BackcounterReleaseNotes } = window as unknown as {
        BackcounterReleaseNotes: {
          install(options: object): { ready: Promise<string>; update(options: object): void };
        };
      };
      const popup = BackcounterReleaseNotes.install({
        authProviderEndpoint: '/identity',
        token: async () => 'from-a-function',
        translate: (key: string, english: string) => {
          if (key.endsWith('bug')) throw new Error('no such key');
          return key === 'releaseNotes.feature' ? '' : `[${english}]`;
        },
      });
      await popup.ready;
      const text = (selector: string) =>
        document.querySelector('backcounter-release-notes')?.shadowRoot?.querySelector<HTMLElement>(selector)
          ?.textContent;
      const translated = ['h2', '.filled', '.badge.BUG', '.badge.FEATURE'].map(text);
      popup.update({ title: 'News for you', locale: 'de-DE', dir: 'rtl', dark: true });
      await new Promise((resolve) => setTimeout(resolve, 0));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const { lang } = document.querySelector('backcounter-release-notes')?.shadowRoot?.querySelector('dialog') ?? {};
      return [...translated, text('h2'), lang, text('time')];
    });
    expect(texts).toEqual([
      "[What's included in the latest release(s)]",
      '[Mark as Read]',
      'Bug',
      'Feature',
      '[News for you]',
      'de-DE',
      'Fri 20-Nov-26',
    ]);
    expect(called('/releases/published')[0]?.authorization).toBe('Bearer from-a-function');
    expect(await host.popup.locator('dialog').getAttribute('class')).toBe('dark desktop');
    expect(await host.popup.locator('dialog').getAttribute('dir')).toBe('rtl');
    await host.close();
  });

  test('an empty list renders nothing: no theme, no panel, no container [spec 4.29]', async () => {
    site.answers['GET /identity/releases/published'] = json([]);
    const host = await open();
    const before = site.calls.length;
    expect(await host.install()).toBe('nothing-to-render');
    expect(site.calls.slice(before).map(({ path }) => path)).toEqual(['/releases/published']);
    expect(host.logs).toContain('changelog-plugin: Nothing to render');
    expect(await host.leftovers()).toEqual(NOTHING_LEFT);
    await host.close();
  });

  test('suppressLogs disables the logs [spec 8.32]', async () => {
    const host = await open();
    await host.install({ suppressLogs: true });
    site.answers['GET /identity/releases/published'] = json({}, 500);
    await host.button('Dismiss').click();
    await host.gone();
    expect(await host.reopen().catch((error: Error) => error.message)).toContain('Changelog initialization error');
    await host.page.evaluate(() => {
      window.matchMedia = () => {
        throw new Error('no media');
      };
    });
    site.answers['GET /identity/releases/published'] = json(RELEASES);
    expect(await host.reopen()).toBe('failed');
    // Without the browser's own messages.
    const lines = host.logs.filter((line) => !line.startsWith('Failed to load resource'));
    expect(lines).toEqual([expect.stringMatching(/^uncaught: Error in rendering inside the app context: /)]);
    await host.close();
  });
});
