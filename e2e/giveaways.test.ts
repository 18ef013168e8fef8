import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { choose } from './harness/choose.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
const code = `E2E-${randomUUID().slice(0, 8).toUpperCase()}`;
const title = `Giveaway ${code}`;
const COUNTRIES = ['Germany', 'United Kingdom', 'Japan', 'Spain', 'France'];
let browser: Browser;
let admin: Visit;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  admin = await visitAs(browser, url, 'admin', '/', { ...AXE_NEEDS, expected: [/status of 4\d\d/] });
  page = admin.page;
});
afterAll(async () => {
  await admin?.close();
  await browser?.close();
});

const button = (label: string) => page.getByRole('button', { name: label, exact: true });
const step = (label: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: label });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('a giveaway from draft to published', () => {
  it('is created in steps by keyboard: the terms show beside the form, and a problem leads to its step [giveaways 6]', async () => {
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await admin.settled();
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await page.getByRole('heading', { level: 1, name: 'Giveaways' }).waitFor();
    await page.getByRole('grid').getByRole('link').first().waitFor();
    expect(await violations(admin)).toEqual([]);
    await button('New giveaway').press('Enter');
    // Nothing is wrong before any input; a step that was left incomplete lists its missing fields.
    const preview = page.getByRole('complementary', { name: 'Preview' });
    const lacking = preview.locator('[data-tone="warning"]');
    await preview.getByRole('listitem').filter({ hasText: 'Official rules' }).waitFor();
    expect(await lacking.count()).toBe(0);
    await step('Prizes').press('Enter');
    expect(await lacking.allTextContents()).toEqual([expect.stringMatching(/^Texts.*Official rules/)]);
    await step('Texts').press('Enter');
    await page.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase());
    await page.getByRole('textbox', { name: 'Title' }).fill(title);
    await page.getByRole('textbox', { name: 'Description' }).fill('Made by a test');
    await page.getByRole('textbox', { name: 'Official rules' }).fill('1. Everybody may enter once.');
    await step('Prizes').press('Enter');
    await page.getByRole('textbox', { name: 'Prize name: English' }).fill('A bicycle');
    await button('Add prize').press('Enter');
    await page.getByRole('textbox', { name: 'Prize name: English' }).nth(1).fill('300 points');
    await choose(page.getByLabel('Kind').nth(1), 'Points');
    await page.getByRole('textbox', { name: 'Points per prize' }).fill('300');
    await preview.getByText('300 points', { exact: true }).waitFor();
    await preview.getByText('2 people win').waitFor();
    await step('Eligibility').click();
    const countries = page.getByRole('combobox', { name: 'Countries' });
    for (const country of COUNTRIES) {
      await countries.fill(country);
      await page.getByRole('option', { name: country, exact: true }).click();
    }
    await page.getByRole('textbox', { name: 'Tickets per account' }).fill('3');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => step('Dates').getAttribute('aria-current')).toBe('step');
    await choose(page.getByLabel('Time zone'), /^Berlin —/);
    await page.getByLabel('Opens', { exact: true }).fill(day(2));
    await page.getByLabel('Closes', { exact: true }).fill(day(9));
    await page.getByLabel('Draw', { exact: true }).fill(day(11));
    await preview.getByText(/\(Berlin\)/).waitFor();
    expect(await violations(admin)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/giveaways\/[0-9a-f-]{36}\/transactions$/);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  });

  it('opening the form and saving without changes keeps the dates [giveaways 7]', async () => {
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await step('Dates').click();
    const closes = day(9).replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1');
    expect(await page.getByLabel('Closes', { exact: true }).inputValue()).toBe(closes);
    await page.getByText('No changes yet').waitFor();
    expect(await button('Save changes').isDisabled()).toBe(true);
    await button('Cancel').click();
  });

  it('is published for a reason by typing its code; its points are reserved and its commitment is public [giveaways 8]', async () => {
    await button('Publish').click();
    const ask = dialog(`Publish ${title}?`);
    await ask.getByText('300 points', { exact: true }).waitFor();
    await ask.getByRole('textbox', { name: 'Reason' }).fill('Checked with the lawyers');
    expect(await ask.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
    await ask.getByRole('textbox', { name: `Type ${code} to confirm` }).fill(code);
    await ask.getByRole('button', { name: 'Publish' }).dblclick();
    await ask.waitFor({ state: 'hidden' });
    await page.getByText('Scheduled').first().waitFor();
    await page
      .getByText(/^opens in/)
      .first()
      .waitFor();
    await page.getByRole('grid').getByText('Points reserved').waitFor();
    await page.locator('[data-commitment] .bc-id').waitFor();
  });
});
