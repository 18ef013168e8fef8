import type { DaySource, EventSource } from '../../metrics/metric-source.ts';

/** Accounts by the day on which they came. */
export const accountMetrics = {
  kind: 'EVENTS',
  source: 'accounts',
  metrics: ['accounts.created'],
} as const satisfies EventSource;

/** Accounts that were seen within a week: of today alone, as an account keeps only when it was seen last. */
export const activeAccountMetrics = {
  kind: 'DAYS',
  source: 'active_accounts',
  metrics: ['active_accounts.week'],
  recentDays: 0,
  historyDays: 0,
  everySeconds: 600,
} as const satisfies DaySource;
