import type { Locator, Page } from 'playwright-core';

/** The way to each account in the list of accounts; where somebody who is online is, is another link of the row. */
export const accountLinks = (page: Page): Locator =>
  page.getByRole('grid', { name: 'Accounts' }).getByRole('gridcell').locator('a[href^="/accounts/"]');
