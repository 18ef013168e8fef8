import type { EventSource } from '../../../metrics/metric-source.ts';

/** Redemptions by the day on which they were confirmed, and on which they were rolled back. */
export const redemptionMetrics = {
  kind: 'EVENTS',
  source: 'redemptions',
  metrics: ['redemptions.confirmed', 'redemptions.rolled_back'],
} as const satisfies EventSource;
