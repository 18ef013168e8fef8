import { accountLinks } from './account-links.ts';
import type { Visit } from './visit.ts';

export const grid = ({ page }: Visit) => page.getByRole('grid', { name: 'Accounts' });
export const rows = (visit: Visit) => accountLinks(visit.page).allTextContents();
export const heads = (visit: Visit) => grid(visit).getByRole('columnheader').allTextContents();
export const views = ({ page }: Visit) => page.getByRole('navigation', { name: 'Saved views' });
export const view = (visit: Visit, name: string) => views(visit).getByRole('link', { name });
export const current = (visit: Visit) => views(visit).locator('[aria-current]').textContent();
/** Chooses an item of the menu of the list and its view. */
export const choose = async (visit: Visit, item: string) => {
  await visit.page.getByRole('button', { name: 'List options' }).click();
  await visit.page.getByRole('menuitem', { name: item, exact: true }).click();
};
export const openBare = async (visit: Visit) => {
  await visit.page.goto('/accounts');
  await grid(visit).waitFor();
  await visit.settled();
};
