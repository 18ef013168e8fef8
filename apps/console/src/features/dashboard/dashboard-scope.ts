import { createContext, useContext } from 'react';
import type { DashboardFilter } from '../../generated/graphql.ts';
import type { DashboardScope } from './dashboard-links.ts';

/** What all tiles are asked, and what their figures stand for. */
export interface DashboardContextValue {
  /** Null while the days of the period are not known yet. */
  readonly filter: DashboardFilter | null;
  /** Null while it is not known which day it is in the zone of the figures. */
  readonly scope: DashboardScope | null;
}

/** Filled by the page. */
export const DashboardContext = createContext<DashboardContextValue>({ filter: null, scope: null });

/** What all tiles are asked, and what their figures stand for. */
export const useDashboard = (): DashboardContextValue => useContext(DashboardContext);
