import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { choose } from './harness/choose.ts';
import { confirmSend, sendTest } from './harness/notifications.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
const name = `Lapsed ${Date.now().toString(36)}`;
let browser: Browser;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  visit = await visitAs(browser, url, 'marketing', '/accounts/segments', AXE_NEEDS);
  page = visit.page;
});
afterAll(async () => {
  await visit?.close();
  await browser?.close();
});

const button = (label: string) => page.getByRole('button', { name: label, exact: true });
const step = (label: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: label });
const xray = () => page.getByRole('region', { name: 'Audience breakdown' });
const card = (label: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: label, exact: true }) });
const figure = async (text: Promise<string | null>) => Number((await text)?.replaceAll(/\D/g, ''));

/** Adds a clause; `edit` fills its editor. */
async function addClause(label: string, edit: (editor: ReturnType<Page['getByRole']>) => Promise<void>): Promise<void> {
  await button('Add clause').last().click();
  await page.getByRole('menuitem', { name: label, exact: true }).click();
  const editor = page.getByRole('dialog').last();
  await edit(editor);
  await editor.getByRole('button', { name: 'Apply' }).click();
}

it('marketing finds lapsed German subscribers, saves them, sees the reach, sends to them, and undoes it', async () => {
  await button('New segment').click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await addClause('Country', (editor) => editor.getByRole('checkbox', { name: /Germany/ }).check());
  await addClause('Topic', (editor) => editor.getByRole('checkbox', { name: 'Weekly offers' }).check());
  await addClause('Last seen', async (editor) => {
    await editor.getByRole('radio', { name: /^more than/ }).check();
    await editor.getByRole('textbox').first().fill('60');
  });
  expect(await violations(visit)).toEqual([]);
  await button('Create').dblclick();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await card('Reachable by push').getByText('Reachable', { exact: true }).waitFor();
  const members = await figure(page.getByRole('tab', { name: /^Members/ }).textContent());
  expect(members).toBeGreaterThan(0);
  expect(await violations(visit)).toEqual([]);

  await button('Send notification').click();
  await page.getByRole('textbox', { name: 'Title' }).fill(`We miss you ${name}`);
  await page.getByRole('textbox', { name: 'Text' }).fill('Come back to your points');
  await choose(page.getByLabel('Topic'), 'Weekly offers');
  await step('Audience').click();
  await page.getByLabel('Segment', { exact: true }).getByText(name).waitFor();
  const selected = () => figure(xray().locator('dl > div', { hasText: 'Selected' }).textContent());
  await expect.poll(selected).toBe(members);
  expect(await violations(visit)).toEqual([]);
  await step('Test send').click();
  await page.waitForURL(/\/notifications\/[0-9a-f-]{36}\?edit.*step=test/);
  await sendTest(visit);
  await button('Continue to Review').click();
  await page.getByText(name, { exact: false }).first().waitFor();
  await confirmSend(page, 'Send now');
  await page.getByRole('timer').getByText('Sends in').waitFor();
  await button('Undo').click();
  await page.locator('div:has(> h1)').getByText('Draft', { exact: true }).waitFor();

  // The segment says where it is used, and warns before its rule changes.
  await visit.go('/accounts/segments');
  await page.getByRole('link', { name }).click();
  await card('Used in')
    .getByRole('link', { name: `We miss you ${name}` })
    .waitFor();
  await button('Edit segment').click();
  await page
    .getByRole('note')
    .getByText(/^Used by 1 notification/)
    .waitFor();
  expect(visit.troubles).toEqual([]);
});
