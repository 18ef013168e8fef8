import type { MessageKey } from '@backcounter/i18n';
import { exportAction } from '../listing/selection/export-action.ts';
import './entity.operations.ts';
import { recordColumns, recordFilters, recordSorts } from '../listing/columns/record-columns.tsx';
import type { FilterValue } from '../listing/filter/filter-value.ts';
import type { ListDefinition } from '../listing/list-definition.ts';
import { listSource } from '../listing/list-source.ts';
import type { EntityDefinition, EntityRow } from './entity-definition.ts';
import { filterInput } from './filters-as-input.ts';
import { recentPeek } from './recent-peek.ts';

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
