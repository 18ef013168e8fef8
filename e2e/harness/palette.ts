import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const LABEL = 'Search pages, records and actions';

export const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });
export const fieldOf = (page: Page) => page.getByRole('combobox', { name: LABEL });

/** The active option of the field, as announced by a screen reader. */
export const activeOption = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement?.getAttribute('aria-activedescendant');
    const line = at ? document.getElementById(at) : null;
    return line?.getAttribute('aria-selected') === 'true' ? (line.querySelector('bdi')?.textContent ?? '') : null;
  });

/** Opens the palette by its key. */
export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await fieldOf(page).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')).toBe(LABEL);
}
