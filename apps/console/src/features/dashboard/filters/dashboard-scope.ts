import { createContext, useContext } from 'react';
import type { DashboardFilter } from '../../../generated/graphql.ts';
import type { DashboardPlaces } from './dashboard-address.ts';
import type { DaysOfPeriod } from './dashboard-period.ts';

/** Today and the chosen days, in the figures' time zone. */
export interface DashboardCalendar {
  readonly today: string;
  readonly timezone: string;
  readonly days: DaysOfPeriod;
}

/** Filters of all tiles. */
export interface DashboardContextValue {
  /** Null while the days of the period are unknown. */
  readonly filter: DashboardFilter | null;
  readonly places: DashboardPlaces;
  /** Null while today's date is unknown. */
  readonly calendar: DashboardCalendar | null;
}

/** Provided by the page. */
export const DashboardContext = createContext<DashboardContextValue>({
  filter: null,
  places: { countries: [], areas: [] },
  calendar: null,
});

/** Filters of all tiles. */
export const useDashboard = (): DashboardContextValue => useContext(DashboardContext);
