import type { Page } from 'playwright-core';
import { send } from './api.ts';
import type { Visit } from './visit.ts';

export const boxOf = (page: Page, row: number) => page.locator(`[data-row="${row}"]`).getByRole('checkbox');
/** The bar of the actions on the selected rows. */
export const barOf = (page: Page) => page.getByRole('region', { name: 'Selected rows' });

/** The person's jobs, newest first. */
export async function jobsOf(
  visit: Visit,
): Promise<readonly { readonly id: string; readonly state: string; readonly outcomes: unknown }[]> {
  const { body } = await send(visit, '{ myJobs { id state outcomes { outcome reason count } } }');
  return body.data?.['myJobs'] ?? [];
}
