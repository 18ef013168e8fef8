import { formatExact, formatRelative } from '@backcounter/ui';
import type { ReactNode } from 'react';
import type { StoreRowFragment } from '../../generated/graphql.ts';
import { formatDay } from '../../lib/format/dates.ts';
import { placeOfZone } from '../../lib/format/zoned-words.ts';
import { codeColumn, countryColumn, nameColumn } from '../../listing/columns/column-kinds.tsx';
import type { CellFormats, ListColumn } from '../../listing/list-definition.ts';
import { StoreStateMark } from './store-state.tsx';
import { StoreOnlineCell, StoreOnlineNote } from './visitors/store-online.tsx';

type Row = StoreRowFragment;

const text = (value: string | null | undefined, { t }: CellFormats): ReactNode =>
  value ? <span dir="auto">{value}</span> : <span className="bc-empty-value">{t('listing.value.empty')}</span>;

const figure = (value: number | null | undefined, formats: CellFormats): ReactNode =>
  value == null ? text(null, formats) : formats.figure(value);

const time = (value: string, formats: CellFormats) => (
  <time dateTime={value}>{formatRelative(new Date(value), new Date(), formats)}</time>
);

/** Columns of the store's own fields and its visitors. */
export const storeColumns: readonly ListColumn<Row>[] = [
  nameColumn({ headerKey: 'store.field.store', width: 200, grows: true }),
  codeColumn({ key: 'sid', headerKey: 'store.field.sid', width: 100, sort: 'sid' }, ({ sid }) => sid),
  countryColumn('store.field.countryCode'),
  { key: 'area', headerKey: 'store.field.areaId', width: 128, render: ({ area }, formats) => text(area.name, formats) },
  {
    key: 'city',
    headerKey: 'store.field.city',
    width: 120,
    sort: 'city',
    isHiddenAtFirst: true,
    render: ({ city }, formats) => text(city, formats),
  },
  { key: 'state', headerKey: 'store.field.state', width: 122, render: (row) => <StoreStateMark record={row} /> },
  {
    key: 'balance',
    headerKey: 'store.field.balance',
    width: 92,
    align: 'end',
    sort: 'balance',
    render: ({ balance }, formats) => <span className="bc-cell-amount">{figure(balance, formats)}</span>,
  },
  {
    key: 'entries',
    headerKey: 'store.field.entriesLately',
    width: 108,
    align: 'end',
    render: ({ entriesLately }, formats) => figure(entriesLately, formats),
  },
  {
    key: 'online',
    headerKey: 'store.field.online',
    width: 96,
    align: 'end',
    render: ({ sid }) => <StoreOnlineCell sid={sid} />,
  },
  {
    key: 'address',
    headerKey: 'store.field.addressLine',
    width: 180,
    isHiddenAtFirst: true,
    render: ({ addressLine }, formats) => text(addressLine, formats),
  },
  {
    key: 'timezone',
    headerKey: 'crud.field.timezone',
    width: 148,
    isHiddenAtFirst: true,
    render: ({ timezone }) => <bdi dir="ltr">{placeOfZone(timezone)}</bdi>,
  },
  {
    key: 'opened',
    headerKey: 'store.field.openedOn',
    width: 100,
    align: 'end',
    sort: 'opened',
    isHiddenAtFirst: true,
    render: ({ openedOn }, formats) => text(formatDay(openedOn, formats), formats),
  },
  {
    key: 'created',
    headerKey: 'store.field.created',
    width: 104,
    align: 'end',
    sort: 'created',
    isHiddenAtFirst: true,
    render: ({ createdAt }, formats) => time(createdAt, formats),
    fullText: ({ createdAt }, formats) => formatExact(new Date(createdAt), formats),
  },
  {
    key: 'updated',
    headerKey: 'crud.field.updated',
    width: 112,
    align: 'end',
    sort: 'changed',
    isHiddenAtFirst: true,
    render: ({ updatedAt }, formats) => time(updatedAt, formats),
    fullText: ({ updatedAt }, formats) => formatExact(new Date(updatedAt), formats),
  },
];

/** Two lines on a phone: name, sid, place and visitors on the left; points and state on the right. */
export function storePhoneRow(row: Row, formats: CellFormats): ReactNode {
  return (
    <span className="bc-phone-row">
      <span className="bc-phone-main">
        <b className="bc-cell-name">
          <bdi>{row.name}</bdi>
        </b>
        <small>
          <span className="bc-code" dir="ltr">
            {row.sid}
          </span>{' '}
          · <span dir="auto">{row.city ?? row.area.name}</span>
          <StoreOnlineNote sid={row.sid} />
        </small>
      </span>
      <span className="bc-phone-end">
        <b className="bc-cell-amount">{figure(row.balance, formats)}</b>
        <StoreStateMark record={row} />
      </span>
    </span>
  );
}
