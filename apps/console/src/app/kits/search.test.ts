// @vitest-environment happy-dom
import { AppError } from '@backcounter/domain';
import { expect, onTestFinished, test } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();
declare const happyDOM: { setViewport(size: { width: number }): void };

const account = (number: number, fields: object) => ({
  id: `id-${number}`,
  number,
  country: { code: 'DE', name: 'Germany' },
  ...fields,
});
const FOUND = [
  account(100001, { displayName: 'Ruth Damm', matchedOn: 'FULL_NAME' }),
  account(100002, { displayName: 'Γεώργιος Ruth', matchedOn: 'NAME_SIMILAR' }),
  account(100003, { displayName: 'Emil', phone: '+491512240', matchedOn: 'PHONE_END' }),
];
const CAPABILITIES = {
  sorts: [{ key: 'NUMBER', defaultDirection: 'ASC', isDate: false }],
  filters: [{ key: 'state' }],
  defaultSort: { key: 'NUMBER', defaultDirection: 'ASC' },
  searches: ['NAME'],
};
/** Seven matches, three of them within the filters. */
const accounts = ({ filter }: { filter?: object | null }) => ({
  ...pageOf(FOUND),
  count: { kind: 'EXACT', value: filter ? 3 : 7, countedAt: '2026-11-20T18:30:00Z' },
});
const marks = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);

test('a search shows why each account matches, best first, and marks the letters [search 2]', async () => {
  const { api, user, shown } = await showAs(['ADMIN'], '/accounts?q=damm+ruth', {
    accounts,
    listCapabilities: CAPABILITIES,
  });
  const header = await screen.findByRole('columnheader', { name: /Matched on/ });
  expect(header.getAttribute('aria-sort')).toBe('descending');
  for (const label of ['Full name', 'Similar name', /End of phone/]) await screen.findByText(label);
  expect(marks()).toEqual(['Ruth', 'Damm', 'Ruth']);
  expect(api.sentAs('AccountList').at(-1)?.variables).toMatchObject({ search: 'damm ruth', sort: null });
  await user.click(within(screen.getByRole('columnheader', { name: 'Number' })).getByRole('button'));
  await until(() => expect(shown()).toBe('/accounts?q=damm%20ruth&sort=number'));
  await user.click(within(screen.getByRole('columnheader', { name: /Matched on/ })).getByRole('button'));
  await until(() => expect(shown()).toBe('/accounts?q=damm%20ruth'));
});

test('names in other scripts are marked by Latin letters', async () => {
  await showAs(['ADMIN'], '/accounts?q=georg', { accounts });
  await until(() => expect(marks()).toEqual(['Γεώργ']));
});

test('the words of a name that a search means are marked, and none where something else matches [search 2]', async () => {
  await showAs(['ADMIN'], '/accounts?q=ruht', {
    accounts: pageOf([
      account(100001, { displayName: 'Ruth Damm', matchedOn: 'NAME_SIMILAR' }),
      account(100002, { displayName: 'Ruth Stone', matchedOn: 'EMAIL_PART' }),
      account(100003, { displayName: null, matchedOn: 'NAME_SIMILAR' }),
    ]),
  });
  await screen.findByRole('columnheader', { name: /Matched on/ });
  expect(marks()).toEqual(['Ruth']);
});

test('on a phone a row has the same marks', async () => {
  happyDOM.setViewport({ width: 375 });
  onTestFinished(() => happyDOM.setViewport({ width: 1024 }));
  const found = { displayName: 'Ruth Damm', area: { id: 'area', name: 'Ruhr' }, matchedOn: 'NAME_SIMILAR' };
  await showAs(['ADMIN'], '/accounts?q=ruht', { accounts: pageOf([account(100001, found)]) });
  await until(() => expect(marks()).toEqual(['Ruth']));
  expect(screen.queryByRole('columnheader')).toBeNull();
});

test('without a search there is no such column', async () => {
  await showAs(['ADMIN'], '/accounts', { accounts });
  await screen.findByRole('link', { name: 'Ruth Damm' });
  expect(screen.queryByRole('columnheader', { name: /Matched on/ })).toBeNull();
});

test('a filtered search says how many match outside the filters, and shows them [search 5]', async () => {
  const { user, shown } = await showAs(['ADMIN'], '/accounts?q=ruth&state=ACTIVE', {
    accounts,
    listCapabilities: CAPABILITIES,
  });
  await screen.findByText(/4 more match “ruth” outside these filters/);
  await user.click(screen.getByRole('button', { name: 'Search without filters' }));
  await until(() => expect(shown()).toBe('/accounts?q=ruth'));
});

test('a search that the server refuses as too much says so, keeps what was typed, and is repeated by Retry', async () => {
  let isRefused = true;
  const refusing = ({ search, filter }: { readonly search?: string; readonly filter?: object }) => {
    if (search && isRefused) throw new AppError('rate.limited', { details: { retryAfterSeconds: 1 } });
    return accounts({ filter: filter ?? null });
  };
  const { user } = await showAs(['ADMIN'], '/accounts', { accounts: refusing, listCapabilities: CAPABILITIES });
  await screen.findByRole('link', { name: 'Ruth Damm' });
  const field = screen.getByRole<HTMLInputElement>('searchbox');
  await user.type(field, 'ruth');
  await screen.findByText('Too many attempts. Wait a moment, then try again.', {}, { timeout: 20_000 });
  expect(field.value).toBe('ruth');
  isRefused = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('link', { name: 'Ruth Damm' });
  expect(field.value).toBe('ruth');
});
