import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { createServer, defaultClientConditions, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from './harness/browser.ts';

/** Constants of the specification, section 9, as computed by a browser. */
let vite: ViteDevServer;
let browser: Browser;
let page: Page;
let address: string;

interface ToastRequest {
  readonly type: string;
  readonly message: string;
  readonly position?: string;
  readonly timeoutMs?: number | null;
}
interface HarnessWindow {
  toasts: {
    show(request: ToastRequest): string;
    dismiss(id: string): void;
    snapshot(): { readonly visible: readonly { readonly id: string }[] };
  };
}

beforeAll(async () => {
  vite = await createServer({
    configFile: false,
    root: join(import.meta.dirname, 'look-harness'),
    cacheDir: join(import.meta.dirname, '..', '.cache', 'vite-look'),
    logLevel: 'error',
    resolve: { conditions: ['source', ...defaultClientConditions], dedupe: ['react', 'react-dom', '@mantine/core'] },
    server: { host: '127.0.0.1', port: 0, fs: { strict: false } },
  });
  await vite.listen();
  address = vite.resolvedUrls?.local[0] ?? '';
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.clock.install();
  await page.goto(address);
  await page.getByTestId('default-md').waitFor();
});

afterAll(async () => {
  await browser?.close();
  await vite?.close();
});

beforeEach(async () => {
  await page.clock.resume();
  // Loading takes longer than the tests, so the page is reset instead.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  await page.mouse.move(5, 890);
  await page.evaluate(() => {
    document.documentElement.setAttribute('dir', 'ltr');
    const { toasts } = globalThis as unknown as HarnessWindow;
    for (const { id } of toasts.snapshot().visible) toasts.dismiss(id);
  });
});

/** Stops the page's time until the next test; only `page.clock` advances it. */
const stopClock = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
const show = (request: ToastRequest) =>
  page.evaluate((given) => (globalThis as unknown as HarnessWindow).toasts.show(given), request);

test.each([
  ['xs', 18],
  ['sm', 24],
  ['md', 32],
  ['lg', 38],
  ['xl', 46],
])('button %s is %d px high in every variant', async (size, height) => {
  for (const variant of ['default', 'filled', 'subtle']) {
    const button = page.getByTestId(`${variant}-${size}`);
    expect(await button.evaluate((element) => getComputedStyle(element).height)).toBe(`${height}px`);
  }
});

test('breakpoints are 600, 1024, 1440 and 1920 px', async () => {
  const widths = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return ['sm', 'md', 'lg', 'xl'].map(
      (name) => Number.parseFloat(style.getPropertyValue(`--mantine-breakpoint-${name}`)) * 16,
    );
  });
  expect(widths).toEqual([600, 1024, 1440, 1920]);
});

test('text on filled buttons follows the colour scheme, also with a colour of the provider', async () => {
  const colors = () =>
    page.getByTestId('filled-md').evaluate((element) => {
      const style = getComputedStyle(element);
      return [style.backgroundColor, style.color];
    });
  expect(await colors()).toEqual(['rgb(15, 107, 129)', 'rgb(255, 255, 255)']);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(colors).toEqual(['rgb(79, 166, 185)', 'rgb(11, 13, 15)']);
  await page.goto(`${address}?primary=%23ffee00`);
  await page.getByTestId('filled-md').waitFor();
  const [background] = await colors();
  expect(background).not.toBe('rgb(79, 166, 185)');
  await page.goto(address);
  await page.getByTestId('default-md').waitFor();
});

describe('toasts', () => {
  const third = (value: number, whole: number) =>
    ['start', 'middle', 'end'][Math.min(2, Math.floor((3 * value) / whole))];

  test.each([
    ['top-left', 'start', 'start'],
    ['top', 'middle', 'start'],
    ['top-right', 'end', 'start'],
    ['left', 'start', 'middle'],
    ['center', 'middle', 'middle'],
    ['right', 'end', 'middle'],
    ['bottom-left', 'start', 'end'],
    ['bottom', 'middle', 'end'],
    ['bottom-right', 'end', 'end'],
  ])('%s stands there, in both directions of writing [spec 9.18]', async (position, across, down) => {
    await show({ type: 'info', message: 'Here', position, timeoutMs: null });
    for (const dir of ['ltr', 'rtl']) {
      await page.evaluate((value) => document.documentElement.setAttribute('dir', value), dir);
      const box = await page.locator('.bc-toast').boundingBox();
      expect(box).not.toBeNull();
      const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
      expect([third(x + width / 2, 1440), third(y + height / 2, 900)]).toEqual([across, down]);
      expect([x >= 0, y >= 0, x + width <= 1440, y + height <= 900]).toEqual([true, true, true, true]);
    }
  });

  test.each([
    ['positive', 'rgb(23, 117, 74)'],
    ['negative', 'rgb(179, 40, 45)'],
    ['warning', 'rgb(134, 86, 0)'],
    ['info', 'rgb(34, 87, 189)'],
    ['ongoing', 'rgb(27, 33, 38)'],
  ])('%s has its colour and stands at the top by default [spec 4.25, 8.5, 9.17, 9.19]', async (type, color) => {
    await show({ type, message: 'Message', timeoutMs: null });
    const toast = page.locator(`[data-position="top"] .bc-toast[data-type="${type}"]`);
    expect(await toast.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(color);
  });

  test('stays 6 s: 5000 ms and one second more [spec 4.27] [ux 29]', async () => {
    await stopClock();
    await show({ type: 'positive', message: 'Saved' });
    await page.locator('.bc-toast').waitFor();
    await page.clock.runFor(5_999);
    expect(await page.locator('.bc-toast').count()).toBe(1);
    await page.clock.runFor(1);
    await page.locator('.bc-toast').waitFor({ state: 'detached' });
  });

  test('pauses while it has the pointer or the focus [ux 29]', async () => {
    await stopClock();
    await show({ type: 'positive', message: 'Saved', timeoutMs: 0 });
    await page.locator('.bc-toast').hover();
    await page.clock.runFor(1_500);
    expect(await page.locator('.bc-toast').count()).toBe(1);
    await page.getByRole('button', { name: 'Dismiss message' }).focus();
    await page.mouse.move(5, 890);
    await page.clock.runFor(1_500);
    expect(await page.locator('.bc-toast').count()).toBe(1);
    await page.getByRole('button', { name: 'Dismiss message' }).blur();
    await page.clock.runFor(1_000);
    await page.locator('.bc-toast').waitFor({ state: 'detached' });
  });

  test('is dismissed by its button, and by Escape in it [spec 4.26]', async () => {
    await show({ type: 'negative', message: 'One', timeoutMs: null });
    await page.getByRole('button', { name: 'Dismiss message' }).click();
    expect(await page.locator('.bc-toast').count()).toBe(0);
    await show({ type: 'negative', message: 'Two', timeoutMs: null });
    await page.getByRole('button', { name: 'Dismiss message' }).press('Escape');
    expect(await page.locator('.bc-toast').count()).toBe(0);
  });

  test('is announced politely, errors and warnings assertively [ux 29]', async () => {
    await show({ type: 'positive', message: 'Saved' });
    await show({ type: 'warning', message: 'Error: no' });
    await expect.poll(() => page.locator('[aria-live="polite"]').textContent()).toBe('Saved');
    await expect.poll(() => page.locator('[aria-live="assertive"]').textContent()).toBe('Error: no');
  });

  test('is above the release notes (stacking level 50000) [spec 9.3]', async () => {
    await show({ type: 'info', message: 'Above', timeoutMs: null });
    const level = await page.locator('.bc-toasts').evaluate((element) => Number(getComputedStyle(element).zIndex));
    expect(level).toBeGreaterThan(50_000);
  });

  test('does not move with reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await show({ type: 'positive', message: 'Still', timeoutMs: 5000 });
    const names = await page.evaluate(() =>
      document.getAnimations().map((animation) => (animation as CSSAnimation).animationName),
    );
    expect(names.filter((name) => name !== 'bc-toast-fade')).toEqual([]);
  });
});
