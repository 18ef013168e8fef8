// @vitest-environment happy-dom
import { ACCOUNT_MACHINE } from '@backcounter/domain';
import { expect, test } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { actionsFor, pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const ID = '0198c0de-0000-7000-8000-000000000001';
const account = {
  id: ID,
  displayName: 'Ada',
  number: 1,
  locale: 'en',
  timezone: 'UTC',
  country: { code: 'DE', name: 'Germany' },
  state: 'ACTIVE',
  actions: actionsFor(ACCOUNT_MACHINE, { state: 'ACTIVE', stateChangedAt: '2020-01-01T00:00:00Z' }, ['ADMIN']),
};
const show = async (tab: string, answers: object) => {
  const shown = await showAs(['ADMIN'], `/accounts/${ID}?tab=${tab}`, { account, ...answers });
  await screen.findByRole('heading', { level: 1, name: 'Ada' });
  return shown;
};

interface Asked {
  readonly filter: { readonly state?: { readonly in: readonly string[] } };
}
const delivery = (state: string, index: number) => ({
  id: `${state} ${index}`,
  state,
  notBefore: '2026-03-02T10:00:00Z',
  notification: { id: 'n', title: `Title ${state}` },
  topic: { name: 'Offers' },
});

test('notifications have a summary, exact counts by state, and a way back from a state without any', async () => {
  const all = ['OPENED', 'RECEIVED', 'RECEIVED', 'SKIPPED'];
  const { user } = await show('notifications', {
    accountNotifications: ({ filter }: Asked) => {
      const rows = all.filter((state) => filter.state?.in.includes(state) ?? true);
      return { ...pageOf(rows.map(delivery)), count: { kind: 'EXACT', value: rows.length } };
    },
  });
  await screen.findByText('3 notifications sent, 1 opened');
  const filter = within(screen.getByRole('group', { name: 'Filter by state' }));
  expect(filter.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'All 4',
    'Opened 1',
    'Delivered 2',
    'Not sent 1',
  ]);
  all.splice(0, 1);
  await user.click(filter.getByRole('button', { name: /^Opened/ }));
  await screen.findByText('Nothing in this state');
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  await until(() => expect(screen.getAllByRole('link', { name: /^Title/ })).toHaveLength(4));
});

test('coupons add up their discounts, and name their store with a link', async () => {
  const use = (id: string, state: string, discountMinor: number) => ({
    id,
    state,
    discountMinor,
    currency: 'EUR',
    reservedAt: '2026-03-02T10:00:00Z',
    campaign: { id: 'c', name: 'Autumn' },
    store: { id: 's', name: 'Chiado' },
  });
  const uses = [use('1', 'CONFIRMED', 1000), use('2', 'CONFIRMED', 840), use('3', 'ROLLED_BACK', 500)];
  await show('coupons', {
    accountRedemptions: ({ filter }: Asked) => {
      const rows = uses.filter(({ state }) => filter.state?.in.includes(state) ?? true);
      return { ...pageOf(rows), count: { kind: 'EXACT', value: rows.length } };
    },
  });
  await screen.findByText('2 coupons used, €18.40 saved');
  expect(screen.getAllByRole('link', { name: 'Chiado' })[0]?.getAttribute('href')).toBe('/stores/s');
});

test('a tab without rows says what comes here, and offers an action', async () => {
  const { user } = await show('badges', { accountAwards: pageOf([]) });
  await screen.findByText('No badges yet');
  await user.click(screen.getByRole('button', { name: 'Award badge' }));
  await screen.findByRole('dialog', { name: 'Award a badge?' });
});
