import type { MessageKey } from '@backcounter/i18n';
import { formatExact, formatRelative } from '@backcounter/ui';
import type { ReactNode } from 'react';
import { codeColumn, nameColumn } from '../listing/columns/column-kinds.tsx';
import type { CellFormats, ListColumn, ListFilter } from '../listing/list-definition.ts';
import { EntityState, type EntityStateProps } from './entity-state.tsx';
import { type Choices, filterOptions } from './fields/choices.ts';

/** Sorts of every entity with a code, by their key in the URL. */
export const CODE_SORTS = { name: 'NAME', code: 'CODE', changed: 'UPDATED' } as const;
/** Sorts of entities with an order of their own. */
export const ORDER_SORTS = { position: 'POSITION', ...CODE_SORTS } as const;
/** Archived records, which are hidden by default. */
export const ARCHIVED_FILTER: ListFilter = { key: 'archived', labelKey: 'crud.field.archived', shape: 'flag' };

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
    options: ({ t }) => Promise.resolve(values.map((value) => ({ value, label: t(wordKey(value)) }))),
  };
}

/** The pinned column, which opens the record. */
export function entityNameColumn<Row extends { readonly name: string }>(): ListColumn<Row> {
  return nameColumn({ headerKey: 'crud.field.name', width: 200, grows: true });
}

/** The permanent short name. */
export function entityCodeColumn<Row extends { readonly code: string }>(): ListColumn<Row> {
  return codeColumn({ key: 'code', headerKey: 'crud.field.code', width: 184, sort: 'code' }, ({ code }) => code);
}

/** Time of the last change. */
export function changedColumn<Row extends { readonly updatedAt: string }>(): ListColumn<Row> {
  return {
    key: 'changed',
    headerKey: 'crud.field.updated',
    width: 112,
    align: 'end',
    sort: 'changed',
    render: ({ updatedAt }, formats) => (
      <time dateTime={updatedAt}>{formatRelative(new Date(updatedAt), new Date(), formats)}</time>
    ),
    fullText: ({ updatedAt }, formats) => formatExact(new Date(updatedAt), formats),
  };
}

/** A whole number, end-aligned. */
export function numberColumn<Row>(
  column: Pick<ListColumn<Row>, 'key' | 'headerKey' | 'sort'>,
  read: (row: Row) => number,
): ListColumn<Row> {
  return {
    ...column,
    width: 112,
    align: 'end',
    render: (row, { figure }) => figure(read(row)),
  };
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
    <span className="bc-phone-row">
      <span className="bc-phone-main">
        <b className="bc-cell-name">
          <bdi>{row.name}</bdi>
        </b>
        <small>
          <span className="bc-code" dir="ltr">
            {row.code}
          </span>
        </small>
      </span>
      <span className="bc-phone-end">{end(row, formats)}</span>
    </span>
  );
}

/** Active, not active, or archived. */
export function stateColumn<Row extends EntityStateProps['record']>(): ListColumn<Row> {
  return { key: 'state', headerKey: 'crud.field.state', width: 128, render: (row) => <EntityState record={row} /> };
}
