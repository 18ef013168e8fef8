import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accounts, send } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { choose } from './harness/choose.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, type VisitOptions, visitAs } from './harness/visit.ts';

const url = productUrl();
const PHONE = { viewport: { width: 375, height: 760 }, isMobile: true, hasTouch: true };
let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});
afterEach(async () => {
  const { troubles } = visit;
  await visit.close();
  expect(troubles).toEqual([]);
});

const open = async (path: string, options: VisitOptions = {}) => {
  visit = await visitAs(browser, url, 'admin', path, { ...AXE_NEEDS, ...options });
  await visit.page.getByRole('grid').getByRole('link').first().waitFor();
  await visit.settled();
};
const box = (row: number) => visit.page.locator(`[data-row="${row}"]`).getByRole('checkbox');
const bar = () => visit.page.getByRole('region', { name: 'Selected rows' });
const says = (text: string) => bar().getByText(text, { exact: true }).waitFor();
const dialog = () => visit.page.getByRole('dialog');
const rowCount = () => visit.page.locator('[data-row]').count();
const focused = () => visit.page.evaluate(() => document.activeElement?.textContent ?? '');

/** A country with some active accounts, so that other demo accounts do not change. */
async function country(): Promise<{ readonly code: string; readonly active: number }> {
  const active = await send(
    visit,
    '{ accounts(first: 100, filter: { state: { in: [ACTIVE] } }) { nodes { country { code } } } }',
  );
  const { nodes } = (active.body.data as unknown as { accounts: { nodes: { country: { code: string } }[] } }).accounts;
  const codes = nodes.map((node) => node.country.code);
  const code = [...new Set(codes)].find((one) => codes.filter((each) => each === one).length >= 5) ?? '';
  const all = await accounts(visit, { state: { in: ['ACTIVE'] }, country: { in: [code] } }, 100);
  return { code, active: all.length };
}

async function jobs(): Promise<readonly { readonly id: string; readonly state: string; readonly outcomes: unknown }[]> {
  const { body } = await send(visit, '{ myJobs { id state outcomes { outcome reason count } } }');
  return body.data?.['myJobs'] ?? [];
}

describe('many accounts', () => {
  it('selects all matches but two by mouse, and suspends exactly those, once even if started twice [ux 9, 19] [bulk 2]', async () => {
    await open('/accounts?state=ACTIVE');
    const { code, active } = await country();
    await visit.page.goto(`/accounts?country=${code}&state=ACTIVE`);
    await box(4).waitFor();
    const path = visit.path;
    await box(0).click();
    await says('1 selected');
    // Neither the checkbox nor a click with Shift opens a record.
    await box(3).click({ modifiers: ['Shift'] });
    await says('4 selected');
    expect(visit.path).toBe(path);

    await bar()
      .getByRole('button', { name: `Select all ${active} matching` })
      .click();
    await says(`All ${active} matching selected`);
    await box(1).click();
    await box(2).click();
    const words = `${active - 2} selected: all matching except 2`;
    await says(words);
    await visit.page.getByRole('columnheader', { name: 'Number' }).getByRole('button').click();
    await visit.settled();
    await says(words);
    expect(await violations(visit, 'main')).toEqual([]);

    const before = (await jobs()).length;
    await bar().getByRole('button', { name: 'Suspend' }).click();
    await dialog()
      .getByText(`${active - 2} will be suspended`)
      .waitFor();
    await expect.poll(focused).toBe('Cancel');
    expect(await dialog().getByRole('heading').textContent()).toBe(`Suspend ${active - 2} accounts?`);
    expect(await violations(visit, '[role=dialog]')).toEqual([]);
    expect(await dialog().getByRole('button', { name: 'Suspend' }).isDisabled()).toBe(true);
    await dialog().getByRole('textbox', { name: 'Reason' }).fill('Asked for by the bank');
    await visit.page.keyboard.press('Control+Enter');
    await visit.page.keyboard.press('Control+Enter');
    await expect.poll(() => dialog().count()).toBe(0);
    expect(await bar().count()).toBe(0);
    // The list refetches when the job ends: the two are left.
    await expect.poll(rowCount).toBe(2);
    const [job, ...others] = await jobs();
    expect(others).toHaveLength(before);
    expect(job?.outcomes).toEqual([{ outcome: 'DONE', reason: null, count: active - 2 }]);
  });

  it('sets a field by keyboard, which the history shows [bulk 5]', async () => {
    await open('/accounts?state=ACTIVE');
    const { page } = visit;
    await box(0).click();
    await box(1).click();
    await bar().getByRole('button', { name: 'More' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Edit field…' }).press('Enter');
    const apply = dialog().getByRole('button', { name: 'Apply' });
    await expect.poll(focused).toBe('Cancel');
    await choose(dialog().getByLabel('Field'), 'Time zone');
    expect(await apply.isDisabled()).toBe(true);
    await choose(dialog().getByLabel('Time zone'), /^Troll —/);
    await dialog().getByText('2 will change').waitFor();
    expect(await violations(visit, '[role=dialog]')).toEqual([]);
    // Another field starts empty.
    await choose(dialog().getByLabel('Field'), 'Language');
    expect(await apply.isDisabled()).toBe(true);
    await choose(dialog().getByLabel('Language'), 'ne-NP');
    await dialog().getByText('2 will change').waitFor();
    await dialog().getByRole('textbox', { name: 'Reason' }).fill('Moved together');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => bar().count()).toBe(0);
    await expect
      .poll(async () => (await jobs())[0])
      .toMatchObject({ state: 'SUCCEEDED', outcomes: [{ outcome: 'DONE', reason: null, count: 2 }] });
    await page.getByRole('grid').getByRole('link').first().click();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('Moved together').first().waitFor();
    await page.getByText('ne-NP').first().waitFor();
  });

  it('selects on a phone by avatar, also right to left [ux 40] [bulk 4]', async () => {
    await open('/accounts', PHONE);
    await box(1).tap();
    await says('1 selected');
    expect(visit.path).toBe('/accounts');
    expect(await violations(visit)).toEqual([]);
    await visit.page.evaluate(() => localStorage.setItem('sdk-locale', 'ar-EG'));
    await visit.page.reload();
    await box(1).waitFor();
    await box(1).tap();
    await visit.page.getByRole('region', { name: 'الصفوف المحددة' }).getByText('تم تحديد ١').waitFor();
    const { width } = (await visit.page.getByRole('region', { name: 'الصفوف المحددة' }).boundingBox()) ?? { width: 0 };
    expect(width).toBeGreaterThan(300);
    expect(width).toBeLessThanOrEqual(375);
    expect(await violations(visit)).toEqual([]);
  });
});
