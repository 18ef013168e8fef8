import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { inDatabase } from './harness/database.ts';
import { startOwnProduct } from './harness/own-product.ts';
import type { Product } from './harness/product.ts';
import { markReleasesRead } from './harness/releases.ts';
import { type Visit, visitAs } from './harness/visit.ts';

let product: Product;
let browser: Browser;
let laptop: Visit;
let phone: Visit;

const button = (page: Page) => page.getByRole('button', { name: /^Jobs/ });
const tray = (page: Page) => page.getByRole('dialog', { name: 'My jobs' });
const entry = (page: Page, text: string) => tray(page).getByRole('listitem').filter({ hasText: text }).first();
const toast = (page: Page, text: string | RegExp) =>
  page.locator('[data-toast-region] .bc-toast').filter({ hasText: text });

const startJob = async (visit: Visit, action: 'SUSPEND' | 'REACTIVATE'): Promise<string> => {
  const { body } = await send(
    visit,
    'mutation($action: AccountBulkAction!) { startAccountBulk(input: { selection: {}, action: $action, reason: "test" }) { job { id } } }',
    { action },
  );
  if (!body.data) throw new Error(JSON.stringify(body.errors));
  return (body.data['startAccountBulk'] as unknown as { job: { id: string } }).job.id;
};

/** A job that seems to be run by another worker: only the test advances it. */
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
  [product, browser] = await Promise.all([startOwnProduct(), launchBrowser()]);
  await markReleasesRead(product.url, ['admin']);
  [laptop, phone] = await Promise.all([
    visitAs(browser, product.url, 'admin', '/', AXE_NEEDS),
    visitAs(browser, product.url, 'admin', '/', {
      viewport: { width: 375, height: 740 },
      hasTouch: true,
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
  it('shows a running job on each device of its person, also after a reload [ux 30] [jobs 19]', async () => {
    await insertJob(ID);
    await Promise.all(
      [laptop, phone].map(({ page }) => page.getByRole('button', { name: 'Jobs, 1 running' }).waitFor()),
    );
    await button(laptop.page).click();
    await entry(laptop.page, 'Suspend accounts').getByText('0 of 12,431').waitFor();
    await button(phone.page).click();
    await inDatabase(
      product,
      `with w as (update job set done = 3200 where id = $1) select pg_notify('job_changed', $1::text)`,
      [ID],
    );
    await Promise.all(
      [laptop, phone].map(({ page }) => entry(page, 'Suspend accounts').getByText('3,200 of 12,431').waitFor()),
    );
    expect(await violations(laptop)).toEqual([]);
    await laptop.page.reload();
    await laptop.page.getByRole('button', { name: 'Jobs, 1 running' }).click();
    await entry(laptop.page, 'Suspend accounts').getByText('3,200 of 12,431').waitFor();
  });

  it('cancels by keyboard, and Escape returns the focus [ux 30] [jobs 19]', async () => {
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

  it('announces the end of a job once per browser, and offers its file [jobs 20]', async () => {
    const second = await laptop.context.newPage();
    await second.goto('/accounts');
    await second.getByRole('grid', { name: 'Accounts' }).getByRole('row').nth(1).waitFor();
    await laptop.settled();
    await startJob(laptop, 'SUSPEND');
    const told = async () =>
      (await Promise.all([laptop.page, second].map((page) => toast(page, /skipped/).count()))).reduce((a, b) => a + b);
    await expect.poll(told, { timeout: 30_000 }).toBe(1);
    await second.close();
    await laptop.page.bringToFront();
    await button(laptop.page).click();
    const [download] = await Promise.all([
      laptop.page.waitForEvent('download'),
      entry(laptop.page, 'skipped')
        .getByRole('button', { name: /^Download problems/ })
        .click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    await laptop.page.keyboard.press('Escape');
  });

  it('marks a failure until it is seen, shows its reason and reference, and offers to resume [jobs 19]', async () => {
    const { page } = laptop;
    await inDatabase(
      product,
      `insert into job (id, kind, params, requested_by, requested_roles, state, finished_at, error_code)
       select '01900000-0000-7000-8000-00000000000b', kind, params, requested_by, requested_roles, 'FAILED', now(), 'query.timed-out' from job where id = $1`,
      [ID],
    );
    await page.getByRole('button', { name: 'Jobs, 1 with a problem' }).click();
    const failed = entry(page, 'This took too long');
    await failed.getByText('01900000-0000-7000-8000-00000000000b').first().waitFor();
    await failed.getByRole('button', { name: /^Resume/ }).click();
    await failed.waitFor({ state: 'detached', timeout: 30_000 });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Jobs, 1 with a problem' }).waitFor({ state: 'detached' });
  });
});

describe('/admin/jobs', () => {
  it('lists jobs of all staff, updates them in place, and shows details beside the list [jobs 22]', async () => {
    const { page } = laptop;
    await insertJob('01900000-0000-7000-8000-00000000000c');
    await page.goto('/admin/jobs');
    const row = page.getByRole('row').filter({ hasText: '12,431' }).filter({ hasText: 'Running' });
    await row.waitFor();
    await inDatabase(
      product,
      `with w as (update job set done = 777 where id = $1) select pg_notify('job_changed', $1::text)`,
      ['01900000-0000-7000-8000-00000000000c'],
    );
    await row.getByText('777 of 12,431').waitFor();
    await page.getByRole('row').filter({ hasText: 'skipped' }).getByRole('link').first().press('Enter');
    const drawer = page.getByRole('dialog', { name: /Suspend accounts/ });
    await drawer.getByText(/^All as of/).waitFor();
    await drawer
      .getByText(/Skipped · Already/)
      .first()
      .waitFor();
    await drawer
      .getByText(/^#\d+$/)
      .first()
      .waitFor();
    expect(await violations(laptop)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(await violations(laptop)).toEqual([]);
    expect(laptop.troubles).toEqual([]);
  });
});
