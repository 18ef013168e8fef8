import type { ListColumn } from '../list-definition.ts';

/** The pinned column of records that have a name; it opens the record. */
export function nameColumn<Row extends { readonly name: string }>(
  column: Pick<ListColumn<Row>, 'headerKey' | 'width' | 'grows'>,
): ListColumn<Row> {
  return {
    ...column,
    key: 'name',
    isPinned: true,
    sort: 'name',
    render: ({ name }) => (
      <span className="bc-cell-name" dir="auto">
        {name}
      </span>
    ),
  };
}

/** A code, id or number of a record: always left to right, and copied unchanged. */
export function codeColumn<Row>(
  column: Pick<ListColumn<Row>, 'key' | 'headerKey' | 'width' | 'sort' | 'isHiddenAtFirst'>,
  read: (row: Row) => string,
): ListColumn<Row> {
  return {
    ...column,
    render: (row) => (
      <span className="bc-code" dir="ltr">
        {read(row)}
      </span>
    ),
    copyText: read,
  };
}

/** The country of a record, by its name. */
export function countryColumn<Row extends { readonly country: { readonly name: string } }>(
  headerKey: ListColumn<Row>['headerKey'],
): ListColumn<Row> {
  return {
    key: 'country',
    headerKey,
    width: 116,
    render: ({ country }) => <span dir="auto">{country.name}</span>,
  };
}
