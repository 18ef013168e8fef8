import type { MessageKey } from '@backcounter/i18n';
import { load } from '../lib/api/graphql-client.ts';
import { exportAction } from '../listing/export/export-action.ts';
import './entity.operations.ts';
import { recordColumns, recordFilters, recordSorts } from '../listing/columns/record-columns.tsx';
import { numberInput } from '../listing/filter/filter-input.ts';
import type { FilterValue } from '../listing/filter/filter-value.ts';
import type { ListDefinition, ListSource } from '../listing/list-definition.ts';
import type { EntityDefinition, EntityDocuments, EntityRow } from './entity-definition.ts';
import { recentPeek } from './recent-peek.ts';

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

/** Pages and counts of a list: the documents alias its field `list`. */
export function listSource<Row>(
  documents: Pick<EntityDocuments<Row>, 'page' | 'count'>,
  filterOf: ListDefinition<Row>['filterInput'],
): ListSource<Row> {
  return {
    async page({ filters, search, sort, page, locale }, signal) {
      const variables = {
        ...page,
        filter: filterOf(filters) as never,
        search: search || null,
        sort: sort as never,
        locale,
      };
      const { list } = await load(documents.page, variables, signal);
      return { rows: list.nodes, ends: list.pageInfo, matchedBy: list.matchedBy ?? null };
    },
    async count({ filters, search }, signal) {
      const variables = { filter: filterOf(filters) as never, search: search || null };
      return (await load(documents.count, variables, signal)).list.count;
    },
  };
}

/**
 * The list of an entity, with the columns, filters and sorts of its record; a row opens the record's drawer beside it.
 */
export function listOf<Row extends EntityRow>(definition: EntityDefinition<Row>): ListDefinition<Row> {
  // Archived records are hidden by default.
  const filterOf = (filters: Readonly<Record<string, FilterValue>>) =>
    definition.archival && !filters['archived'] ? { ...filterInput(filters), archived: false } : filterInput(filters);
  const { list, fields: labels, record } = definition;
  const labelOf = (field: string) => labels[field] as MessageKey;
  const others = recordFilters(record.fields, labelOf).filter(
    ({ key }) => !list.filters.some((own) => own.key === key),
  );
  return {
    ...list,
    columns: recordColumns(record.fields, labelOf, list.columns),
    filters: [...list.filters, ...others],
    sorts: { ...list.sorts, ...recordSorts(record.fields) },
    sortNames: { position: 'crud.field.position' },
    matchKey: () => null,
    rowId: ({ id }) => id,
    rowHref: ({ id }, search) => {
      for (const key of ['new', 'arrange', 'tab']) search.delete(key);
      search.set('edit', id);
      return `${definition.path}?${search}`;
    },
    rowLabel: definition.nameOf,
    Peek: recentPeek(definition.documents.history, (id) => ['entity-history', record.noun, id]),
    editHref: ({ id }) => `${definition.path}?${new URLSearchParams({ edit: id })}`,
    source: listSource(definition.documents, filterOf),
    filterInput: filterOf,
    bulk: [exportAction],
  };
}
