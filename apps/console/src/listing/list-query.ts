import type { FilterValue } from './filter/filter-value.ts';

/** The query of a list, without its position. */
export interface ListQuery {
  readonly filters: Readonly<Record<string, FilterValue>>;
  readonly search: string;
}
