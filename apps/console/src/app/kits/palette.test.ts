// @vitest-environment happy-dom
import type { Role } from '@backcounter/domain';
import { describe, expect, test } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { type Answers, pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const account = (number: number) => ({
  id: `id-${number}`,
  number,
  displayName: `Person ${number}`,
  country: { code: 'DE' },
});
const palette = () => within(screen.getByRole('dialog', { name: 'Search and commands' }));
const field = () => palette().getByRole('combobox');
const titles = () => [...document.querySelectorAll('[role=option] > bdi')].map((each) => each.textContent);

async function open(roles: readonly Role[], address: string, answers: Answers = {}) {
  const shown = await showAs(roles, address, answers);
  await screen.findByRole('heading', { level: 1 });
  await shown.user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Search and commands' });
  return shown;
}

describe('the search of the palette', () => {
  test('keeps an answer to an older text from replacing that to a newer one [ux 5]', async () => {
    const older = Promise.withResolvers<unknown>();
    const accounts = ({ search }: { search?: string }) =>
      search === '#100001' ? older.promise : pageOf(search === '#100002' ? [account(100002)] : []);
    const { api, user } = await open(['ADMIN'], '/dashboard', { accounts });
    await user.type(field(), '#100001');
    await until(() => expect(api.sent.some(({ variables }) => variables['search'] === '#100001')).toBe(true));
    await user.clear(field());
    await user.type(field(), '#100002');
    await until(() => expect(titles()).toContain('Person 100002'));
    older.resolve(pageOf([account(100001)]));
    await older.promise;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(titles()).not.toContain('Person 100001');
  });

  test('finds segments by name and description', async () => {
    const segments = pageOf([{ id: 's1', name: 'Win-back', description: 'Stayed away' }]);
    const { user, shown } = await open(['MARKETING'], '/dashboard', { segments });
    await user.type(field(), 'away');
    await until(() => expect(titles()).toContain('Win-back'));
    await user.click(palette().getByRole('option', { name: /Win-back/ }));
    await until(() => expect(shown()).toContain('/accounts/segments/s1'));
  });

  test('shows similar people only where nothing else matches', async () => {
    const accounts = pageOf([
      { ...account(100001), displayName: 'Storm, Ada', matchedOn: 'NAME_PREFIX' },
      { ...account(100002), displayName: 'Sturm, Bea', matchedOn: 'NAME_SIMILAR' },
    ]);
    const similar = pageOf([{ ...account(100003), displayName: 'Sturn, Cem', matchedOn: 'NAME_SIMILAR' }]);
    const answers = { accounts: ({ search }: { search?: string }) => (search === 'storm' ? accounts : similar) };
    const { user } = await open(['ADMIN'], '/dashboard', answers);
    await user.type(field(), 'storm');
    await until(() => expect(titles()).toContain('Storm, Ada'));
    expect(titles()).not.toContain('Sturm, Bea');
    await user.type(field(), 'n');
    await until(() => expect(titles()).toContain('Sturn, Cem'));
  });

  test('has records first whose name is the text or begins with it', async () => {
    const accounts = pageOf([{ ...account(100001), displayName: 'Ada Pancake', matchedOn: 'NAME_PREFIX' }]);
    const segments = pageOf([{ id: 's1', name: 'Pancake lovers', description: '' }]);
    const { user } = await open(['MARKETING'], '/dashboard', { accounts, segments });
    await user.type(field(), 'pancake');
    await until(() => expect(titles()).toEqual(expect.arrayContaining(['Ada Pancake', 'Pancake lovers'])));
    expect(titles().indexOf('Pancake lovers')).toBeLessThan(titles().indexOf('Ada Pancake'));
  });

  test('says a failure in its place, and asks again [ux 8]', async () => {
    let isBroken = true;
    const accounts = () => {
      if (isBroken) throw new Error('Broken');
      return pageOf([account(100001)]);
    };
    const { user } = await open(['ADMIN'], '/dashboard', { accounts });
    await user.type(field(), 'Person');
    await palette().findByRole('option', { name: /Retry/ });
    isBroken = false;
    await user.click(palette().getByRole('option', { name: /Retry/ }));
    await until(() => expect(titles()).toContain('Person 100001'));
  });
});

describe('a palette', () => {
  const active = () =>
    document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.querySelector('bdi')?.textContent;

  test.each([
    ['customers', 'Accounts'],
    ['log out', 'Sign out'],
  ])('finds by another word: %s', async (typed, found) => {
    const { user } = await open(['ADMIN'], '/dashboard');
    await user.type(field(), typed);
    await until(() => expect(active()).toBe(found));
  });

  test('takes SQL and markup as plain text', async () => {
    const { user } = await open(['ADMIN'], '/dashboard');
    await user.click(field());
    await user.paste(`%_<img src=x onerror=alert(1)>'"--`);
    await palette().findByText(/No results for/);
  });
});

describe('shortcuts', () => {
  test('are listed by ?, with those of the page [ux 14]', async () => {
    const { user } = await showAs(['ADMIN'], '/accounts');
    await screen.findByRole('heading', { level: 1, name: 'Accounts' });
    await screen.findByRole('searchbox');
    await user.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const row of ['Search or jump to', 'Focus search/', 'Go to Accountsg', 'Copy cell'])
      expect(sheet.textContent.replaceAll(/\s+/g, ' ')).toContain(row);
  });

  test('work on a layout without Latin letters, by the position of the key [palette 4]', async () => {
    const { shown } = await showAs(['ADMIN'], '/dashboard');
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    const press = (key: string, code: string, ctrlKey = false) =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key, code, ctrlKey, bubbles: true, cancelable: true }),
      );
    press('п', 'KeyG');
    press('ф', 'KeyA');
    await until(() => expect(shown()).toBe('/accounts'));
    press('л', 'KeyK', true);
    await screen.findByRole('dialog', { name: 'Search and commands' });
  });
});

test('the page that is not found offers the search [spec 2.26]', async () => {
  const { user } = await showAs(['ADMIN'], '/nowhere');
  await user.type(await screen.findByLabelText('Search pages'), 'acounts');
  await within(screen.getByRole('main')).findByRole('link', { name: 'Accounts' });
  await user.click(screen.getByRole('button', { name: 'Search everything' }));
  await screen.findByRole('dialog', { name: 'Search and commands' });
});

describe('each role', () => {
  test('MARKETING has no page of others, and reads that it may not search by e-mail [ux 38] [palette 1]', async () => {
    const accounts = ({ search }: { search?: string }) =>
      search?.includes('@') ? { ...pageOf([]), matchedBy: 'NOT_PERMITTED' } : pageOf([account(100001)]);
    const { user } = await open(['MARKETING'], '/dashboard', { accounts });
    await until(() => expect(titles()).toContain('Accounts'));
    for (const hidden of ['Campaigns', 'Audit', 'Config', 'Jobs']) expect(titles()).not.toContain(hidden);
    await user.type(field(), 'ada@mail.test');
    await palette().findByText(/Your role can’t search by email or phone/);
    expect(titles()).toEqual([]);
    await user.clear(field());
    await user.type(field(), '100001');
    await until(() => expect(titles()).toContain('Person 100001'));
  });

  test('CAMPAIGN-VIEWER finds its pages, and asks for no accounts [palette 1]', async () => {
    const { api, user } = await open(['CAMPAIGN-VIEWER'], '/campaigns');
    await until(() => expect(titles()).toEqual(['Campaigns', 'Keyboard shortcuts', 'Sign out']));
    await user.type(field(), '100001');
    await palette().findByText(/No results for/);
    const asked = api.sent.filter(({ variables }) => `${variables['search']}` === '100001').map(({ name }) => name);
    expect([...new Set(asked)]).toEqual(['FindCampaigns']);
    expect(api.refused).toEqual([]);
  });
});

describe('a list pasted into the palette', () => {
  const PASTED = '01900000-0000-7000-8000-00000000abcd';
  const answers = (within: string | null) => ({
    pasteSelection: { pastedSelection: { id: PASTED }, within, recordIds: [] },
  });
  const paste = async (roles: readonly Role[], text: string, given: Answers = answers(null)) => {
    const shown = await open(roles, '/dashboard', given);
    await shown.user.click(field());
    await shown.user.paste(text);
    return shown;
  };

  test('is found in the lists that the person may open, and opens the chosen one', async () => {
    const { api, user, shown } = await paste(['ADMIN'], 'ST00001\nST00002\nHarbour');
    await until(() =>
      expect(titles()).toEqual(['Accounts', 'Stores', 'Coupons'].map((page) => `Find 3 pasted lines in ${page}`)),
    );
    await user.keyboard('{ArrowDown}{Enter}');
    await until(() => expect(shown()).toContain(`/stores?pasted=${PASTED}`));
    expect(api.sentAs('PasteSelection')[0]?.variables).toEqual({
      input: { list: 'STORES', within: null, entries: ['ST00001', 'ST00002', 'Harbour'] },
    });
  });

  test.each([
    [['CAMPAIGN-MANAGER'], ['Coupons']],
    [['MARKETING'], ['Accounts', 'Stores']],
  ] as const)('is offered to %s in %j', async (roles, pages) => {
    await paste(roles, '1\n2');
    await until(() => expect(titles()).toEqual(pages.map((page) => `Find 2 pasted lines in ${page}`)));
  });

  test('is a search for people who may open none of these lists', async () => {
    const { api } = await paste(['CAMPAIGN-VIEWER'], 'X1\nX2');
    await until(() => expect(api.sentAs('FindCampaigns')).not.toEqual([]));
    expect(titles().some((title) => title?.startsWith('Find 2'))).toBe(false);
  });

  test('opens the campaign of its codes', async () => {
    const { user, shown } = await paste(['ADMIN'], 'AAAA-BBBB-0001; AAAA-BBBB-0002', answers('c1'));
    await user.click(await palette().findByRole('option', { name: 'Find 2 pasted lines in Coupons' }));
    await until(() => expect(shown()).toContain(`/campaigns/c1?tab=coupons&pasted=${PASTED}`));
  });

  test('stays where no code is known, and gives way to a search', async () => {
    const { user, shown } = await paste(['ADMIN'], 'X1\nX2', answers(null));
    await user.keyboard('{End}{Enter}');
    await screen.findByText('None of these lines were found in Coupons');
    expect(shown()).not.toContain('pasted');
    await user.type(field(), 'sign out');
    await until(() => expect(titles()).toContain('Sign out'));
    expect(titles()).not.toContain('Find 2 pasted lines in Coupons');
  });
});
