import type { MetricSource } from '../../metrics/metric-source.ts';
import { daysOf } from './calendar-days.ts';
import type { TileScope } from './dashboard-scope.ts';

/** A figure and that of the previous period; null: unknown. */
export interface Figure {
  readonly value: number;
  readonly previous: number | null;
}

/** A figure of a day. */
export interface Day {
  readonly day: string;
  readonly value: number;
}

/** Figures of a source by day, limited to the places of the scope. */
export interface MetricDays<Metric extends string> {
  /** Whether the metric was counted for the day, in any place. */
  has(metric: Metric, day: string): boolean;
  on(metric: Metric, day: string): number;
  sum(metric: Metric, from: string, to: string): number;
  /** Sum of the period, and of the previous one. */
  figure(metric: Metric): Figure;
  /** All days of the period. */
  days(metric: Metric): Day[];
}

/** SQL condition for a place of the scope; parameters `$n` and `$n + 1` are countries and areas. */
export const placeSql = (alias: string, parameter: number): string =>
  `($${parameter}::text[] is null or ${alias}.country_code = any ($${parameter}::text[]))
   and ($${parameter + 1}::uuid[] is null or ${alias}.area_id = any ($${parameter + 1}::uuid[]))`;

/** Has a row for each day that was counted, in any place. */
const BY_COUNTRY = `
  select m.metric, m.day, coalesce(sum(m.value) filter (where $4::text[] is null or m.country_code = any ($4::text[])), 0)::bigint as value
  from daily_metric_country m where m.metric = any ($1::text[]) and m.day between $2::date and $3::date group by m.metric, m.day`;
const BY_AREA = `
  select d.metric, d.day, coalesce(sum(m.value), 0)::bigint as value
  from (select distinct c.metric, c.day from daily_metric_country c where c.metric = any ($1::text[]) and c.day between $2::date and $3::date) as d
    left join daily_metric m on m.metric = d.metric and m.day = d.day and m.area_id = any ($5::uuid[])
      and ($4::text[] is null or m.country_code = any ($4::text[]))
  group by d.metric, d.day`;

/** Reads the period, the previous one, and the days after it up to `until`. */
export async function readMetricDays<Metric extends string>(
  scope: TileScope,
  source: MetricSource<Metric>,
  until: string = scope.to,
): Promise<MetricDays<Metric>> {
  const rows = await scope.reader.rows<{ metric: Metric; day: string; value: number }>(
    scope.areas === null ? BY_COUNTRY : BY_AREA,
    [source.metrics, scope.previousFrom, until, scope.countries, ...(scope.areas === null ? [] : [scope.areas])],
  );
  const values = new Map(rows.map(({ metric, day, value }) => [`${metric} ${day}`, value]));
  const on = (metric: Metric, day: string): number => values.get(`${metric} ${day}`) ?? 0;
  const sum = (metric: Metric, from: string, to: string): number =>
    daysOf(from, to).reduce((total, day) => total + on(metric, day), 0);
  const { from, to, previousFrom, previousTo } = scope;
  return {
    has: (metric, day) => values.has(`${metric} ${day}`),
    on,
    sum,
    figure: (metric) => ({ value: sum(metric, from, to), previous: sum(metric, previousFrom, previousTo) }),
    days: (metric) => daysOf(from, to).map((day) => ({ day, value: on(metric, day) })),
  };
}
