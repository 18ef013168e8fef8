import { numberInput } from '../listing/filter/filter-input.ts';
import type { FilterValue } from '../listing/filter/filter-value.ts';

/** The selected filters as API input, under the same names; null without any. */
export function filterInput(filters: Readonly<Record<string, FilterValue>>): Readonly<Record<string, unknown>> | null {
  const chosen = Object.entries(filters).map(([key, value]) => [key, inputOf(value)] as const);
  return chosen.length === 0 ? null : Object.fromEntries(chosen);
}

/** The same within one record, such as the entries of a giveaway. */
export const filterWithin =
  (field: string, id: string): ((filters: Readonly<Record<string, FilterValue>>) => object) =>
  (filters) => ({ ...filterInput(filters), [field]: { in: [id] } });

/** The value of one filter as API input. */
export function inputOf(value: FilterValue): unknown {
  switch (value.kind) {
    case 'set':
      return { [value.mode]: value.values };
    case 'flag':
      return value.value;
    case 'text':
      return { in: [value.text] };
    case 'number':
      return numberInput(value);
    case 'instant':
      return Object.fromEntries(Object.entries(value.range).filter(([, end]) => end !== null));
  }
}
