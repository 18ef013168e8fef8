import type { Locator, Page } from 'playwright-core';

/** Chooses an option of a select by its label, without the count beside it. */
export async function choose(select: Locator, option: string | RegExp): Promise<void> {
  await select.click();
  const page = select.page();
  await page
    .getByRole('option')
    .filter({ has: page.getByText(option, { exact: true }) })
    .click();
}

/** Presses Enter on an item of the open menu, once the menu has taken the focus: before, it would take it from the item. */
export async function pressItem(page: Page, name: string): Promise<void> {
  await page.locator('[role=menu]:focus-within').waitFor();
  await page.getByRole('menuitem', { name }).press('Enter');
}
