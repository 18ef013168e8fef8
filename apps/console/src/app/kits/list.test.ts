// @vitest-environment happy-dom
import { AppError, ROLES, type Role } from '@backcounter/domain';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
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
const ROWS = [account(100001), account(100002), account(100003), account(100004)];
const VIEW = {
  id: '0198c0de-0000-7000-8000-000000000001',
  scope: 'TEAM',
  name: 'Suspended',
  state: {
    search: '',
    filters: { state: 'SUSPENDED' },
    sort: 'name',
    columns: null,
    widths: {},
    density: null,
    size: null,
  },
  mayChange: true,
  version: 3,
};
const PLAIN = { accounts: pageOf(ROWS), countries: [{ code: 'DE', name: 'Germany', isActive: true }] };

const show = async (address: string, answers: object = {}, roles: readonly Role[] = ['ADMIN']) => {
  const shown = await showAs(roles, address, { ...PLAIN, ...answers });
  await until(() => expect(rows()).not.toEqual([]));
  return shown;
};
const rows = () => [...document.querySelectorAll('[data-row] a')].map(({ textContent }) => textContent);
const header = (name: string) => screen.getByRole('columnheader', { name });
const box = (row: number) => within(document.querySelector(`[data-row="${row}"]`) as HTMLElement).getByRole('checkbox');
const bar = () => screen.queryByRole('region', { name: 'Selected rows' });
const says = (text: string) => until(() => expect(bar()?.querySelector('b')?.textContent).toBe(text));
const isModified = () => screen.queryByText('modified') !== null;

describe('each role', () => {
  test.each(ROLES)(
    '%s opens the list or reads which role is missing, and asks only for what it may have',
    async (role) => {
      const { api, shown } = await showAs([role], '/accounts', PLAIN);
      const mayRead = role === 'ADMIN' || role === 'MARKETING';
      await (mayRead
        ? screen.findByRole('link', { name: 'Person 100001' })
        : screen.findByRole('heading', { level: 1, name: /access/ }));
      expect(shown()).toBe(mayRead ? '/accounts' : '/no-access?need=area.root');
      expect(api.refused).toEqual([]);
    },
  );

  test.each([
    ['ADMIN', true],
    ['MARKETING', false],
  ] as const)('%s imports into the list: %s [import 1]', async (role, mayImport) => {
    const { user } = await show('/accounts?import=', {}, [role]);
    await until(() => expect(screen.queryByRole('dialog', { name: /^Import into/ }) !== null).toBe(mayImport));
    if (mayImport) return;
    await user.click(screen.getByRole('button', { name: 'List options' }));
    await screen.findByRole('menuitem', { name: 'Refresh' });
    expect(screen.queryByRole('menuitem', { name: 'Import…' })).toBeNull();
  });

  test.each([
    ['ADMIN', true],
    ['MARKETING', false],
  ] as const)('%s has a column of contacts: %s [ux 38]', async (role, mayRead) => {
    const masked = mayRead ? {} : { email: null, isContactMasked: true };
    await show('/accounts', { accounts: pageOf([account(100001, masked)]) }, [role]);
    expect(screen.queryAllByRole('columnheader', { name: /mail/ })).toHaveLength(mayRead ? 1 : 0);
    expect(screen.queryAllByText('100001@mail.test')).toHaveLength(mayRead ? 1 : 0);
    expect(screen.queryByText('Hidden')).toBeNull();
  });
});

test('a filter is found in its menu by a part of its name, and Enter takes the first', async () => {
  const { user } = await show('/accounts');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.type(await screen.findByRole('textbox', { name: 'Find a filter' }), 'seen');
  const names = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  await until(() => expect(names()).toEqual(['Last seen']));
  await user.keyboard('{Enter}');
  await screen.findByRole('group', { name: 'Last seen' });
});

describe('a filter of the address', () => {
  test('is a chip that can be removed, and what the server is asked for [ux 3]', async () => {
    const { api, user, shown } = await show('/accounts?state=SUSPENDED');
    const filters = () => api.sentAs('AccountList').map(({ variables }) => variables['filter']);
    expect(filters()).toEqual([{ state: { in: ['SUSPENDED'] } }]);
    await user.click(screen.getByRole('button', { name: /Remove filter .*State/ }));
    await until(() => expect(filters().at(-1)).toBeNull());
    expect(shown()).toBe('/accounts');
  });

  test('is cleared by one click, except the order [ux 3]', async () => {
    const { user, shown } = await show('/accounts?q=an&state=ACTIVE&country=DE&sort=number');
    expect(screen.getAllByRole('button', { name: /^Remove filter / })).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    await until(() => expect(shown()).toBe('/accounts?sort=number'));
    expect(screen.queryAllByRole('button', { name: /^Remove filter / })).toEqual([]);
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('');
  });

  test('is ignored where the list does not have it, with a notice [ux 4]', async () => {
    const { api } = await show('/accounts?shoe-size=44');
    expect(screen.getByText(/“shoe-size”/)).toBeDefined();
    expect(api.sentAs('AccountList')[0]?.variables['filter']).toBeNull();
  });

  test('is ignored where this person may not use it, with a notice [ux 4]', async () => {
    const capabilities = { sorts: [], filters: [{ key: 'state' }], defaultSort: { key: 'NUMBER' }, searches: ['NAME'] };
    const { api } = await show('/accounts?hasEmail=yes', { listCapabilities: capabilities }, ['MARKETING']);
    expect(screen.getByText('“hasEmail” was ignored', { exact: false })).toBeDefined();
    expect(api.sentAs('AccountList')[0]?.variables['filter']).toBeNull();
  });
});

test('a column sorts in both directions and back to the default [ux 13]', async () => {
  const { api, user, shown } = await show('/accounts');
  const press = () => user.click(within(header('Number')).getByRole('button'));
  const sorted = () => header('Number').getAttribute('aria-sort');
  await press();
  await until(() => expect([sorted(), shown()]).toEqual(['ascending', '/accounts?sort=number']));
  await press();
  await until(() => expect([sorted(), shown()]).toEqual(['descending', '/accounts?sort=-number']));
  await press();
  await until(() => expect(shown()).toBe('/accounts'));
  const asked = api.sentAs('AccountList').map(({ variables }) => variables['sort']);
  expect(asked.slice(0, 3)).toEqual([null, { key: 'NUMBER', direction: 'ASC' }, { key: 'NUMBER', direction: 'DESC' }]);
  expect(within(header('Email')).queryByRole('button')).toBeNull();
});

test('a list without records says so, and one whose filters match none offers a way out [ux 7]', async () => {
  const { user, shown } = await showAs(['ADMIN'], '/accounts', { accounts: pageOf([]) });
  await screen.findByText(/^No accounts yet/);
  await user.type(screen.getByRole('searchbox'), 'zzz{Enter}');
  await screen.findByText(/^Nothing matches/);
  expect(screen.queryByText(/^No accounts yet/)).toBeNull();
  await user.click(screen.getAllByRole('button', { name: 'Clear all' })[0] as HTMLElement);
  await until(() => expect(shown()).toBe('/accounts'));
});

test('a list that cannot be loaded says so with a reference; Retry asks again, and “Reset view” leads back to the view [ux 8]', async () => {
  let isBroken = true;
  const accounts = ({ search }: { search?: string }) => {
    if (isBroken && search === 'beyond') throw new Error('Broken');
    return pageOf(ROWS);
  };
  const { user, shown } = await show(`/accounts?view=${VIEW.id}`, { accounts, savedViews: [VIEW] });
  await until(() => expect(shown()).toContain('sort=name'));
  const asSaved = shown();
  const problem = async () =>
    within((await screen.findByText(/This list could not be loaded/)).closest('[role=alert]') as HTMLElement);
  await user.type(screen.getByRole('searchbox'), 'beyond{Enter}');
  (await problem()).getByRole('button', { name: /Copy ref-1/ });
  await user.click((await problem()).getByRole('button', { name: 'Reset view' }));
  await until(() => expect([rows().length, shown(), isModified()]).toEqual([4, asSaved, false]));
  await user.type(screen.getByRole('searchbox'), 'beyond{Enter}');
  const retry = (await problem()).getByRole('button', { name: 'Retry' });
  isBroken = false;
  await user.click(retry);
  await until(() => expect(rows()).toHaveLength(4));
});

test('a place in the list that is gone leads to the first page, and says so', async () => {
  const accounts = ({ after }: { after?: string }) => {
    if (after !== undefined && after !== null) throw new AppError('cursor.invalid');
    return pageOf(ROWS);
  };
  const { shown } = await show('/accounts?after=AAAA', { accounts });
  await screen.findByText(/Showing the first page/);
  expect(shown()).toBe('/accounts');
});

describe('a search', () => {
  const finds = (matchedBy: string | null, searches: readonly string[], nodes: readonly object[] = []) => ({
    accounts: { ...pageOf(nodes), matchedBy },
    listCapabilities: { sorts: [], filters: [], defaultSort: { key: 'NUMBER' }, searches },
  });

  test('by phone marks the number as stored; others are shown in groups', async () => {
    const found = [
      account(100001, { phone: '+4915122408595', isContactMasked: false }),
      account(100002, { phone: '+442079460018', isContactMasked: false }),
    ];
    await showAs(['ADMIN'], '/accounts?q=22408595&cols=name.phone', finds(null, ['PHONE'], found));
    await screen.findByText('+44 20 7946 0018');
    const mark = await screen.findByText('22408595', { selector: 'mark' });
    expect(mark.closest('bdi')?.textContent).toBe('+4915122408595');
  });

  test('by phone that finds none says how phones are found [ux 7]', async () => {
    await showAs(['ADMIN'], '/accounts?q=9999999999', finds(null, ['EMAIL', 'PHONE']));
    await screen.findByText(/To find a phone number/);
  });

  test('by e-mail is refused in words to a role that may not search so', async () => {
    await showAs(['MARKETING'], '/accounts?q=ada@mail.test', finds('NOT_PERMITTED', ['NAME']));
    await screen.findAllByText(/Your role can’t search by email or phone/);
  });
});

test('a search is sent 250 ms after the last key, and at once on Enter [ux 5]', async () => {
  const { api, user, shown } = await show('/accounts');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const field = screen.getByRole('searchbox');
  const typing = userEvent.setup({ delay: null });
  await typing.type(field, '10');
  await vi.advanceTimersByTimeAsync(249);
  await typing.type(field, '00');
  await vi.advanceTimersByTimeAsync(249);
  expect(shown()).toBe('/accounts');
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await until(() => expect(shown()).toBe('/accounts?q=1000'));
  await user.type(field, '0{Enter}');
  await until(() => expect(shown()).toBe('/accounts?q=10000'));
  await until(() => expect(api.sentAs('AccountList').at(-1)?.variables['search']).toBe('10000'));
  const asked = api.sentAs('AccountList').map(({ variables }) => variables['search']);
  expect([...new Set(asked)]).toEqual([null, '1000', '10000']);
});

test('an older answer to a search never replaces a newer one [ux 5]', async () => {
  const older = Promise.withResolvers<unknown>();
  const accounts = ({ search }: { search?: string }) =>
    search === '100' ? older.promise : pageOf(search === '100001' ? ROWS.slice(0, 1) : ROWS);
  const { api, user } = await show('/accounts', { accounts });
  await user.type(screen.getByRole('searchbox'), '100{Enter}');
  await until(() => expect(api.sentAs('AccountList').at(-1)?.variables['search']).toBe('100'));
  await user.type(screen.getByRole('searchbox'), '001{Enter}');
  await until(() => expect(rows()).toEqual(['Person 100001']));
  older.resolve(pageOf(ROWS));
  await older.promise;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(rows()).toEqual(['Person 100001']);
});

describe('a saved view', () => {
  test('opens with its filters and order, says when it is modified, and Reset ends that [views 2]', async () => {
    const { user, shown } = await show('/accounts', { savedViews: [VIEW] });
    await user.click(screen.getByRole('link', { name: /Suspended/ }));
    const asked = () => Object.fromEntries(new URL(shown(), 'https://console.test').searchParams);
    await until(() => expect(asked()).toEqual({ view: VIEW.id, sort: 'name', state: 'SUSPENDED' }));
    expect(isModified()).toBe(false);
    await user.click(within(header('Account')).getByRole('button'));
    await until(() => expect([isModified(), asked()['sort']]).toEqual([true, '-name']));
    await user.click(await screen.findByRole('button', { name: 'Reset to view' }));
    await until(() => expect([isModified(), asked()['sort']]).toEqual([false, 'name']));
  });

  test('is saved against the version that was read; a newer one is not overwritten [views 5]', async () => {
    const updateSavedView = () => {
      throw new AppError('record.conflict');
    };
    const { api, user } = await show(`/accounts?view=${VIEW.id}&sort=-name&state=SUSPENDED`, {
      savedViews: [VIEW],
      updateSavedView,
    });
    await user.click(await screen.findByRole('button', { name: 'Save view' }));
    // A toast, and what a screen reader hears.
    await screen.findAllByText(/else changed this view/);
    expect(isModified()).toBe(true);
    expect(api.sentAs('UpdateSavedView')[0]?.variables).toMatchObject({
      input: { id: VIEW.id, expectedVersion: 3, patch: { state: { sort: '-name', filters: { state: 'SUSPENDED' } } } },
    });
  });

  test('that is deleted while it is open leaves the rows, and says so [views 5]', async () => {
    let views: readonly object[] = [VIEW];
    const updateSavedView = () => {
      views = [];
      throw new AppError('record.not-found');
    };
    const address = `/accounts?view=${VIEW.id}&sort=-name&state=SUSPENDED`;
    const { user, shown } = await show(address, { savedViews: () => views, updateSavedView });
    await user.click(await screen.findByRole('button', { name: 'Save view' }));
    await screen.findByText(/The saved view in this link isn’t available to you/);
    await until(() => expect(shown()).not.toContain(VIEW.id));
    expect(rows()).toHaveLength(4);
  });

  test('of the team is not offered for change to a role that may not change it', async () => {
    const { user } = await show(`/accounts?view=${VIEW.id}`, { savedViews: [{ ...VIEW, mayChange: false }] }, [
      'MARKETING',
    ]);
    await user.click(await screen.findByRole('button', { name: 'List options' }));
    await screen.findByRole('menuitem', { name: 'Save as new view' });
    const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(items.slice(items.indexOf('Save as new view'))).toEqual([
      'Save as new view',
      'Save filters as segment',
      'Set as my default',
    ]);
  });

  test('that is the default opens with the list, “All” stays accessible, and deleting asks first [views 3]', async () => {
    const archiveSavedView = () => ({ savedView: { id: VIEW.id, version: 4 } });
    const { api, user, shown } = await show('/accounts', {
      savedViews: [{ ...VIEW, isDefault: true }],
      archiveSavedView,
    });
    await until(() => expect(shown()).toContain(`view=${VIEW.id}`));
    await user.click(screen.getByRole('link', { name: /^All/ }));
    await until(() => expect(shown()).toBe('/accounts?view=all'));
    await user.click(screen.getByRole('link', { name: /Suspended/ }));
    await until(() => expect(shown()).toContain('sort=name'));
    await user.click(screen.getByRole('button', { name: 'List options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete view' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the view “Suspended”?' }));
    await until(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' })));
    expect(api.sentAs('ArchiveSavedView')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Delete view' }));
    await until(() => expect(api.sentAs('ArchiveSavedView')).toHaveLength(1));
  });

  test('that asks for a filter of an older list opens with the rest of it, and names the filter it ignores [views 6]', async () => {
    const old = { ...VIEW, name: 'Old', state: { ...VIEW.state, filters: { state: 'SUSPENDED', zodiac: 'LEO' } } };
    const { api } = await show(`/accounts?view=${VIEW.id}`, { savedViews: [old] });
    await screen.findByText(/“Old”/);
    expect(screen.getByText(/zodiac/)).toBeDefined();
    await until(() =>
      expect(api.sentAs('AccountList').at(-1)?.variables['filter']).toEqual({ state: { in: ['SUSPENDED'] } }),
    );
  });
});

describe('a selection', () => {
  const many = { accounts: pageOf(ROWS, 40) };

  test('grows by click and range, means all that match but two, and outlives another order [ux 9, 19]', async () => {
    const { user, shown } = await show('/accounts?state=ACTIVE', many);
    await user.click(box(0));
    await says('1 selected');
    await user.keyboard('{Shift>}');
    await user.click(box(3));
    await user.keyboard('{/Shift}');
    await says('4 selected');
    expect(shown()).toBe('/accounts?state=ACTIVE');
    await user.click(screen.getByRole('button', { name: 'Select all 40 matching' }));
    await says('All 40 matching selected');
    await user.click(box(1));
    await user.click(box(2));
    await says('38 selected: all matching except 2');
    await user.click(within(header('Number')).getByRole('button'));
    await until(() => expect(shown()).toContain('sort=number'));
    await says('38 selected: all matching except 2');
  });

  test('is kept under another search only on request [ux 10]', async () => {
    const { user } = await show('/accounts');
    await user.click(box(0));
    await user.click(box(1));
    await user.type(screen.getByRole('searchbox'), 'an{Enter}');
    await until(() => expect(bar()?.textContent).toContain('Keep the selection?'));
    expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Keep' }));
    await says('2 selected with an earlier filter');
    await user.click(screen.getByRole('button', { name: /Clear selection/ }));
    await until(() => expect(bar()).toBeNull());
  });

  test('is made by keyboard [bulk 3]', async () => {
    const { user } = await show('/accounts');
    screen.getByRole('link', { name: 'Person 100001' }).focus();
    await user.keyboard('x');
    await says('1 selected');
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await says('3 selected');
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
    await says('2 selected');
    await user.keyboard('{Escape}');
    await until(() => expect(bar()).toBeNull());
    await user.keyboard('{Control>}a{/Control}');
    await says('4 selected');
  });

  test.each([
    ['ADMIN', ['Suspend', 'Reactivate', 'Subscribe to topic', 'More actions']],
    ['MARKETING', ['Export']],
  ] as const)('offers %s what the role may do', async (role, offered) => {
    const { user } = await show('/accounts', {}, [role]);
    await user.click(box(0));
    await says('1 selected');
    const buttons = [...(bar()?.querySelectorAll('[data-actions] button') ?? [])];
    expect(buttons.map((each) => each.textContent || each.getAttribute('aria-label'))).toEqual(offered);
  });
});
