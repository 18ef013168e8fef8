// @vitest-environment happy-dom
import { AppError } from '@backcounter/domain';
import { describe, expect, test } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

/** The drawer beside the list; a dialog above it has its own name. */
const drawer = () => {
  const found = document.querySelector<HTMLElement>('.mantine-Drawer-content');
  if (!found) throw new Error('no drawer yet');
  return within(found);
};
const field = (label: string | RegExp) => until(() => drawer().getByLabelText<HTMLInputElement>(label));
const save = () => drawer().getByRole<HTMLButtonElement>('button', { name: 'Save' });
const isClosed = () => until(() => expect(document.querySelector('.mantine-Drawer-content')).toBeNull());

describe('a record of reference data', () => {
  const WEEKLY = {
    id: '0198c0de-0000-7000-8000-000000000001',
    code: 'weekly',
    name: 'Weekly',
    nameI18n: { 'en-US': 'Weekly', 'de-DE': 'Woche', 'ar-EG': 'أسبوع' },
    version: 3,
    actions: ['EDIT', 'ARCHIVE'],
  };

  /** Its form, beside the list that a row of it has opened. */
  async function openWeekly(answers: object = {}) {
    const shown = await showAs(['ADMIN'], '/admin/badge-categories', {
      badgeCategories: pageOf([WEEKLY]),
      badgeCategory: WEEKLY,
      ...answers,
    });
    await shown.user.click(await screen.findByRole('link', { name: 'Weekly' }));
    await field('Name: English');
    return shown;
  }
  const saved = () => ({ badgeCategory: { id: WEEKLY.id, version: 4 } });

  test('asks once before unsaved input is lost, and not after a save [reference 4]', async () => {
    const { router, user, shown } = await openWeekly({ updateBadgeCategory: saved });
    const address = shown();
    await user.click(drawer().getByRole('tab', { name: /العربية/ }));
    await user.type(await field('Name: Arabic'), ' أبطال');
    router.history.back();
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect([shown(), (await field('Name: Arabic')).value]).toEqual([address, 'أسبوع أبطال']);
    await user.click(save());
    await isClosed();
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await until(() => expect(shown()).toBe('/dashboard'));
  });

  test('closes only its topmost layer by Escape, and keeps what was typed [ux 18] [reference 4]', async () => {
    const { user } = await openWeekly();
    await user.click(drawer().getByRole('tab', { name: /Deutsch/ }));
    await user.type(await field('Name: German'), ' Helden{Escape}');
    await screen.findByRole('button', { name: 'Keep editing' });
    await user.keyboard('{Escape}');
    await until(() => expect(screen.queryByRole('button', { name: 'Keep editing' })).toBeNull());
    expect((await field('Name: German')).value).toBe('Woche Helden');
  });

  test('shows one language at a time, marks those with missing texts, and discards in place', async () => {
    const { user, shown } = await openWeekly();
    const address = shown();
    expect(drawer().getAllByLabelText(/^Name/)).toHaveLength(1);
    const discard = drawer().getByRole<HTMLButtonElement>('button', { name: 'Discard' });
    expect(discard.disabled).toBe(true);
    await user.click(drawer().getByRole('tab', { name: 'Deutsch complete' }));
    await user.clear(await field('Name: German'));
    await drawer().findByText('1 change: Name (German)');
    drawer().getByRole('tab', { name: 'Deutsch missing' });
    await user.click(drawer().getByRole('tab', { name: /English/ }));
    await user.clear(await field('Name: English'));
    await user.click(drawer().getByRole('tab', { name: /Deutsch/ }));
    await user.click(save());
    await drawer().findByText('Required');
    await until(async () => expect(document.activeElement).toBe(await field('Name: English')));
    await user.click(discard);
    expect([(await field('Name: English')).value, shown()]).toEqual(['Weekly', address]);
  });

  test("shows the other's values where two people save at once, and saves what was chosen [reference 5]", async () => {
    const versions: number[] = [];
    const updateBadgeCategory = ({ input }: { input: { expectedVersion: number } }) => {
      versions.push(input.expectedVersion);
      const current = {
        ...WEEKLY,
        nameI18n: { ...WEEKLY.nameI18n, 'en-US': 'Heroes' },
        version: 5,
        updatedBy: { name: 'Bo' },
      };
      if (input.expectedVersion < 5) throw new AppError('record.conflict', { details: { current } });
      return saved();
    };
    const { api, user } = await openWeekly({ updateBadgeCategory });
    await user.clear(await field('Name: English'));
    await user.type(await field('Name: English'), 'Everyday');
    await user.click(save());
    const conflict = within(await screen.findByRole('dialog', { name: 'Someone else saved this record' }));
    for (const words of ['Weekly', 'Heroes', 'Everyday'])
      expect(conflict.getByRole('table').textContent).toContain(words);
    await user.click(conflict.getByRole('radio', { name: /Everyday/ }));
    await user.click(conflict.getByRole('button', { name: 'Save merged' }));
    await isClosed();
    expect(versions).toEqual([3, 5]);
    expect(api.sentAs('UpdateBadgeCategory').at(-1)?.variables).toMatchObject({
      input: { patch: { nameI18n: { 'en-US': 'Everyday' } } },
    });
  });

  test.each([
    ['must be named to be archived', 100, true],
    ['is archived by a click', 99, false],
  ])('%s if %i records use it [ux 28] [reference 5]', async (_what, count, isNamed) => {
    const usedBy = [{ kind: 'badge', count }];
    const { api, user } = await openWeekly({
      badgeCategory: { ...WEEKLY, usedBy },
      archiveBadgeCategory: saved,
    });
    await drawer().findByText(`Used by ${count} badges`);
    await user.click(drawer().getByRole('button', { name: 'Archive' }));
    const question = within(await screen.findByRole('dialog', { name: 'Archive Weekly?' }));
    const archive = question.getByRole<HTMLButtonElement>('button', { name: 'Archive' });
    expect(archive.disabled).toBe(isNamed);
    if (isNamed) await user.type(question.getByLabelText('Type weekly to confirm'), 'weekly');
    await user.click(archive);
    await until(() => expect(api.sentAs('ArchiveBadgeCategory')).toHaveLength(1));
    expect(api.sentAs('ArchiveBadgeCategory')[0]?.variables).toMatchObject({
      input: { id: WEEKLY.id, expectedVersion: 3 },
    });
  });
});

test.each([
  [24, 0],
  [25, 1],
])('a list of %i records has %i rows of views, pages and checkboxes', async (value, rows) => {
  const category = { id: '0198c0de-0000-7000-8000-000000000001', code: 'weekly', name: 'Weekly', version: 3 };
  const badgeCategories = pageOf([category], value);
  await showAs(['ADMIN'], '/admin/badge-categories', { badgeCategories });
  await screen.findByRole('link', { name: 'Weekly' });
  await until(() => {
    expect(screen.queryAllByRole('navigation', { name: 'Saved views' })).toHaveLength(rows);
    expect(screen.queryAllByRole('navigation', { name: 'Pages' })).toHaveLength(rows);
    expect(screen.queryAllByRole('checkbox', { name: 'Select Weekly' })).toHaveLength(rows);
  });
});

test('countries open on the active ones, and the filter can be removed', async () => {
  const countries = pageOf([{ code: 'DE', name: 'Germany', isActive: true, version: 1 }]);
  const { api, user, shown } = await showAs(['ADMIN'], '/admin/countries', {
    countryRecords: countries,
    listCapabilities: { sorts: [], filters: [{ key: 'isActive' }], defaultSort: { key: 'NAME' }, searches: [] },
  });
  await until(() => expect(shown()).toBe('/admin/countries?isActive=yes'));
  await until(() => expect(api.sentAs('CountryPage').at(-1)?.variables).toMatchObject({ filter: { isActive: true } }));
  await user.click(await screen.findByRole('button', { name: 'Remove filter Active' }));
  await until(() => expect(shown()).toBe('/admin/countries'));
});

test('a setting has a unit and a range, is changed, and is reset to its default [reference 6]', async () => {
  const setting = {
    id: 'undo',
    key: 'push.undo_seconds',
    valueType: 'INTEGER',
    value: 1,
    defaultValue: 30,
    minValue: 0,
    maxValue: 600,
    unit: 'seconds',
    version: 2,
    actions: ['EDIT', 'RESET'],
  };
  const saved = () => ({ configEntry: { id: 'undo', version: 3 } });
  const { api, user } = await showAs(['ADMIN'], '/admin/config?edit=push.undo_seconds', {
    configEntries: pageOf([setting]),
    configEntry: setting,
    updateConfigEntry: saved,
    resetConfigEntry: saved,
  });
  const value = await field('Value');
  drawer().getByText('From 0 sec to 10 min, default 30 sec');
  await user.clear(value);
  await user.type(value, '601');
  await user.click(save());
  await drawer().findByText('At most 600');
  await until(() => expect(document.activeElement).toBe(value));
  expect(api.sentAs('UpdateConfigEntry')).toEqual([]);
  await user.clear(value);
  await user.type(value, '1');
  await user.click(drawer().getByRole('button', { name: 'Reset to default' }));
  const question = within(await screen.findByRole('dialog', { name: /Reset “How long sending can be undone”/ }));
  question.getByText('Changes 1 sec to 30 sec immediately.');
  await user.click(question.getByRole('button', { name: 'Reset to default' }));
  await until(() => expect(api.sentAs('ResetConfigEntry')).toHaveLength(1));
});

test('a country is disabled, beside the number of records it affects [reference 6]', async () => {
  const norway = {
    code: 'NO',
    name: 'Norway',
    nameI18n: { 'en-US': 'Norway' },
    currency: 'NOK',
    dialCode: '+47',
    defaultLocale: 'nb-NO',
    defaultTimezone: 'Europe/Oslo',
    minAge: 16,
    isActive: true,
    version: 1,
    actions: ['EDIT'],
    usedBy: [
      { kind: 'account', count: 1234 },
      { kind: 'area', count: 5 },
    ],
  };
  const { api, user } = await showAs(['ADMIN'], '/admin/countries?edit=NO', {
    countries: pageOf([norway]),
    country: norway,
    countryRecord: norway,
    updateCountry: () => ({ country: { code: 'NO', version: 2 } }),
  });
  await screen.findByText('Used by 1,234 accounts and 5 areas');
  await user.click(drawer().getByRole('checkbox', { name: 'Active' }));
  await user.click(save());
  await isClosed();
  expect(api.sentAs('UpdateCountry')[0]?.variables).toMatchObject({ input: { patch: { isActive: false } } });
});

test('a new store misses its area, not the time zone that the area gives', async () => {
  const { user } = await showAs(['ADMIN'], '/stores?new', {
    countries: [{ code: 'DE', name: 'Germany', isActive: true }],
  });
  await user.type(await field('Name'), 'Harbour');
  await user.click(drawer().getByRole('button', { name: /^(Create|Save|Add)/ }));
  const problemOf = async (label: string) => (await field(label)).getAttribute('aria-invalid');
  await until(async () => expect(await problemOf('Area')).toBe('true'));
  expect(await problemOf('Time zone')).not.toBe('true');
});
