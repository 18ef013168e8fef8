import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** All tiles of the dashboard. */
const TILES = [
  'Accounts',
  'Active, 7 days',
  'Online now',
  'Active stores',
  'Giveaways open',
  'Points issued and spent',
  'Online by store',
  'Notifications',
  'Running campaigns',
  'Needs attention',
  'Redemptions',
  'Giveaway entries',
  'Open giveaways',
];
export const tile = (on: Page, name: string) => on.getByRole('region', { name, exact: true });
export const filter = (on: Page, name: string) => on.getByRole('button', { name: new RegExp(`^${name} `) });

/** The leading number of a text: 225 for "225 new in 30 days". */
export const numberIn = (text: string | null) =>
  Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', '') ?? Number.NaN);

/** Waits until each tile has its answer. Retries a tile that timed out on a busy machine, like a person would. */
export async function filled(on: Page, names: readonly string[] = TILES): Promise<void> {
  for (const name of names) {
    await expect
      .poll(
        async () => {
          const retry = tile(on, name).getByRole('alert').getByRole('button', { name: 'Retry' });
          if (await retry.isVisible()) await retry.click();
          return tile(on, name).and(on.locator('[aria-busy="false"]:not(:has([role="alert"]))')).count();
        },
        { message: name },
      )
      .toBe(1);
  }
}
