import type { DaySource } from '../../metrics/metric-source.ts';

/** Stores that are active at the end of a day, and stores that opened on it. */
export const storeMetrics = {
  kind: 'DAYS',
  source: 'stores',
  metrics: ['stores.active', 'stores.opened'],
  recentDays: 1,
  historyDays: 800,
  everySeconds: 0,
} as const satisfies DaySource;
