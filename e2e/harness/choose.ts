import type { Locator } from 'playwright-core';

/** Chooses an option of a select by its label, without the count beside it. */
export async function choose(select: Locator, option: string | RegExp): Promise<void> {
  await select.click();
  const page = select.page();
  await page
    .getByRole('option')
    .filter({ has: page.getByText(option, { exact: true }) })
    .click();
}
