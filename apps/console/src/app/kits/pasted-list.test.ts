// @vitest-environment happy-dom
import { AppError } from '@backcounter/domain';
import { expect, test, vi } from 'vitest';
import '../../listing/pasted/pasted-list.tsx';
import { cleanUp, until } from '../testing/console.ts';
import { pageOf } from '../testing/fake-api.ts';
import { screen, showAs } from '../testing/show-as.ts';

cleanUp();

const ID = '01900000-0000-7000-8000-00000000abcd';
const KEPT = {
  foundBy: [
    { match: 'NUMBER', found: 164 },
    { match: 'EMAIL', found: 36 },
  ],
  unknown: 2,
  repeated: 1,
  expiresAt: '2026-11-21T18:30:00Z',
};
const ANSWERS = {
  accounts: pageOf([{ id: 'a', number: 102117, displayName: 'Ruth Damm', country: { code: 'DE', name: 'Germany' } }]),
  listCapabilities: {
    sorts: [{ key: 'NUMBER', defaultDirection: 'ASC', isDate: false }],
    filters: [{ key: 'state' }, { key: 'pasted' }],
    defaultSort: { key: 'NUMBER', defaultDirection: 'ASC' },
    searches: ['NAME'],
  },
  pasteSelection: {
    pastedSelection: { id: ID },
    recordIds: ['a', null, 'a', null],
  },
  pastedSelection: KEPT,
};
const pasteInto = async (text: string, answers: object = ANSWERS) => {
  const shown = await showAs(['ADMIN'], '/accounts?state=ACTIVE', answers as never);
  const box = await screen.findByRole('searchbox');
  await screen.findByRole('link', { name: 'Ruth Damm' });
  await shown.user.click(box);
  await shown.user.paste(text);
  return { ...shown, box: box as HTMLInputElement };
};

test('a pasted list filters the list, and says which of its lines have no record of their own', async () => {
  const { api, user, shown, box } = await pasteInto('102117\n999120\n102117\r\nk.olsen@mail.example\n\n');
  await until(() => expect(shown()).toBe(`/accounts?pasted=${ID}`));
  expect(box.value).toBe('');
  expect(api.sentAs('PasteSelection')[0]?.variables).toEqual({
    input: { list: 'ACCOUNTS', within: null, entries: ['102117', '999120', '102117', 'k.olsen@mail.example'] },
  });
  expect(api.sentAs('AccountList').at(-1)?.variables).toMatchObject({ filter: { pasted: { in: [ID] } }, search: null });
  for (const text of ['200 found', '164 by number', '36 by email', '2 unknown', '1 twice'])
    await screen.findByText(text);
  await screen.findByRole('columnheader', { name: 'Pasted as' });
  expect(document.querySelector('[role=gridcell] mark')?.textContent).toBe('102117');
  await user.click(screen.getByRole('button', { name: 'Show the 3' }));
  await screen.findByText('k.olsen@mail.example');
  await screen.findByText('as line 1');
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(screen.getByRole('button', { name: 'Copy lines' }));
  expect(copy).toHaveBeenCalledWith('999120\n102117\nk.olsen@mail.example');
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  await until(() => expect(shown()).toBe('/accounts'));
});

test.each([
  ['102117, 999120; k.olsen@mail.example', true],
  ['Ruth\nOtto', true],
  ['Damm, Ruth', false],
  ['+351 912 345 678', false],
  ['ruth damm\n', false],
])('%j is a pasted list: %s', async (text, isList) => {
  const { api, box } = await pasteInto(text);
  await until(() => expect(api.sentAs('PasteSelection')).toHaveLength(isList ? 1 : 0));
  expect(box.value).toBe(isList ? '' : text.trim());
});

test('another person sees that the selection is private', async () => {
  const { user, shown } = await showAs(['ADMIN'], `/accounts?pasted=${ID}`, {
    ...ANSWERS,
    accounts: pageOf([]),
    pastedSelection: null,
  });
  await screen.findByText(/This pasted list is private or has ended/);
  expect(screen.queryByRole('columnheader', { name: 'Pasted as' })).toBeNull();
  await user.click(screen.getAllByRole('button', { name: 'Show all' })[0] as HTMLElement);
  await until(() => expect(shown()).toBe('/accounts'));
});

test('a refused paste stays where it was', async () => {
  const pasteSelection = new AppError('disclosure.limit-reached');
  const { shown, api } = await pasteInto('1\n2', { ...ANSWERS, pasteSelection });
  await until(() => expect(api.sentAs('PasteSelection')).toHaveLength(1));
  expect(shown()).toBe('/accounts?state=ACTIVE');
});

test('more lines than allowed are not sent', async () => {
  const { api } = await pasteInto(Array.from({ length: 10_001 }, (_, n) => n).join('\n'));
  await screen.findByText(/at most 10,000 lines/);
  expect(api.sentAs('PasteSelection')).toEqual([]);
});

test('stores take a pasted list as well', async () => {
  const { api, user, shown } = await showAs(['ADMIN'], '/stores', {
    ...ANSWERS,
    stores: pageOf([]),
    pastedSelection: { ...KEPT, foundBy: [{ match: 'SID', found: 2 }] },
  });
  await until(() => expect(api.sentAs('ListCapabilities')).not.toEqual([]));
  await user.click(await screen.findByRole('searchbox'));
  await user.paste('ST00001\nHarbour');
  await until(() => expect(shown()).toBe(`/stores?pasted=${ID}`));
  expect(api.sentAs('PasteSelection')[0]?.variables).toMatchObject({ input: { list: 'STORES' } });
  await screen.findByText('2 by store number');
});
