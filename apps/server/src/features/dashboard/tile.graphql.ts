import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { MetricSource } from '../../metrics/metric-source.ts';
import { FILTER_KINDS, type FilterInput, type FilterKind, type TileScope, tileScope } from './dashboard-scope.ts';
import { type Day, type Figure, type MetricDays, readMetricDays } from './metric-days.ts';

/** A tile with days: what was asked for, and what was counted. */
export interface MetricTile<Metric extends string = string> extends TileScope {
  readonly metrics: MetricDays<Metric>;
}

/** Types that the tiles share. */
export type TileTypes = ReturnType<typeof addTileTypes>;

/** The filter of the dashboard, and what the answers of its tiles have in common. */
export function addTileTypes(builder: Builder) {
  const filterKind = builder.enumType('DashboardFilterKind', { values: FILTER_KINDS });
  const filter = builder.inputRef<FilterInput>('DashboardFilter').implement({
    description: 'Days are days of the reporting zone. What is given holds together.',
    fields: (t) => ({
      from: t.field({ type: 'Date', description: 'The first day; without it the period has `days` days.' }),
      to: t.field({ type: 'Date', description: 'The last day; without it, and instead of a later one, today.' }),
      days: t.int({ description: '1 to 366, where there is no first day; 30 unless said.' }),
      countries: t.idList({ description: 'None: all. Those that are not known match nothing, as with areas.' }),
      areas: t.idList(),
    }),
  });
  const tile = builder.interfaceRef<TileScope>('DashboardTile').implement({
    description: 'Figures by day, and what they are figures of.',
    fields: (t) => ({
      from: t.expose('from', { type: 'Date' }),
      to: t.expose('to', { type: 'Date', description: 'The last day.' }),
      previousFrom: t.expose('previousFrom', {
        type: 'Date',
        description: 'Of the period of the same length right before.',
      }),
      previousTo: t.expose('previousTo', { type: 'Date' }),
      timezone: t.exposeString('timezone', { description: 'In which the days begin.' }),
      asOf: t.expose('asOf', {
        type: 'DateTime',
        nullable: true,
        description: 'Up to when the figures are right; null: nothing was counted yet.',
      }),
      isComplete: t.exposeBoolean('isComplete', { description: 'False while history is being counted.' }),
      ignoresFilters: t.expose('ignoresFilters', {
        type: [filterKind],
        description: 'Those of the given filters that this tile cannot honour.',
      }),
    }),
  });
  const figure = builder.objectRef<Figure>('DashboardFigure').implement({
    fields: (t) => ({
      value: t.expose('value', { type: 'SafeInt' }),
      previous: t.expose('previous', {
        type: 'SafeInt',
        nullable: true,
        description: 'Of the period before; null: it is not known.',
      }),
    }),
  });
  const day = builder.objectRef<Day>('DashboardDay').implement({
    fields: (t) => ({
      day: t.expose('day', { type: 'Date' }),
      value: t.expose('value', { type: 'SafeInt' }),
    }),
  });
  return { filterKind, filter, tile, figure, day };
}

/** A figure of a metric tile. */
export const figureOf =
  <Metric extends string>(metric: Metric) =>
  ({ metrics }: MetricTile<Metric>): Figure =>
    metrics.figure(metric);

/** The days of several metrics side by side, under the names of the fields that show them. */
export function daysTogether<Metric extends string, Field extends string>(
  { metrics }: MetricTile<Metric>,
  fields: Readonly<Record<Field, Metric>>,
): ({ readonly day: string } & Readonly<Record<Field, number>>)[] {
  const names = Object.entries(fields) as [Field, Metric][];
  const [[, first] = []] = names;
  if (first === undefined) return [];
  return metrics.days(first).map(({ day }) => ({
    day,
    ...(Object.fromEntries(names.map(([name, metric]) => [name, metrics.on(metric, day)])) as Record<Field, number>),
  }));
}

/** Reads what a tile shows of a source. @throws AppError as `tileScope` does */
export async function metricTile<Metric extends string>(
  context: RequestContext,
  source: MetricSource<Metric>,
  filter: FilterInput | null | undefined,
  ignored: readonly FilterKind[] = [],
): Promise<MetricTile<Metric>> {
  const scope = await tileScope(context, source, filter ?? {}, ignored);
  return { ...scope, metrics: await readMetricDays(scope, source) };
}

/** What every tile's field declares. */
export const TILE_EXTENSIONS = needs('dashboard.read');
