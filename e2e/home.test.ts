import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { asOwner } from './harness/database.ts';
import { productFolder, productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const folder = productFolder();
let browser: Browser;
let visit: Visit;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  visit = await visitAs(browser, productUrl(), 'admin', '/stores', AXE_NEEDS);
  page = visit.page;
  await visit.settled();
});
afterAll(async () => {
  await inDatabase(
    `delete from job where request_id = 'home-test'; delete from notification where deep_link = 'https://home.test/'`,
  );
  const troubles = visit?.troubles;
  await visit?.close();
  await browser?.close();
  expect(troubles).toEqual([]);
});

const inDatabase = (text: string, values: readonly unknown[] = []) => asOwner(folder ?? '', text, values);
const card = (name: string) => page.getByRole('region', { name, exact: true });
const needs = () => card('Needs your attention');
const row = (text: string) => needs().getByRole('listitem').filter({ hasText: text });
const ADMIN = `(select sub from staff_user where email = 'admin@demo.test')`;

/**
 * A job of the administrator that failed a minute ago: a points check of one account or of all (null), which can be
 * retried.
 */
const insertFailedJob = (label: string | null) =>
  inDatabase(
    `insert into job (kind, params, state, requested_by, requested_roles, error_code, request_id, started_at, finished_at)
     select 'ledger.verify', jsonb_build_object('walletId', case when $1::text is not null then '01900000-0000-7000-8000-00000000dead' end, 'label', $1::text), 'FAILED', ${ADMIN},
       '{ADMIN}', 'query.timed-out', 'home-test', now() - interval '2 minutes', now() - interval '1 minute'`,
    [label],
  );
const insertDrafts = (count: number) =>
  inDatabase(
    `insert into notification (topic_id, title_i18n, body_i18n, deep_link, send_mode, timezone, created_by, updated_by)
     select (select id from topic where archived_at is null order by code limit 1), jsonb_build_object('en-US', 'Winter greeting ' || n),
       '{"en-US":"Hello"}', 'https://home.test/', 'NOW', 'Europe/Berlin', ${ADMIN}, ${ADMIN} from generate_series(1, $1::int) as n`,
    [count],
  );
const lookedBefore = (minutes: number) =>
  inDatabase(
    `insert into staff_look (staff_sub, looked_at) values (${ADMIN}, now() - make_interval(mins => $1::int))
     on conflict (staff_sub) do update set looked_at = excluded.looked_at, since = null`,
    [minutes],
  );

it('lists items that need the person, the most urgent first, with the next step and a link to the rest [spec 2.5] [home 1]', async () => {
  await insertFailedJob(null);
  await insertDrafts(5);
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening), Astrid Lindholm$/ }).waitFor();
  await row('Failed: Verify all points').getByText('This took too long').waitFor();
  // Each source answers when it is ready.
  await row('Winter greeting 5').getByText('Notification draft').waitFor();
  const headings = await needs().getByRole('heading', { level: 3 }).allTextContents();
  expect(headings[0]).toBe('Urgent');
  expect(headings.at(-1)).toBe('Later');
  expect(await row('Winter greeting').count()).toBe(3);
  expect(await row('Winter greeting 5').getByRole('link', { name: 'Continue' }).getAttribute('href')).toMatch(
    /^\/notifications\/[0-9a-f-]{36}\?edit$/,
  );
  expect(await violations(visit, 'main')).toEqual([]);
  // Further items of a kind are a link away, with their filter.
  await needs()
    .getByRole('link', { name: /more notification drafts?$/ })
    .click();
  await page.getByRole('button', { name: /^Remove filter State/ }).waitFor();
  expect(visit.path).toBe('/notifications?state=DRAFT');
  await page.goBack();
});

it('retries a failed job by keyboard; its row disappears, and the focus stays in its place', async () => {
  const retry = row('Verify all points').getByRole('button', { name: 'Retry' });
  await retry.focus();
  await page.keyboard.press('Enter');
  await row('Verify all points').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('home-attention');
});

it('shows new items while it is open, but moves nothing under the pointer [live 4]', async () => {
  await page.mouse.move(5, 5);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await insertFailedJob('Old Mill');
  await row('points of Old Mill').waitFor();
  // Below the toasts.
  await row('Winter greeting 5').hover();
  const before = await needs().getByRole('listitem').allTextContents();
  await insertFailedJob('Station');
  const changed = needs().getByRole('button', { name: 'Show changes' });
  await changed.waitFor();
  const words = (texts: readonly string[]) => texts.map((text) => text.split('·')[0]);
  expect(words(await needs().getByRole('listitem').allTextContents())).toEqual(words(before));
  await changed.click();
  await row('points of Station').waitFor();
  expect(await changed.count()).toBe(0);
});

it('counts news since the last visit, which lasts for half an hour [spec 2.5] [home 3]', async () => {
  const since = card('Since your last visit');
  await lookedBefore(24 * 60);
  await page.reload();
  const accounts = since.getByRole('link', { name: /new accounts?$/ });
  await accounts.waitFor();
  const figure = await accounts.textContent();
  await page.reload();
  await accounts.waitFor();
  expect(await accounts.textContent()).toBe(figure);
  const count = Number(/^\d+/.exec(figure ?? '')?.[0]);
  expect(count).toBeGreaterThan(0);
  await accounts.click();
  await page.getByRole('button', { name: /^Remove filter Created/ }).waitFor();
  // The URL has whole minutes.
  const found = Number(/(\d+) match/.exec((await page.getByText(/\d+ match/).textContent()) ?? '')?.[1]);
  expect(found).toBeGreaterThanOrEqual(count);
  expect(found).toBeLessThanOrEqual(count + 1);
  await inDatabase(`delete from staff_look where staff_sub = ${ADMIN}`);
  await page.goto('/');
  await since.getByText('This is your first visit').waitFor();
});
