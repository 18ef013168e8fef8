import { formatExact, formatRelative } from '@backcounter/ui';
import type { ReactNode } from 'react';
import type { CellFormats, ListColumn } from '../list-definition.ts';

interface Kind<Value> extends Pick<ListColumn<unknown>, 'align' | 'isPinned'> {
  readonly cell: (value: Value, formats: CellFormats) => ReactNode;
  readonly full?: (value: Value, formats: CellFormats) => string;
  readonly copy?: (value: Value) => string;
}

/** A cell without a value. */
export const nothing = ({ t }: Pick<CellFormats, 't'>): ReactNode => (
  <span className="bc-empty-value">{t('listing.value.empty')}</span>
);

/** A kind of column: what differs from one column to the next is where its value is read. */
export const kind =
  <Value,>({ cell, full, copy, ...shape }: Kind<Value>) =>
  <Row,>(
    key: string,
    headerKey: ListColumn<Row>['headerKey'],
    width: number,
    read: (row: Row) => Value | null | undefined,
    more?: Partial<ListColumn<Row>>,
  ): ListColumn<Row> => {
    const within = <Made,>(row: Row, make: (value: Value) => Made): Made | null => {
      const value = read(row);
      return value == null || value === '' ? null : make(value);
    };
    return {
      key,
      headerKey,
      width,
      ...shape,
      render: (row, formats) => within(row, (value) => cell(value, formats)) ?? nothing(formats),
      ...(full ? { fullText: (row, formats) => within(row, (value) => full(value, formats)) } : {}),
      ...(copy ? { copyText: (row) => within(row, copy) } : {}),
      ...more,
    };
  };

/** A time such as "3 hours ago". */
export const relativeTime = (instant: string, formats: CellFormats): ReactNode => (
  <time dateTime={instant}>{formatRelative(new Date(instant), new Date(), formats)}</time>
);
export const exactTime = (instant: string, formats: CellFormats) => formatExact(new Date(instant), formats);

/** The pinned column with the name of a record, which opens it. */
export const nameColumn = kind<string | number>({
  isPinned: true,
  cell: (name) => (
    <span className="bc-cell-name" dir="auto">
      {name}
    </span>
  ),
});

/** A code, id or number of a record: always left to right, and copied unchanged. */
export const codeColumn = kind<string>({
  cell: (code) => (
    <span className="bc-code" dir="ltr">
      {code}
    </span>
  ),
  copy: (code) => code,
});

/** A text in any language. */
export const textColumn = kind<string>({ cell: (text) => <span dir="auto">{text}</span> });

/** A number, end-aligned. */
export const figureColumn = kind<number>({ align: 'end', cell: (value, { figure }) => figure(value) });

/** How long ago, with the exact instant on hover and focus. */
export const timeColumn = kind<string>({ align: 'end', cell: relativeTime, full: exactTime });
