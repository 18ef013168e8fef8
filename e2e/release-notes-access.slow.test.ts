import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { NOTHING_LEFT, OUTPUTS, PopupPage } from './harness/popup-page.ts';
import { RELEASES } from './harness/popup-releases.ts';
import { json, PopupSite } from './harness/popup-site.ts';

/** The popup by keyboard, with assistive technology, on small screens, in dark mode, right to left and in print. */
const SCREENSHOTS = join(import.meta.dirname, '..', 'artifacts', 'screenshots');
const site = new PopupSite();
let address: string;
let browser: Browser;

beforeAll(async () => {
  address = await site.start();
  browser = await launchBrowser();
  mkdirSync(SCREENSHOTS, { recursive: true });
});
afterAll(async () => {
  await browser?.close();
  await site.stop();
});
beforeEach(() => {
  site.reset();
  site.answers['GET /identity/releases/published'] = json(RELEASES);
});

/** Accessible name of the focused element, inside or outside of the popup. */
const focused = ({ page }: PopupPage) =>
  page.evaluate(() => {
    const outer = document.activeElement;
    const inner = outer?.shadowRoot?.activeElement ?? outer;
    return inner?.getAttribute('aria-label') ?? inner?.textContent?.trim().slice(0, 40);
  });

/** Names of the elements focused by `count` presses of a key. */
async function stops(host: PopupPage, key: string, count: number): Promise<unknown[]> {
  const names = [];
  for (let at = 0; at < count; at += 1) {
    await host.page.keyboard.press(key);
    names.push(await focused(host));
  }
  return names;
}

describe.each(OUTPUTS)('%s', (output) => {
  const open = (settings = {}) => PopupPage.open(browser, `${address}/popup-hosts/${output}.html`, settings);

  test('keyboard only: focus starts at the heading, Tab stays inside, Escape dismisses, and the focus returns', async () => {
    const host = await open();
    await host.page.getByLabel('An input of the host').focus();
    await host.install({ adminEndpoint: address, authClientId: 'backcounter' });
    expect(await focused(host)).toBe("What's included in the latest release(s)");
    const around = [
      'Close',
      expect.stringMatching(/^6\.14\.0/),
      'Read More',
      expect.stringMatching(/^View More/),
      'Dismiss',
      'Mark as Read',
    ];
    expect(await stops(host, 'Tab', 7)).toEqual([...around, 'Close']);
    expect(await stops(host, 'Shift+Tab', 6)).toEqual([...around].reverse());
    await stops(host, 'Tab', 2);
    await host.page.keyboard.press('Enter');
    expect(await focused(host)).toBe('Read Less');

    let escapes = 0;
    await host.page.exposeFunction('onHostEscape', () => {
      escapes += 1;
    });
    await host.page.evaluate(() =>
      document.addEventListener('keydown', () => (window as unknown as { onHostEscape(): void }).onHostEscape()),
    );
    await host.page.keyboard.press('Escape');
    await host.page.keyboard.press('Escape');
    await host.gone();
    expect(escapes).toBe(0);
    expect(await host.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'An input of the host',
    );
    expect((await host.events()).at(-1)?.detail).toEqual({ reason: 'dismissed' });
    expect(await host.leftovers()).toEqual(NOTHING_LEFT);
    await host.close();
  });

  test('makes the page behind inert, including later additions, except for parts that must stay usable', async () => {
    const host = await open();
    await host.install({ keepUsable: '#toasts' });
    await host.page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('button'), { id: 'late', textContent: 'Late' }));
      document.querySelector('#toasts button')?.addEventListener('click', ({ target }) => (target as Element).remove());
    });
    await expect
      .poll(() =>
        host.page.evaluate(() => [...document.querySelectorAll('[inert]')].map(({ id, tagName }) => id || tagName)),
      )
      .toEqual(expect.arrayContaining(['MAIN', 'late']));
    // By Tab from the last button of the popup; Escape in it does not dismiss the popup.
    await host.button('Mark as Read').focus();
    expect(await stops(host, 'Tab', 1)).toEqual(['Close the toast']);
    await host.page.keyboard.press('Escape');
    await host.page.getByRole('button', { name: 'Close the toast' }).click();
    expect(await host.page.locator('#toasts button').count()).toBe(0);
    expect(await host.popup.locator('dialog').getAttribute('data-phase')).toBe('open');
    await host.button('Dismiss').click();
    await host.gone();
    expect(await host.leftovers()).toEqual(NOTHING_LEFT);
    await host.close();
  });
});

describe('variants', () => {
  const open = (settings = {}) => PopupPage.open(browser, `${address}/popup-hosts/script.html`, settings);
  const variant = (host: PopupPage) => host.popup.locator('dialog').getAttribute('class');

  test.each([
    ['desktop', {}, {}],
    ['dark', {}, { dark: true }],
    ['phone', { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }, {}],
    ['phone-dark', { viewport: { width: 320, height: 568 }, colorScheme: 'dark' }, {}],
    ['rtl', {}, { dir: 'rtl', locale: 'ar-EG' }],
  ] as const)('axe finds nothing, and nothing is cut off: %s', async (name, settings, options) => {
    const host = await open({ viewport: { width: 1440, height: 900 }, ...settings, ...AXE_NEEDS });
    await host.install({ adminEndpoint: address, authClientId: 'backcounter', ...options });
    expect(await violations(host, 'backcounter-release-notes')).toEqual([]);
    const cutOff = await host.popup.evaluate((element) =>
      [...(element.shadowRoot?.querySelectorAll('dialog *') ?? [])]
        .filter(
          (each) => !each.closest('svg, .unseen') && each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0,
        )
        .map((each) => `${each.tagName} ${each.className}`),
    );
    expect(cutOff).toEqual([]);
    await host.page.screenshot({ path: join(SCREENSHOTS, `release-notes-${name}.png`) });
    await host.close();
  });

  test('dark and mobile follow the system unless set by an option [spec 2.36]', async () => {
    const host = await open({ colorScheme: 'dark', viewport: { width: 500, height: 700 } });
    await host.install();
    expect(await variant(host)).toBe('dark mobile');
    await host.page.emulateMedia({ colorScheme: 'light' });
    await host.page.setViewportSize({ width: 800, height: 700 });
    await expect.poll(() => variant(host)).toBe('light desktop');
    await host.install({ dark: true, isMobile: true });
    await expect.poll(() => variant(host)).toBe('dark mobile');
    await host.close();
  });

  test("fills a phone's screen, with touch targets 44 px high [spec 2.36]", async () => {
    const host = await open({ viewport: { width: 390, height: 844 } });
    await host.install({ adminEndpoint: address, authClientId: 'backcounter' });
    expect(await host.popup.locator('.panel').boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    for (const selector of ['.close', '.view-more', '.button']) {
      expect((await host.popup.locator(selector).first().boundingBox())?.height, selector).toBeGreaterThanOrEqual(44);
    }
    await host.close();
  });

  test("has buttons of the specification's size lg, 38 px", async () => {
    const host = await open();
    await host.install();
    expect((await host.button('Mark as Read').boundingBox())?.height).toBe(38);
    await host.close();
  });

  test('can be scrolled completely in a low window, as at high zoom', async () => {
    const host = await open({ viewport: { width: 640, height: 320 } });
    await host.install();
    await host.button('Mark as Read').scrollIntoViewIfNeeded();
    await host.button('Mark as Read').click();
    await host.gone();
    await host.close();
  });

  test('has no motion with reduced motion [spec 2.38]', async () => {
    const host = await open({ reducedMotion: 'reduce' });
    await host.install();
    expect(await host.popup.locator('.panel').evaluate((each) => getComputedStyle(each).animationName)).toBe('none');
    await host.close();
  });

  test('keeps outlines of badges and buttons in forced colours', async () => {
    const host = await open({ forcedColors: 'active' });
    await host.install();
    for (const selector of ['.badge', '.filled', '.button']) {
      const edge = await host.popup
        .locator(selector)
        .first()
        .evaluate((each) => getComputedStyle(each).borderTopStyle);
      expect(edge, selector).toBe('solid');
    }
    await host.close();
  });

  test('prints all releases, without buttons', async () => {
    const host = await open({ viewport: { width: 700, height: 400 } });
    await host.install();
    await host.page.emulateMedia({ media: 'print' });
    const printed = await host.popup.evaluate((element) => {
      const of = (selector: string) => element.shadowRoot?.querySelector(selector) ?? element;
      const { scrollHeight, clientHeight } = of('.releases');
      return { isWhole: scrollHeight <= clientHeight + 1, foot: getComputedStyle(of('.foot')).display };
    });
    expect(printed).toEqual({ isWhole: true, foot: 'none' });
    await host.close();
  });
});
