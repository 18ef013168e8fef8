import type { ListUrlProblem } from '../../../listing/address/list-url.ts';
import { decodeFilter, encodeFilter } from '../../../listing/filter/filter-value.ts';
import { countDays, type DashboardPeriod, DEFAULT_PERIOD, LAST_DAYS, PERIOD_MAX_DAYS } from './dashboard-period.ts';

/** Places by which figures are filtered. */
export interface DashboardPlaces {
  /** ISO codes; none: all. */
  readonly countries: readonly string[];
  /** Ids; none: all. */
  readonly areas: readonly string[];
}

/** Filters of the dashboard, stored only in the URL. */
export interface DashboardQuestion extends DashboardPlaces {
  readonly period: DashboardPeriod;
}

const COUNTRY = /^[A-Z]{2}$/;
const AREA = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DAYS = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/;

/**
 * Parses search parameters. Never throws: unusable values are ignored and returned, so that the page can report them.
 */
export function decodeDashboard(params: URLSearchParams): {
  readonly question: DashboardQuestion;
  readonly problems: readonly ListUrlProblem[];
} {
  const problems: ListUrlProblem[] = [];
  const question = { period: DEFAULT_PERIOD, countries: [] as readonly string[], areas: [] as readonly string[] };
  for (const key of new Set(params.keys())) {
    const values = [...new Set(params.getAll(key))];
    const [text = ''] = values;
    if (values.length > 1) problems.push({ kind: 'repeated', key });
    else if (key === 'period') question.period = parsePeriod(text) ?? fail(problems, key, DEFAULT_PERIOD);
    else if (key === 'country') question.countries = parseValues(text, COUNTRY) ?? fail(problems, key, []);
    else if (key === 'area') question.areas = parseValues(text, AREA) ?? fail(problems, key, []);
    else problems.push({ kind: 'unknown', key });
  }
  return { question, problems };
}

/** Search parameters of the filters. Defaults are omitted, and equal filters give equal parameters. */
export function encodeDashboard({ period, countries, areas }: DashboardQuestion): Record<string, string> {
  const isDefault = period.kind === 'last' && period.days === LAST_DAYS[0];
  return {
    ...(isDefault ? {} : { period: writePeriod(period) }),
    ...placeFilters({ countries, areas }),
  };
}

/** Countries and areas as filters of the lists that the dashboard links to. */
export function placeFilters({ countries, areas }: DashboardPlaces): Record<string, string> {
  const write = (values: readonly string[]) => encodeFilter({ kind: 'set', mode: 'in', values: [...values].sort() });
  return {
    ...(countries.length === 0 ? {} : { country: write(countries) }),
    ...(areas.length === 0 ? {} : { area: write(areas) }),
  };
}

function fail<Value>(problems: ListUrlProblem[], key: string, instead: Value): Value {
  problems.push({ kind: 'damaged', key });
  return instead;
}

function parseValues(text: string, shape: RegExp): readonly string[] | null {
  const filter = decodeFilter('set', text);
  if (filter?.kind !== 'set' || filter.mode !== 'in') return null;
  return filter.values.every((value) => shape.test(value)) ? filter.values : null;
}

function parsePeriod(text: string): DashboardPeriod | null {
  if (text === 'month') return { kind: 'this-month' };
  const days = LAST_DAYS.find((each) => `${each}d` === text);
  if (days !== undefined) return { kind: 'last', days };
  const [, first = '', last = ''] = DAYS.exec(text) ?? [];
  const isRight = isDay(first) && isDay(last) && first <= last;
  return isRight && countDays({ from: first, to: last }) <= PERIOD_MAX_DAYS ? { kind: 'days', first, last } : null;
}

function writePeriod(period: DashboardPeriod): string {
  if (period.kind === 'this-month') return 'month';
  return period.kind === 'last' ? `${period.days}d` : `${period.first}..${period.last}`;
}

/** False for dates such as 31 February. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}
