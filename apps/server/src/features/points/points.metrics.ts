import type { EventSource } from '../../metrics/metric-source.ts';

/** Points that accounts earned and spent, by day of occurrence. */
export const pointsMetrics = {
  kind: 'EVENTS',
  source: 'points',
  metrics: ['points.issued', 'points.spent'],
} as const satisfies EventSource;
