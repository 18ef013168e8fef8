import type { MessageKey } from '@backcounter/i18n';
import type { ReactNode } from 'react';
import { codeColumn, nameColumn, timeColumn } from '../listing/columns/column-kinds.tsx';
import { PhoneRow } from '../listing/grid/phone-row.tsx';
import type { CellFormats, ListColumn, ListFilter } from '../listing/list-definition.ts';
import { EntityState, type EntityStateProps } from './entity-state.tsx';
import { type Choices, filterOptions } from './fields/choices.ts';

/** Sorts of every entity with a code, by their key in the URL. */
export const CODE_SORTS = { name: 'NAME', code: 'CODE', changed: 'UPDATED' } as const;
/** Sorts of entities with an order of their own. */
export const ORDER_SORTS = { position: 'POSITION', ...CODE_SORTS } as const;
/** Archived records, which are hidden by default. */
export const ARCHIVED_FILTER: ListFilter = { key: 'archived', labelKey: 'crud.field.archivedAt', shape: 'flag' };

/** A filter by records of another entity. */
export function choiceFilter(key: string, labelKey: MessageKey, choices: Choices): ListFilter {
  return { key, labelKey, shape: 'set', options: filterOptions(choices) };
}

/** A filter by the values of a field. */
export function valueFilter<Value extends string>(
  key: string,
  labelKey: MessageKey,
  values: readonly Value[],
  wordKey: (value: Value) => MessageKey,
): ListFilter {
  return {
    key,
    labelKey,
    shape: 'set',
    wordKeys: new Map(values.map((value) => [value, wordKey(value)])),
    options: ({ t }) => Promise.resolve(values.map((value) => ({ value, label: t(wordKey(value)) }))),
  };
}

/** The pinned column, which opens the record. */
export function entityNameColumn<Row extends { readonly name: string }>(): ListColumn<Row> {
  return nameColumn('name', 'crud.field.name', 200, ({ name }) => name, { grows: true, sort: 'name' });
}

/** The permanent short name. */
export function entityCodeColumn<Row extends { readonly code: string }>(): ListColumn<Row> {
  return codeColumn('code', 'crud.field.code', 184, ({ code }) => code, { sort: 'code' });
}

/** Time of the last change. */
export function changedColumn<Row extends { readonly updatedAt: string }>(): ListColumn<Row> {
  return timeColumn('changed', 'crud.field.updatedAt', 112, ({ updatedAt }) => updatedAt, { sort: 'changed' });
}

/** Yes or no, as a word. */
export function flagColumn<Row>(
  column: Pick<ListColumn<Row>, 'key' | 'headerKey'>,
  read: (row: Row) => boolean,
): ListColumn<Row> {
  return {
    ...column,
    width: 128,
    render: (row, { t }) => t(read(row) ? 'listing.filter.yes' : 'listing.filter.no'),
  };
}

/** A row on a phone: name and code at the start, the most significant value at the end. */
export function phoneRow<Row extends { readonly name: string; readonly code: string }>(
  end: (row: Row, formats: CellFormats) => ReactNode,
): (row: Row, formats: CellFormats) => ReactNode {
  return (row, formats) => (
    <PhoneRow title={<bdi>{row.name}</bdi>} end={end(row, formats)}>
      <span className="bc-code" dir="ltr">
        {row.code}
      </span>
    </PhoneRow>
  );
}

/** Active, not active, or archived. */
export function stateColumn<Row extends EntityStateProps['record']>(): ListColumn<Row> {
  return { key: 'state', headerKey: 'crud.field.state', width: 128, render: (row) => <EntityState record={row} /> };
}
