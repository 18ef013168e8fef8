import { encodeFilter } from '../../listing/filter/filter-value.ts';
import { dayOf, daysToWindow } from '../../listing/filter/zoned-day.ts';
import { type DashboardPlaces, placeFilters } from './filters/dashboard-address.ts';
import type { DaysOfPeriod } from './filters/dashboard-period.ts';

/** The period of a figure, which its link passes to the list. */
export interface FigureScope extends DaysOfPeriod {
  readonly timezone: string;
  /** The instant up to which the figure is counted. */
  readonly asOf?: string | null | undefined;
}

type Search = Readonly<Record<string, string>>;

const set = (...values: string[]) => encodeFilter({ kind: 'set', mode: 'in', values });

/** States of notifications whose sending has begun. */
const BEGUN = ['PREPARING', 'SENDING', 'PAUSED', 'SENT', 'FAILED'];

function within({ from, to, timezone }: FigureScope): string {
  return encodeFilter({ kind: 'instant', range: daysToWindow(from, to, timezone) });
}

/** Uses the server's clock: `asOf` is the time of the count. */
const endsToday = ({ to, timezone, asOf }: FigureScope) => asOf == null || to >= dayOf(asOf, timezone);

/** Accounts at the end of the last day. */
export function accountsSearch(scope: FigureScope, places: DashboardPlaces): Search {
  const till = { kind: 'instant', range: daysToWindow(null, scope.to, scope.timezone) } as const;
  return { ...placeFilters(places), ...(endsToday(scope) ? {} : { created: encodeFilter(till) }) };
}

/** Accounts created on these days. */
export function newAccountsSearch(scope: FigureScope, places: DashboardPlaces): Search {
  return { ...placeFilters(places), created: within(scope) };
}

/** Recently active accounts; null for a past period, as a list knows only when an account was last seen. */
export function activeAccountsSearch(scope: FigureScope, places: DashboardPlaces): Search | null {
  return endsToday(scope) ? { ...placeFilters(places), lastSeen: '7d' } : null;
}

/** Active stores; null for a past period, as a list knows only their present state. */
export function activeStoresSearch(scope: FigureScope, places: DashboardPlaces): Search | null {
  return endsToday(scope) ? { ...placeFilters(places), state: set('ACTIVE') } : null;
}

/** Stores opened on these days, whatever their present state. */
export function openedStoresSearch(scope: FigureScope, places: DashboardPlaces): Search {
  return { ...placeFilters(places), opened: within(scope), state: set('ACTIVE', 'SUSPENDED', 'CLOSED') };
}

/** Notifications whose sending began on these days. */
export function notificationsSearch(scope: FigureScope): Search {
  return { scheduled: within(scope), state: set(...BEGUN) };
}

/** Giveaways open for entries. */
export function openGiveawaysSearch({ countries }: Pick<DashboardPlaces, 'countries'>): Search {
  return { ...placeFilters({ countries, areas: [] }), status: set('OPEN') };
}

/** Entries that take part in the draw; only today's if a day is given. */
export function entriesSearch(today: { readonly day: string; readonly timezone: string } | null): Search {
  const since = today && { kind: 'instant' as const, range: daysToWindow(today.day, today.day, today.timezone) };
  return { tab: 'entries', state: set('VALID'), ...(since ? { entered: encodeFilter(since) } : {}) };
}

/** Campaigns that can be redeemed now. */
export const RUNNING_CAMPAIGNS: Search = { status: set('RUNNING') };

/** Stores with visitors now. */
export function onlineStoresSearch(places: DashboardPlaces): Search {
  return { ...placeFilters(places), online: 'yes' };
}
