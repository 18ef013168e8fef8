import type { EventSource } from '../../metrics/metric-source.ts';

/** Entries by day, in any state. */
export const giveawayMetrics = {
  kind: 'EVENTS',
  source: 'giveaways',
  metrics: ['giveaways.entries'],
} as const satisfies EventSource;
