import { formatExact, formatRelative } from '@backcounter/ui';
import { IconBellCheck, IconBellOff, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AccountListQuery } from '../../generated/graphql.ts';
import { PhoneText } from '../../lib/format/phone-text.tsx';
import { Face, type FaceOwner } from '../../lib/presence/presence-face.tsx';
import { codeColumn, countryColumn } from '../../listing/columns/column-kinds.tsx';
import type { CellFormats, ListColumn } from '../../listing/list-definition.ts';
import { AccountStateMark } from './account-state.tsx';
import { AccountOnlineCell, AccountPhonePlace } from './overview/account-online.tsx';

/** A row of the account list. */
export type AccountListRow = AccountListQuery['accounts']['nodes'][number];

/** The account's name, or its number if it has none. */
export function accountName(
  { displayName, number }: Pick<AccountListRow, 'displayName' | 'number'>,
  { t }: Pick<CellFormats, 't'>,
): string {
  return displayName ?? t('account.place.nameless', { number: String(number) });
}

/** Data of the account's avatar. */
export function faceOf(account: Pick<AccountListRow, 'id' | 'displayName' | 'firebaseId' | 'hasPicture'>): FaceOwner {
  const { id, displayName = null, firebaseId = null, hasPicture } = account;
  return { id, displayName, firebaseId, hasPicture };
}

const nothing = ({ t }: CellFormats) => <span className="bc-empty-value">{t('listing.value.empty')}</span>;

/** A contact. Marked as hidden if this person may not see it, so that it does not look empty. */
function contact(
  value: string | null,
  row: AccountListRow,
  formats: CellFormats,
  show: (value: string) => ReactNode = (text) => <span dir="ltr">{text}</span>,
): ReactNode {
  if (row.isContactMasked) {
    return (
      <span className="bc-hidden">
        <IconLock size={14} stroke={1.75} aria-hidden /> {formats.t('account.contact.hidden')}
      </span>
    );
  }
  return value === null ? nothing(formats) : show(value);
}

function time(value: string | null, formats: CellFormats): ReactNode {
  if (value === null) return nothing(formats);
  const date = new Date(value);
  return <time dateTime={value}>{formatRelative(date, new Date(), formats)}</time>;
}

const exactly = (value: string | null, formats: CellFormats) =>
  value === null ? null : formatExact(new Date(value), formats);

/** Columns of the account's own fields, with the figures of other features among them. */
export const accountColumns: readonly ListColumn<AccountListRow>[] = [
  {
    key: 'name',
    headerKey: 'account.field.account',
    width: 200,
    grows: true,
    isPinned: true,
    sort: 'name',
    render: (row, formats) => (
      <>
        <Face owner={faceOf(row)} />
        <span className="bc-cell-name" dir="auto">
          {accountName(row, formats)}
        </span>
      </>
    ),
  },
  codeColumn({ key: 'number', headerKey: 'account.field.number', width: 92, sort: 'number' }, ({ number }) =>
    String(number),
  ),
  {
    key: 'email',
    headerKey: 'account.field.email',
    width: 188,
    grows: true,
    render: (row, formats) => contact(row.email ?? null, row, formats),
    copyText: ({ email }) => email ?? null,
  },
  {
    key: 'phone',
    headerKey: 'account.field.phone',
    width: 164,
    isHiddenAtFirst: true,
    render: (row, formats) => contact(row.phone ?? null, row, formats, (number) => <PhoneText number={number} />),
    copyText: ({ phone }) => phone ?? null,
  },
  { ...countryColumn('account.field.country'), isHiddenAtFirst: true },
  {
    key: 'area',
    headerKey: 'account.field.area',
    width: 152,
    render: ({ area, country }, formats) => (
      <>
        <span className="bc-code bc-cell-code" dir="ltr">
          {country.code}
        </span>{' '}
        {area ? <span dir="auto">{area.name}</span> : nothing(formats)}
      </>
    ),
  },
  {
    key: 'state',
    headerKey: 'account.field.state',
    width: 122,
    render: ({ state }) => <AccountStateMark state={state} />,
  },
  {
    key: 'online',
    headerKey: 'account.field.online',
    width: 128,
    render: ({ firebaseId }) => <AccountOnlineCell firebaseId={firebaseId ?? null} />,
  },
  {
    key: 'points',
    headerKey: 'account.field.points',
    width: 84,
    align: 'end',
    sort: 'points',
    render: ({ points }, { locale }) => (
      <span className="bc-cell-amount">{new Intl.NumberFormat(locale).format(points)}</span>
    ),
  },
  {
    key: 'badges',
    headerKey: 'account.field.badges',
    width: 84,
    align: 'end',
    sort: 'badges',
    isHiddenAtFirst: true,
    render: ({ badgeCount }, { figure }) => figure(badgeCount),
  },
  {
    key: 'pushConsent',
    headerKey: 'account.field.pushConsent',
    width: 124,
    isHiddenAtFirst: true,
    render: ({ pushConsent }, { t }) => {
      const Icon = pushConsent ? IconBellCheck : IconBellOff;
      return (
        <span className="bc-hidden">
          <Icon size={15} stroke={1.75} aria-hidden />{' '}
          {t(pushConsent ? 'account.push.allowed' : 'account.push.refused')}
        </span>
      );
    },
  },
  {
    key: 'locale',
    headerKey: 'account.field.locale',
    width: 96,
    isHiddenAtFirst: true,
    render: ({ locale }) => (
      <span className="bc-code" dir="ltr">
        {locale}
      </span>
    ),
  },
  {
    key: 'lastSeen',
    headerKey: 'account.field.lastSeen',
    width: 100,
    align: 'end',
    sort: 'last-seen',
    render: ({ lastSeenAt }, formats) => time(lastSeenAt ?? null, formats),
    fullText: ({ lastSeenAt }, formats) => exactly(lastSeenAt ?? null, formats),
  },
  {
    key: 'created',
    headerKey: 'account.field.created',
    width: 88,
    align: 'end',
    sort: 'created',
    isHiddenAtFirst: true,
    render: ({ createdAt }, formats) => time(createdAt, formats),
    fullText: ({ createdAt }, formats) => exactly(createdAt, formats),
  },
  {
    key: 'updated',
    headerKey: 'account.field.updated',
    width: 112,
    align: 'end',
    isHiddenAtFirst: true,
    render: ({ updatedAt }, formats) => time(updatedAt, formats),
    fullText: ({ updatedAt }, formats) => exactly(updatedAt, formats),
  },
];

/** Two lines on a phone: name, number and place on the left; points and state on the right. */
export function accountPhoneRow(row: AccountListRow, formats: CellFormats): ReactNode {
  return (
    <span className="bc-phone-row">
      <Face owner={faceOf(row)} size="phone" />
      <span className="bc-phone-main">
        <b className="bc-cell-name">
          <bdi>{accountName(row, formats)}</bdi>
        </b>
        <small>
          <span className="bc-code" dir="ltr">
            {row.number}
          </span>{' '}
          ·{' '}
          <AccountPhonePlace firebaseId={row.firebaseId ?? null}>
            <span dir="auto">{row.area?.name ?? row.country.name}</span>
          </AccountPhonePlace>
        </small>
      </span>
      <span className="bc-phone-end">
        <b className="bc-cell-amount">{formats.figure(row.points)}</b>
        <AccountStateMark state={row.state} />
      </span>
    </span>
  );
}
