import type { EventSource } from '../../../metrics/metric-source.ts';

/** Redemptions by day of confirmation and of rollback. */
export const redemptionMetrics = {
  kind: 'EVENTS',
  source: 'redemptions',
  metrics: ['redemptions.confirmed', 'redemptions.rolled_back'],
} as const satisfies EventSource;
