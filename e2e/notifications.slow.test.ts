import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { choose } from './harness/choose.ts';
import { confirmSend, setUndoSeconds, testedDraft } from './harness/notifications.ts';
import { plainPng } from './harness/png.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
const title = `Recall ${Date.now().toString(36)}`;
let browser: Browser;
let admin: Visit;
let page: Page;
let id = '';

beforeAll(async () => {
  browser = await launchBrowser();
  admin = await visitAs(browser, url, 'admin', '/notifications', { ...AXE_NEEDS, expected: [/status of 4\d\d/] });
  page = admin.page;
  id = await testedDraft(admin, title);
});
afterAll(async () => {
  await setUndoSeconds(admin, 30);
  await admin?.close();
  await browser?.close();
});

const button = (label: string) => page.getByRole('button', { name: label, exact: true });
const step = (label: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: label });
const state = (word: string) => page.locator('div:has(> h1)').getByText(word, { exact: true });

it('shows its recipients before sending, and can be undone until it starts, also after a reload [notifications 2]', async () => {
  await setUndoSeconds(admin, 60);
  await admin.go(`/notifications/${id}?edit&step=test`);
  await button('Continue to Review').click();
  await confirmSend(page, 'Send now');
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

it('a slow one is paused, resumed, and canceled for a reason; its history shows every step [notifications 3]', async () => {
  await setUndoSeconds(admin, 0);
  await confirmSend(page, 'Send now');
  await state('Sent').waitFor({ timeout: 60_000 });
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
  await confirmSend(page, 'Send now');
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

it('has a picture that is uploaded and cropped in its form, and that phones load without a session', async () => {
  await admin.go('/notifications?new=');
  await page.getByRole('textbox', { name: 'Title' }).fill('With a picture');
  await button('Upload').click();
  const ask = page.getByRole('dialog');
  const buffer = plainPng(640, 480, [30, 140, 70]);
  await ask.locator('input[type=file]').setInputFiles({ name: 'green.png', mimeType: 'image/png', buffer });
  await ask.getByRole('group', { name: 'Crop' }).waitFor();
  expect(await violations(admin)).toEqual([]);
  await ask.getByRole('button', { name: 'Use picture' }).dblclick();
  await ask.waitFor({ state: 'hidden' });
  const picture = page.locator('img[src^="/files/notifications/"]').first();
  await picture.waitFor();
  const address = new URL((await picture.getAttribute('src')) ?? '', url);
  expect((await fetch(address)).headers.get('content-type')).toBe('image/png');
  // It stays through a reload, and can be removed.
  await page.reload();
  await button('Restore').click();
  await picture.waitFor();
  await button('Remove picture').click();
  await page.getByRole('textbox', { name: 'Image' }).waitFor();
  expect(await page.locator('img[src^="/files/notifications/"]').count()).toBe(0);
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
