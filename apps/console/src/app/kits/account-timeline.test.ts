// @vitest-environment happy-dom
import { AppError } from '@backcounter/domain';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DEFAULT_SETTINGS, settings } from '../../lib/settings/settings.ts';
import { cleanUp, until } from '../testing/console.ts';
import { pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const ID = '0198c0de-0000-7000-8000-000000000001';
const by = { name: 'Marta' };
const note = (id: string, writtenAt: string, retractedAt: string | null = null) => ({
  id,
  text: `Note ${id}`,
  writtenAt,
  writtenBy: by,
  retractedAt,
  retraction: 'NO',
});
const award = (id: string, awardedAt: string) => ({ id, awardedAt, state: 'HELD', badge: { id, name: 'Regular' } });
const change = (id: string, occurredAt: string) => ({ id, occurredAt, action: 'account.suspend', actor: by });
/** Rows of a list that has the page after them too. */
const pages = (first: readonly unknown[], second: readonly unknown[]) => (args: { after?: string | null }) =>
  args.after === 'two'
    ? { nodes: second, pageInfo: { hasNextPage: false } }
    : { nodes: first, pageInfo: { hasNextPage: true, endCursor: 'two' } };

const account = (history: unknown) => ({
  id: ID,
  displayName: 'Ada',
  number: 1,
  locale: 'en',
  timezone: 'UTC',
  country: { code: 'DE', name: 'Germany' },
  state: 'ACTIVE',
  history,
});
const show = async (answers: object) => {
  const shown = await showAs(['ADMIN'], `/accounts/${ID}`, {
    account: account(pageOf([change('c', '2026-03-02T10:00:00Z')])),
    accountSummary: { badges: 1, notes: 2 },
    accountAwards: pageOf([award('b', '2026-03-02T12:00:00Z')]),
    accountNotes: pages([note('n1', '2026-03-03T09:00:00Z')], [note('n2', '2026-03-01T09:00:00Z')]),
    ...answers,
  });
  const heading = await screen.findByRole('heading', { name: 'Timeline' });
  return { ...shown, timeline: within(heading.closest('section') as HTMLElement) };
};

test('events of all kinds are listed by days, and those older than an unknown page wait for it', async () => {
  const { user, timeline } = await show({});
  await timeline.findByText('Note n1');
  const days = () => timeline.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(days()).toEqual(['TuesdayMar 3, 2026']);
  await user.click(timeline.getByRole('button', { name: 'Show more' }));
  await timeline.findByText('Note n2');
  expect(days()).toEqual(['TuesdayMar 3, 2026', 'MondayMar 2, 2026', 'SundayMar 1, 2026']);
  const monday = within(timeline.getByRole('region', { name: 'Mar 2, 2026' }));
  expect(monday.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Regular'),
    expect.stringContaining('Suspended'),
  ]);
});

test.each([
  ['2027-03-28T22:30:00Z', ['TodayMar 29, 2027', 'YesterdayMar 28, 2027', 'SaturdayMar 27, 2027']],
  ['2027-10-31T22:30:00Z', ['TodayOct 31, 2027', 'YesterdayOct 30, 2027', 'FridayOct 29, 2027']],
])('the day before today is yesterday, also when a day has 23 or 25 hours (%s)', async (now, days) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  settings.state.set({ ...DEFAULT_SETTINGS, timeZone: 'Europe/Berlin' });
  onTestFinished(() => settings.state.set(DEFAULT_SETTINGS));
  const noons = days.map((day) => `${day.slice(-12)} 10:00Z`);
  const { timeline } = await show({
    account: account(pageOf([])),
    accountAwards: pageOf([]),
    accountNotes: pageOf(noons.map((noon, place) => note(`n${place}`, new Date(noon).toISOString()))),
  });
  await timeline.findByText('Note n2');
  expect(timeline.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(days);
});

test('kinds have counts that add up to all; a retracted note is no event', async () => {
  const { user, timeline } = await show({
    accountNotes: pageOf([
      note('n1', '2026-03-03T09:00:00Z'),
      note('n0', '2026-03-02T09:00:00Z', '2026-03-02T09:01:00Z'),
    ]),
    accountSummary: { badges: 1, notes: 1 },
  });
  await timeline.findByText('Note n1');
  await until(() => expect(timeline.getByRole('button', { name: 'All 3', pressed: true })).toBeDefined());
  expect(timeline.queryByText('Note n0')).toBeNull();
  await user.click(timeline.getByRole('button', { name: 'Badges 1' }));
  await until(() => expect(timeline.getAllByRole('listitem')).toHaveLength(1));
  timeline.getByText('Earned the badge “Regular”');
  expect(timeline.queryByRole('button', { name: /^Coupons/ })).toBeNull();
});

test('a kind that fails shows its error, and the others stay', async () => {
  let isBroken = true;
  const { user, timeline } = await show({
    accountAwards: () => {
      if (isBroken) throw new AppError('unexpected');
      return pageOf([award('b', '2026-03-02T12:00:00Z')]);
    },
    accountNotes: pageOf([note('n1', '2026-03-03T09:00:00Z')]),
  });
  const alert = within(await timeline.findByRole('alert'));
  alert.getByText(/Couldn’t load badges/);
  timeline.getByText('Note n1');
  isBroken = false;
  await user.click(alert.getByRole('button', { name: 'Retry' }));
  await timeline.findByText('Earned the badge “Regular”');
  expect(timeline.queryByRole('alert')).toBeNull();
});

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

describe('with a balance', () => {
  const withCurve = () =>
    show({
      pointsWallet: { id: 'w', entries: 2, balance: 80 },
      pointsEntries: { ...pageOf([]), count: { kind: 'EXACT', value: 0 } },
      pointsChart: { step: 'DAY', points: [{ day: ago(300).slice(0, 10), balance: 80 }], movements: [] },
      account: account({ ...pageOf([]), count: { kind: 'EXACT', value: 0 } }),
      accountAwards: pageOf([]),
      accountNotes: pageOf([note('new', ago(2)), note('newer', ago(3)), note('old', ago(100))]),
      accountSummary: { badges: 0, notes: 3 },
    });

  test('the last 60 days are shown, and the handles of the curve change the period', async () => {
    const { user, timeline } = await withCurve();
    await timeline.findByText('2 of 3 events in the last 60 days');
    expect(timeline.queryByText('Note old')).toBeNull();
    const first = timeline.getByRole('slider', { name: 'First day' });
    expect(timeline.getByRole('slider', { name: 'Last day' }).getAttribute('aria-valuenow')).toBe('365');
    first.focus();
    await user.keyboard('{ArrowRight}');
    await timeline.findByText('2 of 3 events in the last 59 days');
    await user.keyboard('{Home}');
    await timeline.findByText('3 of 3 events');
    timeline.getByText('Note old');
  });

  test('a search keeps the events with all of its words', async () => {
    const { user, timeline } = await withCurve();
    await user.type(await timeline.findByRole('searchbox', { name: 'Search this timeline' }), 'MARTA newer');
    await timeline.findByText('1 of 3 events in the last 60 days');
    expect(timeline.queryByText('Note new')).toBeNull();
    await user.type(timeline.getByRole('searchbox'), ' nothing');
    await timeline.findByText('No event matches this search');
  });

  test('the row under the pointer and its day on the curve are marked together', async () => {
    const { user, timeline } = await withCurve();
    await user.hover(await timeline.findByText('Note new'));
    await timeline.findByText(/ · 80 points$/);
    const row = timeline.getByText('Note new').closest('li');
    await until(() => expect(row?.hasAttribute('data-marked')).toBe(true));
    await user.unhover(timeline.getByText('Note new'));
    await until(() => expect(timeline.queryByText(/ · 80 points$/)).toBeNull());
  });
});
