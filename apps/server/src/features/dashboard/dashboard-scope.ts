import { AppError } from '@backcounter/domain';
import type { RequestContext } from '../../graphql/request-context.ts';
import { isUuid } from '../../listing/list-filter.ts';
import type { MetricSource } from '../../metrics/metric-source.ts';
import { addDays, daysBetween } from './calendar-days.ts';
import { type TileReader, tileReader } from './tile-reader.ts';

/** Filters of the dashboard; each tile reports those that it ignores. */
export type FilterKind = 'PERIOD' | 'COUNTRY' | 'AREA';

/** The filter as requested. */
export interface FilterInput {
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
  readonly days?: number | null | undefined;
  readonly countries?: readonly string[] | null | undefined;
  readonly areas?: readonly string[] | null | undefined;
}

/** Places to count; null: all of them. */
export interface Places {
  readonly countries: readonly string[] | null;
  readonly areas: readonly string[] | null;
}

/** Period and places of a tile, and the completeness of its figures. */
export interface TileScope extends Places {
  readonly reader: TileReader;
  readonly from: string;
  readonly to: string;
  readonly previousFrom: string;
  readonly previousTo: string;
  /** Today in the zone. */
  readonly today: string;
  readonly timezone: string;
  readonly asOf: string | null;
  readonly isComplete: boolean;
  readonly ignoresFilters: readonly FilterKind[];
}

const DAYS_DEFAULT = 30;
const DAYS_MAX = 366;
const PLACES_MAX = 100;

/**
 * Returns the period and the places of a tile that shows the figures of a source.
 * @throws AppError `field.invalid` for an invalid or too long period, or too many places; `query.timed-out`
 */
export async function tileScope(
  context: RequestContext,
  source: MetricSource,
  filter: FilterInput,
  ignored: readonly FilterKind[] = [],
): Promise<TileScope> {
  const reader = tileReader(context);
  const places = placesOf(filter, ignored);
  const [state] = await reader.rows<Pick<TileScope, 'asOf' | 'isComplete' | 'timezone' | 'today'>>(
    `select z.name as timezone, ($2::timestamptz at time zone z.name)::date as today, s.as_of as "asOf",
       coalesce(s.is_complete and s.zone = z.name, false) as "isComplete"
     from (select reporting_time_zone() as name) z left join daily_metric_source s on s.source = $1`,
    [source.source, context.now],
  );
  if (state === undefined) throw new Error('There is always a zone.');
  const to = filter.to == null || filter.to > state.today ? state.today : filter.to;
  const length = filter.from == null ? (filter.days ?? DAYS_DEFAULT) : daysBetween(filter.from, to) + 1;
  if (!(length >= 1 && length <= DAYS_MAX)) throw invalid(filter.from == null ? 'days' : 'from');
  const from = addDays(to, 1 - length);
  return {
    ...state,
    ...places,
    reader,
    from,
    to,
    previousFrom: addDays(from, -length),
    previousTo: addDays(from, -1),
    ignoresFilters: ignoredOf(filter, ignored),
  };
}

/**
 * Returns the places of a tile that applies them.
 * @throws AppError `field.invalid` for more than a hundred of a kind
 */
export function placesOf(filter: FilterInput, ignored: readonly FilterKind[] = []): Places {
  if ((filter.countries?.length ?? 0) > PLACES_MAX) throw invalid('countries');
  if ((filter.areas?.length ?? 0) > PLACES_MAX) throw invalid('areas');
  return {
    countries: ignored.includes('COUNTRY') || !filter.countries?.length ? null : filter.countries,
    areas: ignored.includes('AREA') || !filter.areas?.length ? null : filter.areas.filter(isUuid),
  };
}

/** Returns those of the given filters that a tile ignores. */
export function ignoredOf(filter: FilterInput, ignored: readonly FilterKind[]): FilterKind[] {
  const isGiven = {
    PERIOD: filter.from != null || filter.to != null || filter.days != null,
    COUNTRY: (filter.countries?.length ?? 0) > 0,
    AREA: (filter.areas?.length ?? 0) > 0,
  };
  return ignored.filter((kind) => isGiven[kind]);
}

function invalid(field: 'areas' | 'countries' | 'days' | 'from'): AppError {
  const message =
    field === 'days' || field === 'from'
      ? `A period has 1 to ${DAYS_MAX} days.`
      : `At most ${PLACES_MAX} ${field} can be named.`;
  return new AppError('field.invalid', { message, details: { fields: { [field]: [{ rule: 'invalid' }] } } });
}
