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

const present = {
  days: { from: '2026-03-01', to: '2026-03-30' },
  today: '2026-03-30',
  timezone: 'Europe/Berlin',
  countries: ['PT', 'DE'],
  areas: [],
};
const past = { ...present, today: '2026-04-02', countries: [] };

it('a figure of a time that ends today leads to the list as it is now', () => {
  expect(accountsSearch(present)).toEqual({ country: 'DE.PT' });
  expect(activeAccountsSearch(present)).toEqual({ country: 'DE.PT', lastSeen: '7d' });
  expect(activeStoresSearch(present)).toEqual({ country: 'DE.PT', state: 'ACTIVE' });
});

it('one of a time that is over says so to the list, or leads nowhere', () => {
  expect(accountsSearch(past)).toEqual({ created: '..20260330T2200Z' });
  expect(activeAccountsSearch(past)).toBeNull();
  expect(activeStoresSearch(past)).toBeNull();
});

it('days are those of the zone of the figures, also where its clocks change', () => {
  const window = '20260228T2300Z..20260330T2200Z';
  expect(newAccountsSearch(past)).toEqual({ created: window });
  expect(openedStoresSearch(past)).toEqual({ opened: window, state: 'ACTIVE.SUSPENDED.CLOSED' });
  expect(notificationsSearch(present)).toEqual({ scheduled: window, state: 'PREPARING.SENDING.PAUSED.SENT.FAILED' });
  expect(entriesSearch({ day: '2026-03-29', timezone: 'Europe/Berlin' })).toEqual({
    tab: 'entries',
    state: 'VALID',
    entered: '20260328T2300Z..20260329T2200Z',
  });
});

it('a filter that a figure does not heed is not promised', () => {
  expect(openGiveawaysSearch({ countries: ['DE'] })).toEqual({ country: 'DE', status: 'OPEN' });
  expect(notificationsSearch(present)['country']).toBeUndefined();
});
