// @vitest-environment happy-dom
import { AppError } from '@backcounter/domain';
import { expect, test, vi } from 'vitest';
import { connection } from '../../lib/api/connection.ts';
import { setSharedClient } from '../../lib/api/graphql-client.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import { cleanUp, until } from '../testing/console.ts';
import { type Answers, fakeApi } from '../testing/fake-api.ts';
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

test('a failed tile says in its place that it could not be loaded and why, whatever the error [dashboard 4]', async () => {
  const { user } = await show('', {
    dashboardPoints: () => {
      throw new Error('Broken');
    },
    dashboardOnlineStores: () => {
      throw new AppError('service.unavailable');
    },
    dashboardCampaigns: () => {
      throw new AppError('access.denied');
    },
  });
  for (const name of [POINTS, 'Online now', 'Online by store', 'Running campaigns']) {
    const place = tile(name);
    await place.findByText('Could not be loaded');
    place.getByRole('button', { name: 'Retry' });
    expect(place.queryByText(/connection/i), name).toBeNull();
  }
  tile(POINTS).getByText(/^Something went wrong on our side/);
  tile(POINTS).getByRole('button', { name: /Copy ref-1/ });
  tile('Online by store').getByText(/^The service is unavailable right now/);
  expect(screen.queryByText(/^No connection since/)).toBeNull();
  await user.click(tile(POINTS).getByRole('button', { name: 'Retry' }));
  await tile(POINTS).findByText('Could not be loaded');
});

test('figures of a tile that fails later stay in place, with a mark [dashboard 4]', async () => {
  let isFailing = false;
  await show('', {
    dashboardPoints: () => {
      if (isFailing) throw new Error('Broken');
      return {};
    },
    dashboardAccounts: () => {
      if (isFailing) throw new Error('Broken');
      return { total: { value: 12 } };
    },
  });
  const figure = await tile('Accounts').findByText(/^12/);
  isFailing = true;
  void queryClient.invalidateQueries({ queryKey: ['dashboard'] });
  const mark = await tile('Accounts').findByText(/^Stale since /);
  expect(figure.isConnected).toBe(true);
  // After the figures: what is drawn before it would move them.
  expect(figure.compareDocumentPosition(mark) & Node.DOCUMENT_POSITION_FOLLOWING).toBeGreaterThan(0);
  expect(mark.parentElement?.tagName).toBe('SECTION');
  await tile(POINTS).findByText(/^Stale since /);
  expect(failures()).toEqual([]);
});

test('without a connection one banner says so; tiles wait for it without a message of their own [ux 33]', async () => {
  const dashboardAccounts = () => {
    throw new Error('Broken');
  };
  const { user } = await show('', { dashboardAccounts });
  await tile('Accounts').findByText('Could not be loaded');
  let isDown = true;
  const { client } = fakeApi(['ADMIN'], { dashboardAccounts: { total: { value: 12 } } });
  const unreachable = vi.fn(() => Promise.reject(new RequestError('network.unreachable')));
  setSharedClient({ request: (...sent) => (isDown ? unreachable() : client.request(...sent)) });
  await user.click(tile('Accounts').getByRole('button', { name: 'Retry' }));
  await until(() => expect(unreachable).toHaveBeenCalled());
  await tile('Accounts').findByText('Could not be loaded');
  connection.markLost();
  await screen.findByText(/^No connection since \d+:\d+.*Retrying/);
  await until(() => expect(failures()).toEqual([]));
  expect(screen.getAllByText(/connection/i)).toHaveLength(1);
  isDown = false;
  connection.markRestored();
  await tile('Accounts').findByText(/^12/);
  expect(screen.queryByText(/^No connection/)).toBeNull();
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
