import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asked } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { choose } from './harness/choose.ts';
import { confirmSend, sendTest, setUndoSeconds } from './harness/notifications.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
const title = `Recall ${Date.now().toString(36)}`;
const DEVICES = `Basic ${Buffer.from('demo-pos:demo-pos-secret').toString('base64')}`;
const RECEIPTS = `mutation R($input: RecordNotificationReceiptsInput!) { recordNotificationReceipts(input: $input) { results { __typename } } }`;
let browser: Browser;
let admin: Visit;
let page: Page;
let id = '';

beforeAll(async () => {
  browser = await launchBrowser();
  admin = await visitAs(browser, url, 'admin', '/notifications', { ...AXE_NEEDS, expected: [/status of 4\d\d/] });
  page = admin.page;
});
afterAll(async () => {
  await setUndoSeconds(admin, 30);
  await admin?.close();
  await browser?.close();
});

const button = (label: string) => page.getByRole('button', { name: label, exact: true });
const step = (label: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: label });
const xray = () => page.getByRole('region', { name: 'Audience breakdown' });
const state = (word: string) => page.locator('div:has(> h1)').getByText(word, { exact: true });

it('is written in steps: a missing text leads to its step and language, and the phone previews each language [spec 2.11]', async () => {
  await page.getByRole('grid').getByRole('link').first().waitFor();
  await button('New notification').press('Enter');
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await step('Timing').press('Enter');
  await button('Continue to Test send').click();
  // Nothing is saved without a topic and a text.
  await expect.poll(() => step('Content').getAttribute('aria-current')).toBe('step');
  await page.getByText('Required', { exact: true }).first().waitFor();
  await page.getByRole('textbox', { name: 'Text' }).fill('Bring it back to any store 👩‍👩‍👧‍👦');
  await page.getByText(/\d+ characters; emoji count as several/).waitFor();
  await choose(page.getByLabel('Topic'), 'Product recalls (service)');
  await expect.poll(() => xray().textContent()).toMatch(/Recipients\d+/);
  await page.getByRole('tab', { name: 'العربية' }).press('Enter');
  await page.getByRole('textbox', { name: 'Title' }).fill('سحب منتج');
  await page.getByText('Arabic: incomplete').waitFor();
  const phone = page.locator('[data-phone]');
  expect(await phone.getAttribute('dir')).toBe('rtl');
  await phone.getByText('سحب منتج').waitFor();
  await page.getByRole('textbox', { name: 'Text' }).fill('أعده إلى أي متجر');
  expect(await violations(admin)).toEqual([]);
});

it('is saved as a draft before the test, and sent to one phone first [notifications 1]', async () => {
  const before = Number(/Recipients(\d+)/.exec((await xray().textContent()) ?? '')?.[1]);
  await step('Audience').click();
  await page.getByRole('textbox', { name: 'Last seen within' }).fill('365');
  await expect
    .poll(async () => Number(/Recipients(\d+)/.exec((await xray().textContent()) ?? '')?.[1]))
    .toBeLessThanOrEqual(before);
  await button('Continue to Timing').click();
  await page.getByRole('radio', { name: /^Now/ }).check();
  await button('Continue to Test send').dblclick();
  await page.waitForURL(/\/notifications\/[0-9a-f-]{36}\?edit.*step=test/);
  id = /notifications\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  await page.getByText('This version is untested').waitFor();
  await page.getByRole('textbox', { name: 'Account' }).fill('1');
  await page.getByRole('textbox', { name: 'Account' }).press('Enter');
  await page.locator('.bc-form-problem').waitFor();
  await sendTest(admin);
  expect(await violations(admin)).toEqual([]);
});

it('is sent, and shows the delivery to each account; devices report that it was opened [spec 1.6, 2.12]', async () => {
  await setUndoSeconds(admin, 0);
  await button('Continue to Review').click();
  await confirmSend(page, 'Send now');
  await state('Sent').waitFor({ timeout: 60_000 });
  await page.getByRole('grid').getByRole('link').first().waitFor();
  const { nodes } = await asked<{ nodes: { account: { id: string } }[] }>(
    admin,
    'query E2eDeliveries($filter: NotificationDeliveryFilter!) { answer: notificationDeliveries(first: 1, filter: $filter) { nodes { account { id } } } }',
    { filter: { notification: { in: [id] }, state: { in: ['SENT', 'RECEIVED'] } } },
  );
  const accountId = nodes[0]?.account.id ?? '';
  const granted = await fetch(`${url}/identity/token`, {
    method: 'POST',
    headers: { authorization: DEVICES },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const receipt = { notificationId: id, accountId, kind: 'OPENED', at: new Date().toISOString() };
  await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: RECEIPTS, variables: { input: { receipts: [receipt, receipt] } } }),
  });
  // The figure updates on its own.
  const opened = page.getByRole('region', { name: 'Delivery funnel' }).getByRole('link', { name: /^Opened/ });
  await expect
    .poll(async () => Number(/Opened([\d,]+)/.exec((await opened.textContent()) ?? '')?.[1]))
    .toBeGreaterThan(0);
  await opened.press('Enter');
  await page.waitForURL(/state=OPENED/);
  await expect.poll(() => page.locator('[data-row]').getByText('Opened').count()).toBeGreaterThan(0);
  expect(await violations(admin)).toEqual([]);
  await admin.go(`/accounts/${accountId}?tab=notifications`);
  await page.getByRole('listitem').filter({ hasText: title }).getByText('Opened').waitFor();
});
