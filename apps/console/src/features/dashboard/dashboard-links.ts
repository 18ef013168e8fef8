import { encodeFilter } from '../../listing/filter-value.ts';
import { daysToWindow } from '../../listing/zoned-day.ts';
import { placeFilters } from './dashboard-address.ts';
import type { DaysOfPeriod } from './dashboard-period.ts';

/** What a figure stands for: the list that it leads to is narrowed to the same. */
export interface DashboardScope {
  readonly days: DaysOfPeriod;
  /** Today in the zone of the figures. */
  readonly today: string;
  readonly timezone: string;
  readonly countries: readonly string[];
  readonly areas: readonly string[];
}

type Search = Readonly<Record<string, string>>;

const set = (...values: string[]) => encodeFilter({ kind: 'set', mode: 'in', values });

/** Notifications that have begun to go out. */
const BEGUN = ['PREPARING', 'SENDING', 'PAUSED', 'SENT', 'FAILED'];

function within({ days, timezone }: DashboardScope): string {
  return encodeFilter({ kind: 'instant', range: daysToWindow(days.from, days.to, timezone) });
}

const endsToday = ({ days, today }: DashboardScope) => days.to === today;

/** Accounts at the end of the last day. */
export function accountsSearch(scope: DashboardScope): Search {
  const till = { kind: 'instant', range: daysToWindow(null, scope.days.to, scope.timezone) } as const;
  return { ...placeFilters(scope), ...(endsToday(scope) ? {} : { created: encodeFilter(till) }) };
}

/** Accounts of these days. */
export function newAccountsSearch(scope: DashboardScope): Search {
  return { ...placeFilters(scope), created: within(scope) };
}

/** Accounts seen lately; null for a time that is over, as a list knows only the last time somebody was seen. */
export function activeAccountsSearch(scope: DashboardScope): Search | null {
  return endsToday(scope) ? { ...placeFilters(scope), lastSeen: '7d' } : null;
}

/** Stores that are active; null for a time that is over, as a list knows only their present state. */
export function activeStoresSearch(scope: DashboardScope): Search | null {
  return endsToday(scope) ? { ...placeFilters(scope), state: set('ACTIVE') } : null;
}

/** Stores that opened on these days, whatever became of them. */
export function openedStoresSearch(scope: DashboardScope): Search {
  return { ...placeFilters(scope), opened: within(scope), state: set('ACTIVE', 'SUSPENDED', 'CLOSED') };
}

/** Notifications that began to go out on these days. */
export function notificationsSearch(scope: DashboardScope): Search {
  return { scheduled: within(scope), state: set(...BEGUN) };
}

/** Giveaways that take entries now. */
export function openGiveawaysSearch({ countries }: Pick<DashboardScope, 'countries'>): Search {
  return { ...placeFilters({ countries, areas: [] }), status: set('OPEN') };
}

/** Entries of a giveaway that take part; those of today where a day is given. */
export function entriesSearch(today: { readonly day: string; readonly timezone: string } | null): Search {
  const since = today && { kind: 'instant' as const, range: daysToWindow(today.day, today.day, today.timezone) };
  return { tab: 'entries', state: set('VALID'), ...(since ? { entered: encodeFilter(since) } : {}) };
}

/** Campaigns that can be redeemed now. */
export const RUNNING_CAMPAIGNS: Search = { status: set('RUNNING') };

/** Stores in which somebody is now. */
export function onlineStoresSearch(scope: Pick<DashboardScope, 'countries' | 'areas'>): Search {
  return { ...placeFilters(scope), online: 'yes' };
}
