import { callFunction } from '../db/call-function.ts';
import type { DatabaseTransaction } from '../db/transaction.ts';
import type { MetricSource } from './metric-source.ts';

/** Events counted per transaction. */
const BATCH = 250_000;

/**
 * Housekeeping tasks that keep the figures of each source up to date. History is counted in the same batches and
 * resumes after an interruption. Needs longer statement timeouts than the API.
 */
export function metricMaintenance(sources: readonly MetricSource[]) {
  return sources.map((source) => ({
    name: `${source.source.replaceAll('_', '-')}-metrics.count`,
    runBatch: (trx: DatabaseTransaction) => countMetrics(trx, source),
  }));
}

/** Counts one batch of a source; true if more is left. */
export async function countMetrics(
  trx: DatabaseTransaction,
  source: MetricSource,
  batch: number = BATCH,
): Promise<boolean> {
  if (source.kind === 'DAYS') {
    await callFunction(trx, 'recount_daily_metrics', {
      of_source: source.source,
      recent_days: source.recentDays,
      history_days: source.historyDays,
      every: `${source.everySeconds} s`,
    });
    return false;
  }
  return (await callFunction(trx, 'advance_daily_metrics', { of_source: source.source, batch })) === true;
}
