// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const ID = '0198c0de-0000-7000-8000-000000000001';
const store = {
  id: ID,
  name: 'Chiado',
  sid: 'TOWER1',
  state: 'ACTIVE',
  timezone: 'Asia/Tokyo',
  country: { code: 'JP', name: 'Japan' },
  online: { count: 0, visitors: [] },
};
/** Midnight in Tokyo is 15:00 in UTC. */
const slots = (online: Readonly<Record<number, number>>, weekBefore: Readonly<Record<number, number>>) =>
  Array.from({ length: 96 }, (_each, at) => ({
    at: new Date(Date.parse('2026-03-01T15:00:00Z') + at * 900_000).toISOString(),
    online: online[at] ?? null,
    weekBefore: weekBefore[at] ?? null,
  }));
const show = async (tab: string, storeOnlineDay: unknown) => {
  const shown = await showAs(['MARKETING'], `/stores/${ID}?tab=${tab}`, { store, storeOnlineDay });
  await screen.findByRole('heading', { level: 1, name: 'Chiado' });
  return shown;
};
const day = { day: '2026-03-02', slots: slots({ 0: 0, 57: 12, 58: 12, 60: 3 }, { 74: 1_500 }) };

test.each(['online', 'details'])(
  'the tab %s has the curve of the day by the store’s clock, with its peak [stores 5]',
  async (tab) => {
    await show(tab, day);
    await screen.findByText('Peak today: 12 at 14:15');
    screen.getByText('Mon, Feb 23, peak 1,500 at 18:30');
    screen.getByText('Times in Tokyo');
    await screen.findByRole('application', { name: 'People online today' });
  },
);

test('the figures are a table as well, with a dash where there is no sample', async () => {
  const { user } = await show('online', day);
  await user.click(await screen.findByRole('button', { name: 'People online today as a table' }));
  const table = within(screen.getByRole('group', { name: 'People online today' }));
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'TimeTodayMon, Feb 23',
    '00:000–',
    '14:1512–',
    '14:3012–',
    '15:003–',
    '18:30–1,500',
  ]);
});

test('a store without samples says when the curve starts', async () => {
  await show('online', { day: '2026-03-02', slots: slots({}, {}) });
  await screen.findByText('No samples yet');
  screen.getByText('The curve starts with the first samples, every 15 minutes');
});

test('a day without anyone says so, and a failure can be retried', async () => {
  let asked = 0;
  const { user } = await show('online', () => {
    asked += 1;
    if (asked === 1) throw new Error('Broken');
    return { ...day, slots: slots({ 0: 0 }, {}) };
  });
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  await screen.findByText('No one online yet today');
});

test('there is no curve if the server does not know who is online', async () => {
  await show('online', null);
  await screen.findByText('No one is in this store right now');
  await until(() => expect(screen.queryByText('People online today')).toBeNull());
});
