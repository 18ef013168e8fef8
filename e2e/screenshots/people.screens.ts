import { choose } from '../harness/choose.ts';
import type { Screen } from './screen.ts';

/** Accounts and stores. */
export const PEOPLE_SCREENS: readonly Screen[] = [
  { name: 'accounts', path: '/accounts' },
  { name: 'accounts-marketing', person: 'marketing', path: '/accounts' },
  { name: 'accounts-filtered', path: '/accounts?state=SUSPENDED.CLOSED&lastSeen=older-than-7d&q=ma' },
  { name: 'accounts-similar', path: '/accounts?q=emelie+anderssen' },
  {
    name: 'accounts-relative-date',
    path: '/accounts?lastSeen=older-than-60d',
    not: ['phone'],
    steps: (page) => page.page.locator('search [role="group"] button').first().click(),
  },
  {
    name: 'accounts-filter-menu',
    path: '/accounts',
    not: ['phone'],
    steps: (page) => page.press('listing.filter.add'),
  },
  {
    name: 'accounts-filters',
    path: '/accounts?state=ACTIVE',
    not: ['desktop', 'dark', 'rtl', 'narrow', 'wide'],
    steps: (page) => page.page.locator('search [aria-haspopup="dialog"]').click(),
  },
  {
    name: 'accounts-view-changed',
    path: '/accounts',
    not: ['phone'],
    steps: async (page) => {
      await page.page.getByRole('navigation').getByRole('link', { name: 'Suspended' }).click();
      await page.page.locator('[role="columnheader"] button').first().click();
      await page.press('listing.view.more');
    },
  },
  { name: 'accounts-columns', path: '/accounts', not: ['phone'], steps: (page) => page.press('listing.columns.title') },
  {
    name: 'accounts-save-view',
    path: '/accounts?state=SUSPENDED',
    not: ['phone'],
    steps: (page) => page.press('listing.views.create'),
  },
  {
    name: 'accounts-peek',
    path: '/accounts?state=SUSPENDED',
    not: ['phone'],
    steps: async ({ page }) => {
      await page.locator('[data-row] a').first().focus();
      await page.keyboard.press('Space');
      await page.locator('aside li time').first().waitFor();
    },
  },
  { name: 'accounts-selected', path: '/accounts', steps: (page) => page.select(3) },
  {
    name: 'accounts-bulk',
    path: '/accounts?state=ACTIVE',
    steps: async (page) => {
      await page.select(3);
      await page.press('account.action.suspend');
      await page.dialog.getByRole('textbox').first().waitFor();
    },
  },
  {
    name: 'accounts-bulk-edit',
    path: '/accounts?state=ACTIVE',
    steps: async (page) => {
      await page.select(3);
      await page.act('account.action.edit-field', 'listing.selection.more');
      await page.choose(page.dialog.locator('[name="field"]'), 'account.field.timezone');
      await choose(page.dialog.locator('[name="timezone"]'), /Tokyo —/);
      await page.dialog.locator('[role="status"] li').first().waitFor();
    },
  },
  { name: 'accounts-export', path: '/accounts', steps: (page) => page.press('listing.view.more', 'export.menu') },
  { name: 'account', path: '/accounts/{account}', isLong: true },
  { name: 'account-suspended', path: '/accounts/{suspended-account}' },
  { name: 'account-closed', path: '/accounts/{closed-account}' },
  { name: 'account-erased', path: '/accounts/{erased-account}' },
  {
    name: 'account-certificate',
    path: '/accounts/{erased-account}',
    steps: (page) => page.press('account.certificate.action'),
  },
  { name: 'account-points', path: '/accounts/{account}?tab=points' },
  { name: 'account-points-entry', path: '/accounts/{account}?tab=points', steps: (page) => page.openRow() },
  {
    name: 'account-adjust-points',
    path: '/accounts/{account}?tab=points',
    steps: (page) => page.act('points.adjust.action'),
  },
  { name: 'account-notifications', path: '/accounts/{account}?tab=notifications' },
  { name: 'account-giveaways', path: '/accounts/{account}?tab=giveaways' },
  { name: 'account-coupons', path: '/accounts/{account}?tab=coupons' },
  { name: 'account-badges', path: '/accounts/{account}?tab=badges' },
  { name: 'account-topics', path: '/accounts/{account}?tab=topics' },
  { name: 'account-devices', path: '/accounts/{account}?tab=devices' },
  { name: 'account-notes', path: '/accounts/{account}?tab=notes' },
  { name: 'account-history', path: '/accounts/{suspended-account}?tab=history' },
  { name: 'account-edit', path: '/accounts/{account}?edit', isLong: true },
  {
    name: 'account-edit-zones',
    path: '/accounts/{account}?edit',
    steps: async ({ page }) => {
      await page.locator('[name="timezone"]').click();
      await page.getByRole('searchbox').last().fill('am');
    },
  },
  { name: 'account-suspend', path: '/accounts/{account}', steps: (page) => page.act('account.action.suspend') },
  { name: 'account-close', path: '/accounts/{account}', steps: (page) => page.act('account.action.close') },
  { name: 'account-erase', path: '/accounts/{closed-account}', steps: (page) => page.act('account.action.erase') },
  { name: 'account-export-data', path: '/accounts/{account}', steps: (page) => page.act('account.action.export-data') },
  { name: 'account-picture', path: '/accounts/{account}', steps: (page) => page.act('picture.change') },
  {
    name: 'account-reveal',
    person: 'marketing',
    path: '/accounts/{account}',
    steps: (page) => page.press('account.action.reveal'),
  },
  { name: 'segments', path: '/accounts/segments' },
  { name: 'segments-new', path: '/accounts/segments?new' },
  {
    name: 'segments-of-filters',
    path: `/accounts/segments?${new URLSearchParams({ new: 'country=DE&state=ACTIVE&online=yes&q=ruth' })}`,
  },
  { name: 'segment', path: '/accounts/segments/{segment}', isLong: true },
  { name: 'segment-members', path: '/accounts/segments/{segment}?tab=members' },
  { name: 'segment-history', path: '/accounts/segments/{segment}?tab=history' },
  { name: 'segment-edit', path: '/accounts/segments/{grouped-segment}?edit', isLong: true },
  { name: 'stores', path: '/stores' },
  { name: 'stores-new', path: '/stores?new', isLong: true },
  {
    name: 'stores-bulk',
    path: '/stores?state=ACTIVE',
    steps: async (page) => {
      await page.select(3);
      await page.press('store.action.suspend');
      await page.dialog.getByRole('textbox').first().waitFor();
    },
  },
  { name: 'store', path: '/stores/{store}', isLong: true },
  { name: 'store-suspended', path: '/stores/{suspended-store}' },
  { name: 'store-entry', path: '/stores/{store}', steps: (page) => page.openRow() },
  { name: 'store-adjust-points', path: '/stores/{store}', steps: (page) => page.act('points.adjust.action') },
  { name: 'store-details', path: '/stores/{store}?tab=details' },
  { name: 'store-online', path: '/stores/{busy-store}?tab=online' },
  { name: 'store-online-empty', path: '/stores/{store}?tab=online' },
  { name: 'store-history', path: '/stores/{store}?tab=history' },
  { name: 'store-edit', path: '/stores/{store}?edit', isLong: true },
  { name: 'store-close', path: '/stores/{store}', steps: (page) => page.act('store.action.close') },
  // Last: from then on the console shows the import and its job, and the table remains chosen.
  { name: 'accounts-import', path: '/accounts?import', steps: (page) => page.importNothingYet() },
  {
    name: 'accounts-import-columns',
    path: '/accounts?import',
    steps: async (page) => {
      await page.importFile(IMPORTED);
      await page.control('import.action.check', page.dialog).waitFor();
    },
  },
  {
    name: 'accounts-import-check',
    path: '/accounts?import',
    steps: async (page) => {
      await page.importFile(IMPORTED);
      await page.pressInDialog('import.action.check');
      await page.dialog.locator('dl').first().waitFor();
    },
  },
  {
    name: 'accounts-import-correct',
    path: '/accounts?import',
    steps: async (page) => {
      await page.importFile(IMPORTED);
      await page.pressInDialog('import.action.check');
      await page.pressInDialog('import.correct.open');
      await page.dialog.locator('[data-mistake]').first().focus();
    },
  },
  {
    name: 'accounts-table',
    path: '/accounts',
    not: ['desktop', 'dark', 'rtl', 'narrow', 'wide'],
    steps: (page) => page.press('listing.view.more', 'listing.view.show-table'),
  },
];

/** Rows of every kind: valid, with a problem, existing. */
const IMPORTED = {
  name: 'people.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'firebaseId,displayName,email,phone,countryCode,birthDate',
      'pictures-1,Mara Lindqvist,mara.lindqvist@example.org,+46701234567,SE,1991-04-12',
      'pictures-2,Jonas Weber,nobody,+49301234567,DE,1988-09-30',
      'pictures-3,Aiko Mori,aiko.mori@example.org,,JP,31.13.1990',
      'pictures-4,Ruth Damm,ruth.damm@example.org,,Germny,1971-08-12',
      'pictures-5,Otto Weiss,otto.weiss@example.org,+49301234568,Germny,1958-10-11',
      '',
    ].join('\n'),
  ),
};
