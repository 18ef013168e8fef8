// @vitest-environment happy-dom
import { AppError } from '@backcounter/domain';
import { expect, test } from 'vitest';
import { connection } from '../../lib/api/connection.ts';
import { cleanUp, until } from '../testing/console.ts';
import type { Answers } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const POINTS = 'Points issued and spent';
const tile = (name: string) => within(screen.getByRole('region', { name }));
const failures = () =>
  within(screen.getByRole('main'))
    .getAllByRole('region')
    .filter((region) => within(region).queryByRole('alert') !== null)
    .map((region) => region.getAttribute('aria-label') ?? region.querySelector('h2')?.textContent);

async function show(search = '', answers: Answers = {}) {
  const shown = await showAs(['ADMIN'], `/dashboard${search}`, answers);
  await screen.findByRole('region', { name: POINTS });
  return shown;
}

test('a value of the address that it cannot have is ignored, and said [dashboard 3]', async () => {
  const { user } = await show('?period=8d&country=PT&country=DE&colour=red');
  const notice = within((await screen.findByText(/“period”/)).closest('[role=status]') as HTMLElement);
  for (const key of ['country', 'colour']) notice.getByText(new RegExp(`“${key}”`));
  await user.click(notice.getByRole('button', { name: 'Dismiss notice' }));
  await until(() => expect(screen.queryByText(/“period”/)).toBeNull());
});

test('days that are still to come are ignored, and said [dashboard 3]', async () => {
  await show('?period=2999-01-01..2999-01-31');
  await screen.findByText(/dates in this link are in the future/);
});

test('a tile that fails says so in its place with a reference, and is asked again by Retry [dashboard 4]', async () => {
  let isFailing = true;
  const dashboardPoints = () => {
    if (isFailing) throw new AppError('query.timed-out');
    return {};
  };
  const dashboardStores = () => {
    if (isFailing) throw new Error('Broken');
    return {};
  };
  const { user } = await show('', { dashboardPoints, dashboardStores });
  await tile(POINTS).findByText(/Timed out after \d+ s/);
  await tile('Active stores').findByRole('button', { name: /Copy ref-1/ });
  expect(failures().toSorted()).toEqual(['Active stores', POINTS]);
  isFailing = false;
  for (const name of [POINTS, 'Active stores']) await user.click(tile(name).getByRole('button', { name: 'Retry' }));
  await until(() => expect(failures()).toEqual([]));
});

test('a tile without an answer gives up after 5 s [dashboard 4]', async () => {
  await show('', { dashboardAccounts: () => new Promise(() => undefined) });
  await tile('Accounts').findByText('Timed out after 5 s');
  expect(failures()).toEqual(['Accounts']);
});

test('a tile is marked as stale while the connection is lost [dashboard 4]', async () => {
  await show('', { dashboardAccounts: { total: { value: 12 } } });
  await tile('Accounts').findByText(/^12/);
  connection.markLost();
  await tile('Accounts').findByText(/^Stale since /);
  connection.markRestored();
  await until(() => expect(tile('Accounts').queryByText(/^Stale since /)).toBeNull());
});
