import type { EventSource } from '../../metrics/metric-source.ts';

/** Points that accounts got, and gave for something, by the day on which that happened. */
export const pointsMetrics = {
  kind: 'EVENTS',
  source: 'points',
  metrics: ['points.issued', 'points.spent'],
} as const satisfies EventSource;
