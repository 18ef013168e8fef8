import type { RequestContext } from '../../graphql/request-context.ts';
import type { MetricSource } from '../../metrics/metric-source.ts';
import { daysOf } from './calendar-days.ts';
import { type FilterInput, tileScope } from './dashboard-scope.ts';
import { type Day, type Figure, placeSql, readMetricDays } from './metric-days.ts';
import type { MetricTile } from './tile.graphql.ts';

/** Number of accounts, and of new ones. */
export interface AccountTile extends MetricTile<'accounts.created'> {
  /** At this moment. */
  readonly totalNow: number;
}

/** Counts all current accounts exactly, and the new ones by day. @throws AppError as `tileScope` does */
export async function accountTile(
  context: RequestContext,
  source: MetricSource<'accounts.created'>,
  filter: FilterInput,
): Promise<AccountTile> {
  const scope = await tileScope(context, source, filter);
  const [[now], metrics] = await Promise.all([
    scope.reader.rows<{ total: number }>(
      `select coalesce(sum(c.accounts), 0)::bigint as total from account_count c where ${placeSql('c', 1)}`,
      [scope.countries, scope.areas],
    ),
    readMetricDays(scope, source, scope.today),
  ]);
  return { ...scope, metrics, totalNow: now?.total ?? 0 };
}

/** Accounts at the end of a day: the current number less those created since. */
function totalAt({ metrics, totalNow, today }: AccountTile, day: string): number {
  const [, ...later] = daysOf(day, today);
  return totalNow - later.reduce((sum, one) => sum + metrics.on('accounts.created', one), 0);
}

/** Accounts at the end of the period, and at the end of the one before. */
export function totalFigure(tile: AccountTile): Figure {
  return { value: totalAt(tile, tile.to), previous: totalAt(tile, tile.previousTo) };
}

/** New accounts of the period, and of the one before. */
export function createdFigure({ metrics }: AccountTile): Figure {
  return metrics.figure('accounts.created');
}

/** Accounts at the end of each day. */
export function totalDays(tile: AccountTile): Day[] {
  let value = totalAt(tile, tile.to);
  return daysOf(tile.from, tile.to)
    .reverse()
    .map((day) => {
      const atEnd = { day, value };
      value -= tile.metrics.on('accounts.created', day);
      return atEnd;
    })
    .reverse();
}
