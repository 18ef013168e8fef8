import type { RequestContext } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import type { MetricSource } from '../../metrics/metric-source.ts';
import { daysOf } from './calendar-days.ts';
import { type FilterInput, tileScope } from './dashboard-scope.ts';
import type { DashboardSources } from './dashboard-sources.ts';
import { type Day, type Figure, placeSql, readMetricDays } from './metric-days.ts';
import { figureOf, type MetricTile, metricTile, TILE_EXTENSIONS, type TileTypes, tileArgs } from './tile.graphql.ts';

type Active = MetricTile<'active_accounts.week'>;

/** Tiles of accounts, recently seen accounts, and stores. */
export function addPeopleTiles(
  builder: Builder,
  types: TileTypes,
  sources: DashboardSources,
  countKind: ListTypes['countKind'],
): void {
  addAccountTile(builder, types, sources);
  addActiveTile(builder, types, sources, countKind);
  addStoreTile(builder, types, sources);
}

function addAccountTile(builder: Builder, { tile, filter, figure, day }: TileTypes, sources: DashboardSources): void {
  const type = builder.objectRef<AccountTile>('DashboardAccounts').implement({
    description: 'Accounts, and the number created.',
    interfaces: [tile],
    fields: (t) => ({
      total: t.field({
        type: figure,
        description: 'Number of accounts in every state at the end of the period, and of the previous one.',
        resolve: totalFigure,
      }),
      created: t.field({
        type: figure,
        description: 'Number of accounts created in the period.',
        resolve: createdFigure,
      }),
      days: t.field({ type: [day], description: 'Number of accounts at the end of each day.', resolve: totalDays }),
      createdDays: t.field({
        type: [day],
        description: 'Number of accounts created on each day.',
        resolve: ({ metrics }) => metrics.days('accounts.created'),
      }),
    }),
  });
  builder.queryField('dashboardAccounts', (t) =>
    t.field({
      type,
      description: 'Accounts, and the number created.',
      extensions: TILE_EXTENSIONS,
      args: tileArgs(t, filter),
      resolve: (_root, args, context) => accountTile(context, sources.accounts, args.filter ?? {}),
    }),
  );
}

function addActiveTile(
  builder: Builder,
  { tile, filter, figure, day }: TileTypes,
  sources: DashboardSources,
  countKind: ListTypes['countKind'],
): void {
  const type = builder.objectRef<Active>('DashboardActiveAccounts').implement({
    description: 'Accounts that were seen within a week.',
    interfaces: [tile],
    fields: (t) => ({
      active: t.field({
        type: figure,
        nullable: true,
        description: 'Number of accounts seen within the week before the end of the period; null: not counted then.',
        resolve: activeFigure,
      }),
      countKind: t.field({
        type: countKind,
        description: 'Always ESTIMATE: activity of an account is recorded once an hour, and counted every ten minutes.',
        resolve: () => 'ESTIMATE' as const,
      }),
      days: t.field({
        type: [day],
        description: 'The days on which they were counted.',
        resolve: ({ metrics }) =>
          metrics.days('active_accounts.week').filter((one) => metrics.has('active_accounts.week', one.day)),
      }),
    }),
  });
  builder.queryField('dashboardActiveAccounts', (t) =>
    t.field({
      type,
      description: 'Accounts that were seen within a week.',
      extensions: TILE_EXTENSIONS,
      args: tileArgs(t, filter),
      resolve: (_root, args, context) => metricTile(context, sources.activeAccounts, args.filter),
    }),
  );
}

function activeFigure({ metrics, to, previousTo }: Active): Figure | null {
  const on = (day: string): number | null =>
    metrics.has('active_accounts.week', day) ? metrics.on('active_accounts.week', day) : null;
  const value = on(to);
  return value === null ? null : { value, previous: on(previousTo) };
}

function addStoreTile(builder: Builder, { tile, filter, figure, day }: TileTypes, sources: DashboardSources): void {
  const type = builder.objectRef<MetricTile<'stores.active' | 'stores.opened'>>('DashboardStores').implement({
    description: 'Active stores, and the number that opened.',
    interfaces: [tile],
    fields: (t) => ({
      active: t.field({
        type: figure,
        description: 'Number of active stores at the end of the period, and of the previous one.',
        resolve: ({ metrics, to, previousTo }) => ({
          value: metrics.on('stores.active', to),
          previous: metrics.on('stores.active', previousTo),
        }),
      }),
      opened: t.field({
        type: figure,
        description: 'Number of stores that opened in the period, by their own calendar.',
        resolve: figureOf('stores.opened'),
      }),
      days: t.field({
        type: [day],
        description: 'Number of active stores at the end of each day.',
        resolve: ({ metrics }) => metrics.days('stores.active'),
      }),
    }),
  });
  builder.queryField('dashboardStores', (t) =>
    t.field({
      type,
      description: 'Active stores, and the number that opened.',
      extensions: TILE_EXTENSIONS,
      args: tileArgs(t, filter),
      resolve: (_root, args, context) => metricTile(context, sources.stores, args.filter),
    }),
  );
}

/** Number of accounts, and of new ones. */
interface AccountTile extends MetricTile<'accounts.created'> {
  /** At this moment. */
  readonly totalNow: number;
}

/** Counts all current accounts exactly, and the new ones by day. @throws AppError as `tileScope` does */
async function accountTile(
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
function totalFigure(tile: AccountTile): Figure {
  return { value: totalAt(tile, tile.to), previous: totalAt(tile, tile.previousTo) };
}

/** New accounts of the period, and of the one before. */
function createdFigure({ metrics }: AccountTile): Figure {
  return metrics.figure('accounts.created');
}

/** Accounts at the end of each day. */
function totalDays(tile: AccountTile): Day[] {
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
