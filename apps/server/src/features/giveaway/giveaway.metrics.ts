import type { EventSource } from '../../metrics/metric-source.ts';

/** Entries by the day on which they were made, whatever became of them. */
export const giveawayMetrics = {
  kind: 'EVENTS',
  source: 'giveaways',
  metrics: ['giveaways.entries'],
} as const satisfies EventSource;
