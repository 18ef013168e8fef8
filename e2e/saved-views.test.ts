import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { productUrl } from './harness/product-url.ts';
import { choose, current, grid, heads, openBare, rows, view, views } from './harness/saved-views.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
let admin: Visit;
beforeAll(async () => {
  browser = await launchBrowser();
  admin = await visitAs(browser, url, 'admin', '/accounts', AXE_NEEDS);
});
afterAll(async () => {
  await browser?.close();
});

const hasFocus = (element: Locator) => element.evaluate((each) => each === document.activeElement);

it("the list's present state is saved under a name, by keyboard alone, and opens unchanged", async () => {
  const { page } = admin;
  await page.goto('/accounts?state=SUSPENDED&sort=name&cols=name.state.country');
  await grid(admin).waitFor();
  await admin.settled();
  const [shownRows, shownHeads] = [await rows(admin), await heads(admin)];
  const add = views(admin).getByRole('button', { name: 'New view' });
  await add.focus();
  await page.keyboard.press('Enter');
  // The field is visible just before the dialog focuses it; earlier input would be lost.
  await expect.poll(() => hasFocus(page.getByRole('textbox', { name: 'Name' }))).toBe(true);
  await page.keyboard.type('Suspended by name');
  expect(await violations(admin, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Enter');
  await view(admin, 'Suspended by name').waitFor();
  await expect.poll(() => current(admin)).toContain('Suspended by name');

  await openBare(admin);
  expect(await rows(admin)).not.toEqual(shownRows);
  await view(admin, 'Suspended by name').click();
  await expect.poll(() => rows(admin)).toEqual(shownRows);
  expect(await heads(admin)).toEqual(shownHeads);

  await choose(admin, 'Delete view');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
  await expect.poll(() => view(admin, 'Suspended by name').count()).toBe(0);
});
