import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { asked } from './api.ts';
import type { Visit } from './visit.ts';

/** A badge category whose German name was changed once. */
export async function changedCategory(admin: Visit, code: string, name: string): Promise<void> {
  const { badgeCategory } = await asked<{ badgeCategory: { readonly id: string; readonly version: number } }>(
    admin,
    'mutation E2eCategory($input: CreateBadgeCategoryInput!) { answer: createBadgeCategory(input: $input) { badgeCategory { id version } } }',
    { input: { code, nameI18n: { 'en-US': name } } },
  );
  const patch = { nameI18n: { 'en-US': name, 'de-DE': 'Helden der Woche' } };
  await asked(
    admin,
    'mutation E2eRename($input: UpdateBadgeCategoryInput!) { answer: updateBadgeCategory(input: $input) { badgeCategory { id } } }',
    { input: { id: badgeCategory.id, expectedVersion: badgeCategory.version, patch } },
  );
}

/** The parts of a page of reference data. */
export function partsOf(page: () => Page) {
  /** The drawer beside the list; a dialog above it has its own name. */
  const drawer = () => page().locator('.mantine-Drawer-content');
  const row = (name: string) => page().getByRole('row').filter({ hasText: name });
  return {
    drawer,
    row,
    dialog: (name: string) => page().getByRole('dialog', { name }),
    button: (name: string, within: Page | Locator = drawer()) => within.getByRole('button', { name, exact: true }),
    field: (name: string) => drawer().getByRole('textbox', { name }),
    /** Shows the texts of a language. */
    language: (name: string) => drawer().getByRole('tab', { name }).click(),
    closed: () => drawer().waitFor({ state: 'hidden' }),
    /** Opens a row by keyboard. */
    openRow: async (name: string) => {
      await row(name).getByRole('link').press('Enter');
      await drawer().getByRole('tab', { name: 'History' }).waitFor();
    },
  };
}

export const isFocused = (target: Locator) =>
  expect.poll(() => target.evaluate((it) => it === document.activeElement)).toBe(true);
