// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const account = (number: number, fields: object = {}) => ({
  id: `id-${number}`,
  number,
  displayName: `Person ${number}`,
  email: `${number}@mail.test`,
  country: { code: 'DE', name: 'Germany' },
  ...fields,
});
const ROWS = [account(100001), account(100002)];

const show = async (address: string, answers: object = {}) => {
  const shown = await showAs(['ADMIN'], address, { accounts: pageOf(ROWS), ...answers });
  await until(() => expect(document.querySelectorAll('[data-row] a').length).toBeGreaterThan(0));
  const filter = () => shown.api.sentAs('AccountList').at(-1)?.variables['filter'];
  return { ...shown, filter };
};

test('a filter says how many rows each value has under the other filters', async () => {
  const listGroups = [{ value: 'ACTIVE', rows: 1_200 }];
  const { api, user } = await show('/accounts?state=SUSPENDED&country=DE&q=an', { listGroups });
  await user.click(screen.getByRole('button', { name: 'State Suspended' }));
  await screen.findByRole('checkbox', { name: 'Active 1,200' });
  screen.getByRole('checkbox', { name: 'Suspended 0', checked: true });
  expect(api.sentAs('ListGroups').map(({ variables }) => variables)).toEqual([
    { list: 'ACCOUNTS', by: 'state', filter: { country: { in: ['DE'] } }, search: 'an' },
  ]);
});

describe('a relative date', () => {
  test.each([
    ['30d', 'in the last 30 days', { withinDays: 30 }],
    ['older-than-60d', 'more than 60 days ago', { olderThanDays: 60 }],
    ['next-7d', 'in the next 7 days', { nextDays: 7 }],
  ])('%s of the address is a chip in words, and the server resolves it [ux 3]', async (text, words, lastSeen) => {
    const { filter } = await show(`/accounts?lastSeen=${text}`);
    await within(await screen.findByRole('group', { name: 'Last seen' })).findByText(words);
    expect(filter()).toEqual({ lastSeen });
  });

  test.each(['older-than-0d', 'next-3651d', 'older-60d', '-7d'])('%s is reported as damaged', async (text) => {
    const { filter } = await show(`/accounts?lastSeen=${text}`);
    await screen.findByText(/Invalid value for “lastSeen” was ignored/);
    expect(filter()).toBeNull();
  });

  test('is edited in the words of its chip, with any number of days, beside absolute dates', async () => {
    const { user, filter, shown } = await show('/accounts?lastSeen=30d');
    const chip = within(await screen.findByRole('group', { name: 'Last seen' }));
    await user.click(await chip.findByRole('button', { name: /Last seen in the last 30 days/ }));
    const editor = within(await screen.findByRole('form', { name: 'Last seen' }));
    editor.getByRole('radio', { name: 'between two dates' });
    await user.click(editor.getByRole('radio', { name: 'more than 30 days ago' }));
    const days = editor.getByRole('textbox', { name: 'Days' });
    await user.clear(days);
    await user.type(days, '0');
    expect(editor.getByRole('alert').textContent).toBe('Enter a whole number from 1 to 3,650.');
    expect(editor.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', true);
    await user.click(editor.getByRole('button', { name: '60' }));
    editor.getByRole('radio', { name: 'more than 60 days ago', checked: true });
    await user.click(editor.getByRole('button', { name: 'Apply' }));
    await until(() => expect(filter()).toEqual({ lastSeen: { olderThanDays: 60 } }));
    expect(shown()).toBe('/accounts?lastSeen=older-than-60d');
  });
});

describe('a search marks what it found', () => {
  const named = [
    account(100001, { displayName: 'Rüdiger Dámm' }),
    account(100002, { displayName: 'Ruta DAMMANN', email: 'rut@mail.test' }),
  ];
  const marks = () => [...document.querySelectorAll('[data-row] mark')].map(({ textContent }) => textContent);

  test('in names and codes, ignoring case and accents, and nothing without a search', async () => {
    const { user } = await show('/accounts', { accounts: pageOf(named) });
    expect(marks()).toEqual([]);
    await user.type(screen.getByRole('searchbox'), 'damm rud{Enter}');
    await until(() => expect(marks()).toEqual(['Rüd', 'Dámm', 'DAMM']));
    expect(document.querySelector('[data-row] a')?.textContent).toBe('Rüdiger Dámm');
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), '100002{Enter}');
    await until(() => expect(marks()).toEqual(['100002']));
  });

  test('but not labels of states', async () => {
    await show('/accounts?q=active', { accounts: pageOf([account(100001, { state: 'ACTIVE' })]) });
    expect(screen.getByText('Active')).toBeDefined();
    expect(marks()).toEqual([]);
  });
});

describe('a changed view', () => {
  const id = '0198c0de-0000-7000-8000-000000000001';
  const state = { search: '', sort: null, columns: null, widths: {}, density: null, size: null };
  const view = (mayChange: boolean) => ({
    id,
    scope: 'TEAM',
    name: 'Suspended',
    state: { ...state, filters: { state: 'SUSPENDED' } },
    mayChange,
    version: 3,
  });
  const address = `/accounts?view=${id}&state=SUSPENDED`;
  const button = (name: string) => screen.queryByRole('button', { name });

  test.each([
    ['a filter', '&country=DE'],
    ['the order', '&sort=-name'],
    ['the columns', '&cols=name.number'],
    ['the search', '&q=an'],
  ])('offers to save and to reset: %s differs [views 2]', async (_what, change) => {
    const { user, shown } = await show(`${address}${change}`, { savedViews: [view(true)] });
    await screen.findByRole('button', { name: 'Save view' });
    await user.click(screen.getByRole('button', { name: 'Reset to view' }));
    await until(() => expect([button('Save view'), button('Reset to view')]).toEqual([null, null]));
    expect(shown()).not.toContain(change);
  });

  test('of others is saved as a new one', async () => {
    const { user } = await show(`${address}&sort=-name`, { savedViews: [view(false)] });
    await user.click(await screen.findByRole('button', { name: 'Save as new view' }));
    await screen.findByRole('dialog', { name: 'Save as new view' });
  });

  test('that is unchanged offers neither; a filter on the plain list can be saved [views 1]', async () => {
    const { user } = await show('/accounts', { savedViews: [view(true)] });
    await screen.findByRole('button', { name: 'New view' });
    expect([button('Save view'), button('Reset to view')]).toEqual([null, null]);
    await user.click(screen.getByRole('columnheader', { name: /Account/ }).querySelector('button') as HTMLElement);
    await user.click(await screen.findByRole('button', { name: 'Save view' }));
    await screen.findByRole('dialog');
    expect(button('Reset to view')).toBeNull();
  });
});

test('one menu has every verb of the list and of its view', async () => {
  const { user } = await show('/accounts', { savedViews: [] });
  expect(screen.queryByRole('button', { name: 'View options' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'List options' }));
  await screen.findByRole('menuitem', { name: 'Save as new view' });
  const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(items).toEqual(['Copy link to this view', 'Refresh', 'Import…', 'Reset view', 'Save as new view']);
});

describe('the values of a filter', () => {
  const NAMES = [
    'Austria',
    'Belgium',
    'Côte d’Ivoire',
    'Denmark',
    'Estonia',
    'France',
    'Ghana',
    'Hungary',
    'Österreich',
  ];
  const countries = NAMES.map((name, index) => ({ code: `A${'ABCDEFGHI'[index]}`, name, isActive: true }));
  const edit = async (values: readonly object[]) => {
    const shown = await show('/accounts?country=AA', { countries: values });
    const chip = within(await screen.findByRole('group', { name: 'Country' }));
    await shown.user.click(await chip.findByRole('button', { name: /^Country Austria/ }));
    const form = within(await screen.findByRole('form', { name: 'Country' }));
    await form.findByRole('checkbox', { name: /Austria/ });
    return { ...shown, form };
  };

  test('are narrowed while typing, ignoring case and accents, or by their code', async () => {
    const { user, form, filter } = await edit(countries);
    const labels = () => form.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).labels?.[0]?.textContent);
    const find = form.getByRole('textbox', { name: 'Find a value' });
    await user.type(find, 'cote');
    expect(labels()).toEqual(['ACCôte d’Ivoire']);
    await user.clear(find);
    await user.type(find, 'OSTER');
    expect(labels()).toEqual(['AIÖsterreich']);
    await user.click(form.getByRole('checkbox', { name: /Österreich/ }));
    await user.clear(find);
    await user.type(find, 'ag');
    expect(labels()).toEqual(['AGGhana']);
    await user.clear(find);
    await user.type(find, 'zzz');
    await form.findByText('No value contains “zzz”');
    await user.click(form.getByRole('button', { name: 'Apply' }));
    await until(() => expect(filter()).toEqual({ country: { in: ['AA', 'AI'] } }));
  });

  test('are searched at once, also if they arrive late', async () => {
    const late = Promise.withResolvers<readonly object[]>();
    const { user } = await show('/accounts', { countries: late.promise });
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Country' }));
    const form = within(await screen.findByRole('form', { name: 'Country' }));
    await until(() => expect(document.activeElement?.closest('form')).not.toBeNull());
    late.resolve(countries);
    const find = await form.findByRole('textbox', { name: 'Find a value' });
    await until(() => expect(document.activeElement).toBe(find));
  });

  test('have no search where they are few', async () => {
    const { form } = await edit(countries.slice(0, 8));
    expect(form.queryByRole('textbox')).toBeNull();
  });
});
