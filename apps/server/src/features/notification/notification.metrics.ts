import type { DaySource } from '../../metrics/metric-source.ts';

/** Results of notifications by the day of sending. Devices may report an opening up to four weeks later. */
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
