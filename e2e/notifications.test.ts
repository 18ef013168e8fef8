import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accounts, send } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { choose } from './harness/choose.ts';
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
  await set('push.undo_seconds', 30);
  await admin?.close();
  await browser?.close();
});

const button = (label: string) => page.getByRole('button', { name: label, exact: true });
const step = (label: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: label });
const xray = () => page.getByRole('region', { name: 'Audience breakdown' });
const state = (word: string) => page.locator('div:has(> h1)').getByText(word, { exact: true });

/** Result of a document whose field is aliased `answer`. */
async function asked<Answer>(query: string, variables: Readonly<Record<string, unknown>>): Promise<Answer> {
  const { body } = await send(admin, query, variables);
  if (!body.data || body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data['answer'] as unknown as Answer;
}

/** Changes a setting, as its page does. */
async function set(key: string, value: number): Promise<void> {
  const { version } = await asked<{ version: number }>(
    'query E2eConfig($key: ID!) { answer: configEntry(id: $key) { version } }',
    { key },
  );
  await asked(
    'mutation E2eSet($key: ID!, $version: Int!, $value: JSON!) { answer: updateConfigEntry(input: { id: $key, expectedVersion: $version, patch: { value: $value } }) { configEntry { key } } }',
    { key, version, value },
  );
}

/** Opens the last step and confirms the number shown there. */
async function confirm(verb: string): Promise<void> {
  await button(verb).click();
  const ask = page.getByRole('dialog');
  await ask.getByText(/^(≈ )?[\d,]+ recipients?$/).waitFor();
  const typed = ask.getByRole('textbox', { name: /^Over/ });
  if (await typed.count()) await typed.fill(/type (\d+)/.exec((await ask.textContent()) ?? '')?.[1] ?? '');
  await ask.getByRole('button', { name: verb }).dblclick();
  await ask.waitFor({ state: 'hidden' });
}

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
  const phone = page.locator('.bc-phone');
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
  const [reachable] = await accounts(
    admin,
    { state: { in: ['ACTIVE'] }, pushConsent: true, lastSeen: { withinDays: 20 } },
    1,
  );
  await page.getByRole('textbox', { name: 'Account' }).fill('1');
  await page.getByRole('textbox', { name: 'Account' }).press('Enter');
  await page.locator('.bc-form-problem').waitFor();
  await page.getByRole('textbox', { name: 'Account' }).fill(String(reachable?.number));
  await button('Send test').click();
  await page.getByRole('status').getByText('This version is tested').waitFor();
  expect(await violations(admin)).toEqual([]);
});

it('shows its recipients before sending, and can be undone until it starts, also after a reload [notifications 2]', async () => {
  await set('push.undo_seconds', 60);
  await button('Continue to Review').click();
  await confirm('Send now');
  await page.getByRole('timer').getByText('Sends in').waitFor();
  // The form and its button are gone; the focus moves to the record.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  await page.reload();
  await page.getByRole('timer').getByText('Sends in').waitFor();
  await state('Scheduled').waitFor();
  await button('Undo').dblclick();
  await state('Draft').waitFor();
  expect(await page.getByRole('timer').count()).toBe(0);
});

it('is sent, and shows the delivery to each account; devices report that it was opened [spec 1.6, 2.12]', async () => {
  await set('push.undo_seconds', 0);
  await confirm('Send now');
  await state('Sent').waitFor({ timeout: 60_000 });
  await page.getByRole('grid').getByRole('link').first().waitFor();
  const { nodes } = await asked<{ nodes: { account: { id: string } }[] }>(
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

it('a slow one is paused, resumed, and canceled for a reason; its history shows every step [notifications 3]', async () => {
  await admin.go(`/notifications/${id}`);
  await state('Sent').waitFor();
  await button('Duplicate').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).dblclick();
  await page.waitForURL(/\?edit/);
  await step('Timing').click();
  await page.getByRole('textbox', { name: 'Rate limit' }).fill('60');
  await button('Continue to Test send').click();
  await page.getByRole('status').getByText('This version is untested').waitFor();
  await button('Send test').click();
  await page.getByRole('status').getByText('This version is tested').waitFor();
  await button('Continue to Review').click();
  await confirm('Send now');
  await state('Sending').waitFor({ timeout: 60_000 });
  await button('Pause').click();
  const ask = page.getByRole('dialog');
  await ask.getByRole('textbox', { name: 'Reason' }).fill('Wrong batch number');
  await ask.getByRole('button', { name: 'Pause' }).click();
  await state('Paused').waitFor();
  await page.getByText('Wrong batch number').first().waitFor();
  await button('Resume').click();
  await ask.getByRole('button', { name: 'Resume' }).click();
  await state('Sending').waitFor();
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Cancel notification' }).click();
  expect(await ask.getByRole('button', { name: 'Cancel notification' }).isDisabled()).toBe(true);
  await ask.getByRole('textbox', { name: 'Reason' }).fill('Not needed any more');
  await ask.getByRole('button', { name: 'Cancel notification' }).click();
  await state('Canceled').waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  for (const word of ['Not needed any more', 'Wrong batch number']) await page.getByText(word).first().waitFor();
});

it('is resent to exactly the failed accounts [notifications 3]', async () => {
  await admin.go('/notifications?state=FAILED');
  await admin.settled();
  await page.getByRole('grid').getByRole('link').first().press('Enter');
  const failed = page.getByRole('region', { name: 'Delivery funnel' });
  await failed.waitFor();
  await button('Resend to failed').click();
  const ask = page.getByRole('dialog');
  const count = /draft for the ([\d,]+) accounts/.exec((await ask.textContent()) ?? '')?.[1];
  await ask.getByRole('button', { name: 'Resend to failed' }).dblclick();
  await page.waitForURL(/\?edit/);
  await page.getByText('these fields can’t be changed').waitFor();
  expect(count).toBeDefined();
});

it('is written on a phone too, and found by its title [spec 2.11] [ux 40]', async () => {
  const phone = await visitAs(browser, url, 'marketing', '/notifications?new=', {
    viewport: { width: 375, height: 740 },
    hasTouch: true,
    ...AXE_NEEDS,
  });
  await phone.page.getByRole('textbox', { name: 'Title' }).fill('On the way');
  await choose(phone.page.getByLabel('Topic'), 'Weekly offers');
  await phone.settled();
  expect(await violations(phone)).toEqual([]);
  const overflow = await phone.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await phone.close();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(title);
  await page.getByRole('option').filter({ hasText: title }).first().waitFor();
  expect(admin.troubles).toEqual([]);
});
