import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { inDatabase } from './harness/database.ts';
import { Product } from './harness/product.ts';
import { markReleasesRead } from './harness/releases.ts';
import { type Visit, visitAs } from './harness/visit.ts';

/** What a browser says while the server is away. */
const AWAY = [/Failed to load resource/, /ERR_/, /net::/, /Failed to fetch/];

let product: Product;
let browser: Browser;
let laptop: Visit;
let phone: Visit;

const button = (page: Page) => page.getByRole('button', { name: /^Jobs/ });
const tray = (page: Page) => page.getByRole('dialog', { name: 'My jobs' });
const entry = (page: Page, text: string) => tray(page).getByRole('listitem').filter({ hasText: text }).first();

/** A job that seems to be worked on by somebody else: it goes as far as the test takes it. */
const insertJob = (id: string, sub = 'admin') =>
  inDatabase(
    product,
    `insert into job (id, kind, params, requested_by, requested_roles, state, started_at, heartbeat_at, total)
     select $1, 'account.bulk-change', '{"action":"SUSPEND","selection":{"filter":{},"isLive":false,"search":null,"searchMode":null,"ids":null,"exclusions":[],"upTo":"2026-01-01T00:00:00.000Z"},"targetId":null,"reason":"r","until":null,"failedOf":null}',
       sub, '{ADMIN}', 'RUNNING', now(), now() + interval '1 hour', 12431 from staff_user where email = $2`,
    [id, `${sub}@demo.test`],
  );
const ID = '01900000-0000-7000-8000-00000000000a';

beforeAll(async () => {
  [product, browser] = await Promise.all([Product.start(), launchBrowser()]);
  await markReleasesRead(product.url, ['admin', 'marketing']);
  [laptop, phone] = await Promise.all([
    visitAs(browser, product.url, 'admin', '/', { expected: AWAY, ...AXE_NEEDS }),
    visitAs(browser, product.url, 'admin', '/', {
      viewport: { width: 375, height: 740 },
      hasTouch: true,
      expected: AWAY,
    }),
  ]);
  await Promise.all([laptop.settled(), phone.settled()]);
});
afterAll(async () => {
  await Promise.all([laptop?.close(), phone?.close()]);
  await browser?.close();
  await product?.remove();
});

describe('the tray', () => {
  it('shows a job on each device of its person while it goes on, after a reload as well', async () => {
    await insertJob(ID);
    await Promise.all(
      [laptop, phone].map(({ page }) => page.getByRole('button', { name: 'Jobs, 1 running' }).waitFor()),
    );
    await button(laptop.page).click();
    await entry(laptop.page, 'Suspend accounts').getByText('0 of 12,431').waitFor();
    await button(phone.page).click();
    const began = performance.now();
    await inDatabase(
      product,
      `with w as (update job set done = 3200 where id = $1) select pg_notify('job_changed', $1::text)`,
      [ID],
    );
    await Promise.all(
      [laptop, phone].map(({ page }) => entry(page, 'Suspend accounts').getByText('3,200 of 12,431').waitFor()),
    );
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(await violations(laptop)).toEqual([]);
    await laptop.page.reload();
    await laptop.page.getByRole('button', { name: 'Jobs, 1 running' }).click();
    await entry(laptop.page, 'Suspend accounts').getByText('3,200 of 12,431').waitFor();
  });

  it('cancels by keyboard, and Escape gives the focus back', async () => {
    const { page } = laptop;
    await entry(page, 'Suspend accounts').getByRole('button', { name: 'Cancel job: Suspend accounts' }).press('Enter');
    await Promise.all(
      [laptop, phone].map(({ page: each }) => entry(each, 'Suspend accounts').getByText('Stopping').waitFor()),
    );
    await inDatabase(product, `update job set state = 'CANCELED', finished_at = now() where id = $1`, [ID]);
    await entry(page, 'Suspend accounts').getByText('Canceled').waitFor();
    await page.keyboard.press('Escape');
    await tray(page).waitFor({ state: 'detached' });
    await expect.poll(() => button(page).evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe('/admin/jobs', () => {
  it('is for ADMIN; others see their own jobs in the tray, and campaign roles no tray', async () => {
    const marketing = await visitAs(browser, product.url, 'marketing', '/');
    await button(marketing.page).click();
    await tray(marketing.page)
      .getByText(/Jobs that run or ended/)
      .waitFor();
    expect(await tray(marketing.page).getByRole('link', { name: 'All jobs' }).count()).toBe(0);
    await marketing.page.goto('/admin/jobs');
    await marketing.page.waitForURL(/no-access/);
    await marketing.close();
    const viewer = await visitAs(browser, product.url, 'viewer', '/');
    await viewer.settled();
    expect(await button(viewer.page).count()).toBe(0);
    await viewer.close();
    expect(laptop.troubles).toEqual([]);
  });
});
