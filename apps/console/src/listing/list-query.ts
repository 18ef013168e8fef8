import type { FilterValue } from './filter/filter-value.ts';

/** What a page of a list is asked with. */
export interface ListQuery {
  readonly filters: Readonly<Record<string, FilterValue>>;
  readonly search: string;
}
