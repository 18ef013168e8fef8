import type { ReactNode } from 'react';
import type { StoreRowFragment } from '../../generated/graphql.ts';
import { formatDay } from '../../lib/format/dates.ts';
import { placeOfZone } from '../../lib/format/zoned-words.ts';
import { codeColumn, figureColumn, nameColumn, textColumn, timeColumn } from '../../listing/columns/column-kinds.tsx';
import { PhoneRow } from '../../listing/grid/phone-row.tsx';
import type { CellFormats, ListColumn } from '../../listing/list-definition.ts';
import { StoreStateMark } from './store-state.tsx';
import { StoreOnlineCell, StoreOnlineNote } from './visitors/store-online.tsx';

type Row = StoreRowFragment;

const text = (value: string | null | undefined, { t }: CellFormats): ReactNode =>
  value ? <span dir="auto">{value}</span> : <span className="bc-empty-value">{t('listing.value.empty')}</span>;

const figure = (value: number | null | undefined, formats: CellFormats): ReactNode =>
  value == null ? text(null, formats) : formats.figure(value);

/** Columns of the store's own fields and its visitors. */
export const storeColumns: readonly ListColumn<Row>[] = [
  nameColumn('name', 'store.field.store', 200, ({ name }) => name, { grows: true, sort: 'name' }),
  codeColumn('sid', 'store.field.sid', 100, ({ sid }) => sid, { sort: 'sid' }),
  textColumn('country', 'store.field.countryCode', 116, ({ country }) => country.name),
  textColumn('area', 'store.field.areaId', 128, ({ area }) => area.name),
  textColumn('city', 'store.field.city', 120, ({ city }) => city, { sort: 'city', isHiddenAtFirst: true }),
  { key: 'state', headerKey: 'store.field.state', width: 122, render: (row) => <StoreStateMark record={row} /> },
  {
    key: 'balance',
    headerKey: 'store.field.balance',
    width: 92,
    align: 'end',
    sort: 'balance',
    render: ({ balance }, formats) => <span className="bc-cell-amount">{figure(balance, formats)}</span>,
  },
  figureColumn('entries', 'store.field.entriesLately', 108, ({ entriesLately }) => entriesLately),
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
  timeColumn('created', 'store.field.created', 104, ({ createdAt }) => createdAt, {
    sort: 'created',
    isHiddenAtFirst: true,
  }),
  timeColumn('updated', 'crud.field.updatedAt', 112, ({ updatedAt }) => updatedAt, {
    sort: 'changed',
    isHiddenAtFirst: true,
  }),
];

/** Two lines on a phone: name, sid, place and visitors on the left; points and state on the right. */
export function storePhoneRow(row: Row, formats: CellFormats): ReactNode {
  return (
    <PhoneRow
      title={<bdi>{row.name}</bdi>}
      end={<b className="bc-cell-amount">{figure(row.balance, formats)}</b>}
      state={<StoreStateMark record={row} />}
    >
      <span className="bc-code" dir="ltr">
        {row.sid}
      </span>{' '}
      · <span dir="auto">{row.city ?? row.area.name}</span>
      <StoreOnlineNote sid={row.sid} />
    </PhoneRow>
  );
}
