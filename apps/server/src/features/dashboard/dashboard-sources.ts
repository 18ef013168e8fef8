import type { MetricSource } from '../../metrics/metric-source.ts';

/** Metric sources of the features, by tile. */
export interface DashboardSources {
  readonly accounts: MetricSource<'accounts.created'>;
  readonly activeAccounts: MetricSource<'active_accounts.week'>;
  readonly stores: MetricSource<'stores.active' | 'stores.opened'>;
  readonly points: MetricSource<'points.issued' | 'points.spent'>;
  readonly notifications: MetricSource<`notifications.${NotificationFigure}`>;
  readonly redemptions: MetricSource<'redemptions.confirmed' | 'redemptions.rolled_back'>;
  readonly giveaways: MetricSource<'giveaways.entries'>;
}

/** Steps of the funnel, and the number of notifications that began. */
export const NOTIFICATION_FIGURES = [
  'started',
  'recipients',
  'sent',
  'received',
  'opened',
  'failed',
  'skipped',
] as const;
/** A figure of the notification tile. */
export type NotificationFigure = (typeof NOTIFICATION_FIGURES)[number];
