import { encodeFilter } from '../../listing/filter/filter-value.ts';
import { dayOf, daysToWindow } from '../../listing/filter/zoned-day.ts';
import { type DashboardPlaces, placeFilters } from './filters/dashboard-address.ts';
import type { DaysOfPeriod } from './filters/dashboard-period.ts';

/** What a figure says that it stands for: the list that it leads to is narrowed to the same. */
export interface FigureScope extends DaysOfPeriod {
  readonly timezone: string;
  /** Up to when it is right. */
  readonly asOf?: string | null | undefined;
}

type Search = Readonly<Record<string, string>>;

const set = (...values: string[]) => encodeFilter({ kind: 'set', mode: 'in', values });

/** Notifications that have begun to go out. */
const BEGUN = ['PREPARING', 'SENDING', 'PAUSED', 'SENT', 'FAILED'];

function within({ from, to, timezone }: FigureScope): string {
  return encodeFilter({ kind: 'instant', range: daysToWindow(from, to, timezone) });
}

/** By the clock of the server, which said when it counted. */
const endsToday = ({ to, timezone, asOf }: FigureScope) => asOf == null || to >= dayOf(asOf, timezone);

/** Accounts at the end of the last day. */
export function accountsSearch(scope: FigureScope, places: DashboardPlaces): Search {
  const till = { kind: 'instant', range: daysToWindow(null, scope.to, scope.timezone) } as const;
  return { ...placeFilters(places), ...(endsToday(scope) ? {} : { created: encodeFilter(till) }) };
}

/** Accounts of these days. */
export function newAccountsSearch(scope: FigureScope, places: DashboardPlaces): Search {
  return { ...placeFilters(places), created: within(scope) };
}

/** Accounts seen lately; null for a time that is over, as a list knows only the last time somebody was seen. */
export function activeAccountsSearch(scope: FigureScope, places: DashboardPlaces): Search | null {
  return endsToday(scope) ? { ...placeFilters(places), lastSeen: '7d' } : null;
}

/** Stores that are active; null for a time that is over, as a list knows only their present state. */
export function activeStoresSearch(scope: FigureScope, places: DashboardPlaces): Search | null {
  return endsToday(scope) ? { ...placeFilters(places), state: set('ACTIVE') } : null;
}

/** Stores that opened on these days, whatever became of them. */
export function openedStoresSearch(scope: FigureScope, places: DashboardPlaces): Search {
  return { ...placeFilters(places), opened: within(scope), state: set('ACTIVE', 'SUSPENDED', 'CLOSED') };
}

/** Notifications that began to go out on these days. */
export function notificationsSearch(scope: FigureScope): Search {
  return { scheduled: within(scope), state: set(...BEGUN) };
}

/** Giveaways that take entries now. */
export function openGiveawaysSearch({ countries }: Pick<DashboardPlaces, 'countries'>): Search {
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
export function onlineStoresSearch(places: DashboardPlaces): Search {
  return { ...placeFilters(places), online: 'yes' };
}
