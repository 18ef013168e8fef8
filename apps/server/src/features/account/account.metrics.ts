import type { DaySource, EventSource } from '../../metrics/metric-source.ts';

/** New accounts by day. */
export const accountMetrics = {
  kind: 'EVENTS',
  source: 'accounts',
  metrics: ['accounts.created'],
} as const satisfies EventSource;

/** Accounts seen within the last week. Only today's figure exists, as an account stores only when it was last seen. */
export const activeAccountMetrics = {
  kind: 'DAYS',
  source: 'active_accounts',
  metrics: ['active_accounts.week'],
  recentDays: 0,
  historyDays: 0,
  everySeconds: 600,
} as const satisfies DaySource;
