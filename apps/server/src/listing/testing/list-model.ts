import fc from 'fast-check';
import type { TestApp } from '../../testing/test-app.ts';

/** A filter's value, and the rows it matches in a model without SQL. */
export interface ModelFilter<Row> {
  readonly value: unknown;
  matches(row: Row): boolean;
}

/** One interpretation of a search text, best first: the first that finds a row under the filter is used. */
export type ModelSearchWay<Row> = (row: Row) => boolean;

/** A list as a model in memory: its rows and the possible queries. */
export interface ListModel<Row extends { readonly id: string }> {
  /** Field and input types in the API. */
  readonly field: string;
  readonly filterType: string;
  readonly sortType: string;
  readonly filters: Readonly<Record<string, fc.Arbitrary<ModelFilter<Row>>>>;
  /** Ascending orders; equal rows are sorted by id. */
  readonly sorts: Readonly<Record<string, (left: Row, right: Row) => number>>;
  readonly searches: fc.Arbitrary<string>;
  readRows(test: TestApp): Promise<readonly Row[]>;
  waysOf?(search: string): readonly ModelSearchWay<Row>[];
  /** The rows that a search finds among those of the filter, instead of ways, where several ways count. */
  found?(search: string, filtered: readonly Row[]): Row[];
}

/** A query of a list. */
export interface ListQuestion<Row> {
  readonly filters: Readonly<Record<string, ModelFilter<Row>>>;
  readonly sort: { readonly key: string; readonly direction: 'ASC' | 'DESC' };
  readonly search: string | null;
}

/** Random queries of a model's list, mostly with few filters so that rows remain. */
export function questions<Row extends { readonly id: string }>(model: ListModel<Row>): fc.Arbitrary<ListQuestion<Row>> {
  const filters = fc.subarray(Object.entries(model.filters), { maxLength: 3 });
  return fc.record({
    filters: filters.chain((chosen) => fc.record(Object.fromEntries(chosen))),
    sort: fc.record({
      key: fc.constantFrom(...Object.keys(model.sorts)),
      direction: fc.constantFrom('ASC' as const, 'DESC' as const),
    }),
    search: fc.option(model.searches, { freq: 3 }),
  });
}

/** GraphQL variables of a query. */
export function variablesOf<Row>({ filters, sort, search }: ListQuestion<Row>): Record<string, unknown> {
  const filter = Object.fromEntries(Object.entries(filters).map(([key, { value }]) => [key, value]));
  return { filter, sort, search };
}

/** Ids of the rows that a query returns, in order. */
export function answerOf<Row extends { readonly id: string }>(
  model: ListModel<Row>,
  rows: readonly Row[],
  { filters, sort, search }: ListQuestion<Row>,
): string[] {
  const filtered = rows.filter((row) => Object.values(filters).every((filter) => filter.matches(row)));
  let found = filtered;
  if (search !== null && search.trim() !== '') {
    const text = search.trim().replace(/\s+/g, ' ');
    found = model.found?.(text, filtered) ?? [];
    for (const way of model.waysOf?.(text) ?? []) {
      found = filtered.filter(way);
      if (found.length > 0) break;
    }
  }
  const sign = sort.direction === 'ASC' ? 1 : -1;
  const compare = model.sorts[sort.key];
  const byKey = (left: Row, right: Row) => compare?.(left, right) || compareBytes(left.id, right.id);
  return found.toSorted((left, right) => sign * byKey(left, right)).map(({ id }) => id);
}

/** A filter by true or false. */
export function booleanFilter<Row>(read: (row: Row) => boolean): fc.Arbitrary<ModelFilter<Row>> {
  return fc.boolean().map((value) => ({ value, matches: (row) => read(row) === value }));
}

/** A filter by inclusion or exclusion of values; a row without a value matches no inclusion. */
export function choiceFilter<Row>(
  values: readonly string[],
  read: (row: Row) => string | null,
): fc.Arbitrary<ModelFilter<Row>> {
  const some = fc.option(fc.array(fc.constantFrom(...values), { maxLength: 4 }), { freq: 2 });
  return fc.record({ in: some, notIn: some }).map((value) => ({
    value,
    matches: (row) => {
      const own = read(row);
      const isIn = value.in === null || (own !== null && value.in.includes(own));
      return isIn && (value.notIn === null || own === null || !value.notIn.includes(own));
    },
  }));
}

/** A filter by a time window, possibly reversed, and by presence of a value. */
export function instantFilter<Row>(
  range: { readonly min: Date; readonly max: Date },
  now: Date,
  read: (row: Row) => Date | null,
): fc.Arbitrary<ModelFilter<Row>> {
  const instant = fc.option(fc.date({ ...range, noInvalidDate: true }));
  const days = fc.option(fc.integer({ min: 1, max: 60 }), { freq: 1 });
  const parts = {
    from: instant,
    to: instant,
    withinDays: days,
    olderThanDays: days,
    nextDays: days,
    isEmpty: fc.option(fc.boolean(), { freq: 1 }),
  };
  return fc.record(parts).map((value) => ({
    value,
    matches: (row) => {
      const own = read(row);
      if (value.isEmpty !== null && value.isEmpty !== (own === null)) return false;
      const { isEmpty: _, ...bounds } = value;
      if (Object.values(bounds).every((bound) => bound === null)) return true;
      if (own === null) return false;
      const age = (now.getTime() - own.getTime()) / 86_400_000;
      return (
        (value.from === null || own >= value.from) &&
        (value.to === null || own < value.to) &&
        (value.withinDays === null || (age >= 0 && age <= value.withinDays)) &&
        (value.olderThanDays === null || age > value.olderThanDays) &&
        (value.nextDays === null || (age < 0 && -age <= value.nextDays))
      );
    },
  }));
}

/** Byte order of texts. */
export function compareBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

const collator = new Intl.Collator('und');

/** Order of names in every script: Unicode's root collation, then byte order. */
export function compareNames(left: string, right: string): number {
  return collator.compare(left, right) || compareBytes(left, right);
}
