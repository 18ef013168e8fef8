import type { Locator, Page } from 'playwright-core';

/** The link of each account in the list of accounts. A row of an online account also links to its store. */
export const accountLinks = (page: Page): Locator =>
  page.getByRole('grid', { name: 'Accounts' }).getByRole('gridcell').locator('a[href^="/accounts/"]');
