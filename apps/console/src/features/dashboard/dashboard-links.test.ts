import { expect, it } from 'vitest';
import {
  accountsSearch,
  activeAccountsSearch,
  activeStoresSearch,
  entriesSearch,
  newAccountsSearch,
  notificationsSearch,
  openedStoresSearch,
  openGiveawaysSearch,
} from './dashboard-links.ts';

const present = { from: '2026-03-01', to: '2026-03-30', timezone: 'Europe/Berlin', asOf: '2026-03-30T21:59:00.000Z' };
/** At its `asOf`, the next day has begun in Berlin but not in UTC. */
const past = { ...present, asOf: '2026-03-30T22:00:00.000Z' };
const places = { countries: ['PT', 'DE'], areas: [] };
const everywhere = { countries: [], areas: [] };

it('a figure of a period ending today links to the current list', () => {
  expect(accountsSearch(present, places)).toEqual({ country: 'DE.PT' });
  expect(activeAccountsSearch(present, places)).toEqual({ country: 'DE.PT', lastSeen: '7d' });
  expect(activeStoresSearch(present, places)).toEqual({ country: 'DE.PT', state: 'ACTIVE' });
});

it('a figure of a past period narrows the list to it, or has no link [dashboard 1]', () => {
  expect(accountsSearch(past, everywhere)).toEqual({ created: '..20260330T2200Z' });
  expect(activeAccountsSearch(past, everywhere)).toBeNull();
  expect(activeStoresSearch(past, everywhere)).toBeNull();
});

it("days are those of the figures' zone, also across a change to summer time [dashboard 1]", () => {
  const window = '20260228T2300Z..20260330T2200Z';
  expect(newAccountsSearch(past, everywhere)).toEqual({ created: window });
  expect(openedStoresSearch(past, everywhere)).toEqual({ opened: window, state: 'ACTIVE.SUSPENDED.CLOSED' });
  expect(notificationsSearch(present)).toEqual({ scheduled: window, state: 'PREPARING.SENDING.PAUSED.SENT.FAILED' });
  expect(entriesSearch({ day: '2026-03-29', timezone: 'Europe/Berlin' })).toEqual({
    tab: 'entries',
    state: 'VALID',
    entered: '20260328T2300Z..20260329T2200Z',
  });
});

it('a filter that a figure ignores is not in its link', () => {
  expect(openGiveawaysSearch({ countries: ['DE'] })).toEqual({ country: 'DE', status: 'OPEN' });
  expect(notificationsSearch(present)['country']).toBeUndefined();
});
