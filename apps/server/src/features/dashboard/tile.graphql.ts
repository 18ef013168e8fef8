import type { EnumRef, InputRef, InterfaceRef, ObjectRef } from '@pothos/core';
import { needs } from '../../graphql/authorise.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import type { MetricSource } from '../../metrics/metric-source.ts';
import { type FilterInput, type FilterKind, type TileScope, tileScope } from './dashboard-scope.ts';
import { type Day, type Figure, type MetricDays, readMetricDays } from './metric-days.ts';

/** A tile with days: the scope and the figures. */
export interface MetricTile<Metric extends string = string> extends TileScope {
  readonly metrics: MetricDays<Metric>;
}

const FILTER_KINDS: Readonly<Record<FilterKind, string>> = {
  PERIOD: 'Days.',
  COUNTRY: 'Countries.',
  AREA: 'Areas.',
};

/** Types shared by the tiles. */
export interface TileTypes {
  readonly filterKind: EnumRef<BuilderTypes, FilterKind>;
  readonly filter: InputRef<FilterInput>;
  readonly tile: InterfaceRef<BuilderTypes, TileScope>;
  readonly figure: ObjectRef<BuilderTypes, Figure>;
  readonly day: ObjectRef<BuilderTypes, Day>;
}

/** Adds the filter of the dashboard, and the types shared by its tiles. */
export function addTileTypes(builder: Builder): TileTypes {
  const filterKind = addEnum(builder, 'DashboardFilterKind', 'Filters of the dashboard.', FILTER_KINDS);
  const filter = builder.inputRef<FilterInput>('DashboardFilter').implement({
    description: 'Days and places; days are those of the reporting time zone.',
    fields: (t) => ({
      from: t.field({ type: 'Date', description: 'First day; absent: `days` days up to `to`.' }),
      to: t.field({ type: 'Date', description: 'Last day, today at the latest; absent: today.' }),
      days: t.int({ description: 'Number of days if `from` is absent, 1 to 366; absent: 30.' }),
      countries: t.idList({ description: 'Only these countries; absent or empty: all. Unknown ones match nothing.' }),
      areas: t.idList({ description: 'Only these areas; absent or empty: all. Unknown ones match nothing.' }),
    }),
  });
  const tile = builder.interfaceRef<TileScope>('DashboardTile').implement({
    description: 'Figures by day.',
    fields: (t) => ({
      from: t.expose('from', { type: 'Date', description: 'First day of the period.' }),
      to: t.expose('to', { type: 'Date', description: 'Last day of the period.' }),
      previousFrom: t.expose('previousFrom', {
        type: 'Date',
        description: 'First day of the previous period, which has the same length and ends right before.',
      }),
      previousTo: t.expose('previousTo', { type: 'Date', description: 'Last day of the previous period.' }),
      timezone: t.exposeString('timezone', { description: 'Time zone in which days begin.' }),
      asOf: t.expose(
        'asOf',
        orNull('Instant up to which the figures are complete; null: nothing was counted yet.', 'DateTime'),
      ),
      isComplete: t.exposeBoolean('isComplete', { description: 'Whether all of the history was counted.' }),
      ignoresFilters: t.expose('ignoresFilters', {
        type: [filterKind],
        description: 'Filters given that this tile cannot apply.',
      }),
    }),
  });
  const figure = builder.objectRef<Figure>('DashboardFigure').implement({
    description: 'A figure of the period, and of the previous one.',
    fields: (t) => ({
      value: t.expose('value', { type: 'SafeInt', description: 'The figure of the period.' }),
      previous: t.expose('previous', orNull('The figure of the previous period; null: unknown.', 'SafeInt')),
    }),
  });
  const day = builder.objectRef<Day>('DashboardDay').implement({
    description: 'A figure of one day.',
    fields: (t) => ({
      day: t.expose('day', { type: 'Date', description: 'The day.' }),
      value: t.expose('value', { type: 'SafeInt', description: 'The figure.' }),
    }),
  });
  return { filterKind, filter, tile, figure, day };
}

/** Arguments of a tile. */
export function tileArgs(
  t: Pick<PothosSchemaTypes.QueryFieldBuilder<BuilderTypes, object>, 'arg'>,
  filter: InputRef<FilterInput>,
) {
  return {
    filter: t.arg({ type: filter, description: 'Days and places; absent: the last 30 days everywhere.' }),
  };
}

/** A figure of a metric tile. */
export const figureOf =
  <Metric extends string>(metric: Metric) =>
  ({ metrics }: MetricTile<Metric>): Figure =>
    metrics.figure(metric);

/** Merges the days of several metrics, under the names of the fields that show them. */
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

/** Reads the figures of a source for a tile. @throws AppError as `tileScope` does */
export async function metricTile<Metric extends string>(
  context: RequestContext,
  source: MetricSource<Metric>,
  filter: FilterInput | null | undefined,
  ignored: readonly FilterKind[] = [],
): Promise<MetricTile<Metric>> {
  const scope = await tileScope(context, source, filter ?? {}, ignored);
  return { ...scope, metrics: await readMetricDays(scope, source) };
}

/** Permission of every tile's field. */
export const TILE_EXTENSIONS = needs('dashboard.read');
