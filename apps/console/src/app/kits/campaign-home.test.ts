// @vitest-environment happy-dom

import { AppError, type Role } from '@backcounter/domain';
import { afterEach, expect, test, vi } from 'vitest';
import { cleanUp } from '../testing/console.ts';
import { pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();
afterEach(() => void vi.useRealTimers());

const period = (from: string, uses: number, commissionMinor: number, currency = 'EUR') => ({
  from,
  uses,
  commissionMinor,
  currency,
});
const streamer = {
  usesToday: 3,
  pending: [period('', 1, 480)],
  days: [period('2026-11-23', 3, 1_000), period('2026-10-31', 1, 900), period('2026-10-02', 2, 500)],
  months: [period('2026-11-01', 20, 32_000), period('2026-10-01', 30, 50_000), period('2026-09-01', 9, 9_000)],
  recentUses: [
    { id: 'u-1', state: 'CONFIRMED', codeLast4: 'YS5', storeName: 'Alfama', commissionMinor: 162, currency: 'EUR' },
    { id: 'u-2', state: 'RESERVED', codeLast4: 'YS5', storeName: 'Södermalm', commissionMinor: null, currency: 'EUR' },
  ].map((use) => ({ ...use, at: '2026-11-23T10:00:00Z', campaignId: 'c-1', campaignName: 'Streamer week' })),
};
const campaign = (id: string, name: string, code: string | null) => ({
  id,
  name,
  status: 'RUNNING',
  codeMode: code === null ? 'UNIQUE' : 'SHARED',
  rewardType: 'AMOUNT',
  amountMinor: 500,
  currency: 'EUR',
  startsAt: '2026-11-01T00:00:00Z',
  endsAt: '2026-12-04T00:00:00Z',
  timezone: 'UTC',
  figures: { redeemed: 172 },
  streamers: [{ id: 'me', code, couponQuota: 200, couponsOrdered: 12 }],
  partnerFigures: [{ commissionMinor: 26_240 }],
});
const own = {
  myStreamer: streamer,
  campaigns: pageOf([campaign('c-2', 'Live drops', null), campaign('c-1', 'Streamer week', 'NORDLYS5')]),
};
const at = (instant: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(instant) });

test('a streamer starts with their own earnings, compared with their own months only [campaigns 16]', async () => {
  at('2026-11-23T12:00:00Z');
  await showAs(['CAMPAIGN-STREAMER'], '/', own);
  const earned = await screen.findByRole('region', { name: 'Earned this month' });
  await within(earned).findByText('€320');
  expect(earned.textContent).toMatch(/\+€315 compared with Oct 1\s–\s23/);
  expect(earned.textContent).toContain('Earned, not yet confirmed€4.80');
  expect(earned.textContent).toContain('Confirmed€910');
  const share = within(screen.getByRole('region', { name: 'Your share this month' }));
  share.getByText('64% of your best month: October 2026, €500');
  expect(share.getByRole('meter').getAttribute('aria-valuenow')).toBe('64');
  screen.getByRole('heading', { name: 'Good afternoon, Ada' });
  screen.getByText('3 redemptions confirmed today');
  const uses = within(screen.getByRole('region', { name: 'Latest redemptions' }));
  uses.getByText('+€1.62');
  uses.getByText('Reserved');
});

test('a streamer copies and shows shared codes, and reaches their own codes and the whole list [campaigns 16]', async () => {
  at('2026-11-23T12:00:00Z');
  const { user, shown } = await showAs(['CAMPAIGN-STREAMER'], '/campaigns', own);
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const card = within(await screen.findByRole('region', { name: 'Your campaigns' }));
  await card.findByRole('img', { name: 'QR code of NORDLYS5' });
  await user.click(card.getByRole('button', { name: 'Copy code' }));
  expect(copy).toHaveBeenCalledWith('NORDLYS5');
  // Only where the browser can share.
  expect(card.queryByRole('button', { name: 'Share' })).toBeNull();
  const [shared, single] = card.getAllByRole('listitem');
  expect(shared?.textContent).toContain('Streamer week€5 offRunning');
  expect(shared?.textContent).toContain('172 uses · €262.40');
  expect(within(single as HTMLElement).queryByRole('img')).toBeNull();
  const codes = within(single as HTMLElement).getByRole('link', { name: '12 of 200 codes' });
  expect(codes.getAttribute('href')).toBe('/campaigns/c-2');
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(card.getByRole('link', { name: 'All campaigns' }));
  await screen.findByRole('grid');
  expect(shown()).toBe('/campaigns?tab=all');
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(
    within(screen.getByRole('navigation', { name: 'Main navigation' })).getByRole('link', { name: 'Campaigns' }),
  );
  await screen.findByRole('region', { name: 'Your campaigns' });
});

test('a streamer shares a code by the apps of the device', async () => {
  at('2026-11-23T12:00:00Z');
  const share = vi.fn().mockRejectedValue(new DOMException('Closed', 'AbortError'));
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  const { user } = await showAs(['CAMPAIGN-STREAMER'], '/campaigns', own);
  const card = within(await screen.findByRole('region', { name: 'Your campaigns' }));
  await user.click(await card.findByRole('button', { name: 'Share' }));
  expect(share).toHaveBeenCalledWith({ text: 'NORDLYS5: €5 off' });
  Reflect.deleteProperty(navigator, 'share');
});

test('the first month is the best so far, and other currencies are listed beside the first', async () => {
  at('2026-11-23T12:00:00Z');
  const months = [period('2026-11-01', 2, 2_000), period('2026-11-01', 2, 10_000, 'SEK')];
  await showAs(['CAMPAIGN-STREAMER'], '/campaigns', { ...own, myStreamer: { ...streamer, months, days: [] } });
  // Earned this month, and confirmed in total.
  expect(await screen.findAllByText(/^SEK.100, €20$/)).toHaveLength(2);
  const share = within(screen.getByRole('region', { name: 'Your share this month' }));
  expect(share.getAllByText('Your best month so far')).toHaveLength(2);
});

test('figures that fail say so in their place, and staff without a streamer learn what to do', async () => {
  let isFailing = true;
  const myStreamer = () => {
    if (isFailing) throw new AppError('service.unavailable');
    return null;
  };
  const { user } = await showAs(['CAMPAIGN-STREAMER'], '/campaigns', { ...own, myStreamer });
  const earned = within(await screen.findByRole('region', { name: 'Earned this month' }));
  await earned.findByText('Your figures could not be loaded');
  isFailing = false;
  await user.click(earned.getByRole('button', { name: 'Retry' }));
  await screen.findByText('No streamer is linked to you');
});

const task = (key: string, percent: number) => ({
  key,
  kind: 'CAMPAIGN_BUDGET',
  severity: 'WARNING',
  action: 'REVIEW',
  percent,
  limitKind: 'BUDGET',
  hoursLeft: 30,
  dueAt: '2026-12-04T00:00:00Z',
  subject: { type: 'CAMPAIGN', id: key, code: key, title: `Campaign ${key}`, titleI18n: null },
});

test('a manager sees budgets at risk above the list, each with its campaign [home 2]', async () => {
  let items: readonly object[] | null = null;
  const attention = () => {
    if (items === null) throw new AppError('service.unavailable');
    return { items, count: items.length, failed: [] };
  };
  const { api, user } = await showAs(['CAMPAIGN-MANAGER'], '/', { attention, campaigns: pageOf([]) });
  const tasks = within(await screen.findByRole('region', { name: 'Needs your attention' }));
  await tasks.findByText('Your open tasks could not be loaded');
  items = [task('A', 94)];
  await user.click(tasks.getByRole('button', { name: 'Retry' }));
  await tasks.findByText(/Campaign A.* at 94% of budget/);
  expect(tasks.getByRole('listitem').textContent).toMatch(/left at this pace/);
  expect(tasks.getByRole('link', { name: 'Review' }).getAttribute('href')).toBe('/campaigns/A');
  expect(api.refused).toEqual([]);
});

test('a manager without open tasks learns where they will appear', async () => {
  await showAs(['CAMPAIGN-MANAGER'], '/', {
    attention: { items: [], count: 0, failed: [] },
    campaigns: pageOf([]),
  });
  const tasks = within(await screen.findByRole('region', { name: 'Needs your attention' }));
  await tasks.findByText('Nothing needs your attention');
  tasks.getByText(/^Budgets at risk, leaked codes/);
});

test.each([[['CAMPAIGN-VIEWER']], [['ADMIN']], [['MARKETING', 'CAMPAIGN-MANAGER']]] as readonly (readonly [
  readonly Role[],
])[])('the list of %s has no tasks above it', async (roles) => {
  await showAs(roles, '/campaigns', { campaigns: pageOf([]) });
  await screen.findByRole('heading', { level: 1, name: 'Campaigns' });
  expect(screen.queryByRole('region', { name: 'Needs your attention' })).toBeNull();
});
