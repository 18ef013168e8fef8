import type { DaySource } from '../../metrics/metric-source.ts';

/** What became of the notifications that were to go out on a day. A phone may tell four weeks later that it was opened. */
export const notificationMetrics = {
  kind: 'DAYS',
  source: 'notifications',
  metrics: [
    'notifications.started',
    'notifications.recipients',
    'notifications.sent',
    'notifications.received',
    'notifications.opened',
    'notifications.failed',
    'notifications.skipped',
  ],
  recentDays: 30,
  historyDays: 800,
  everySeconds: 0,
} as const satisfies DaySource;
