import { createContext, useContext } from 'react';
import type { DashboardFilter } from '../../../generated/graphql.ts';
import type { DashboardPlaces } from './dashboard-address.ts';
import type { DaysOfPeriod } from './dashboard-period.ts';

/** Which day it is, and which days are asked for, in the zone that figures are counted in. */
export interface DashboardCalendar {
  readonly today: string;
  readonly timezone: string;
  readonly days: DaysOfPeriod;
}

/** What all tiles are asked. */
export interface DashboardContextValue {
  /** Null while the days of the period are not known yet. */
  readonly filter: DashboardFilter | null;
  readonly places: DashboardPlaces;
  /** Null while it is not known which day it is. */
  readonly calendar: DashboardCalendar | null;
}

/** Filled by the page. */
export const DashboardContext = createContext<DashboardContextValue>({
  filter: null,
  places: { countries: [], areas: [] },
  calendar: null,
});

/** What all tiles are asked. */
export const useDashboard = (): DashboardContextValue => useContext(DashboardContext);
