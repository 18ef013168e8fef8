import { IconBellCheck, IconBellOff, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AccountListQuery } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format/formats.ts';
import { PhoneText } from '../../lib/format/phone-text.tsx';
import { Face, type FaceOwner } from '../../lib/presence/presence-face.tsx';
import { codeColumn, figureColumn, nothing, textColumn, timeColumn } from '../../listing/columns/column-kinds.tsx';
import { PhoneRow } from '../../listing/grid/phone-row.tsx';
import type { CellFormats, ListColumn } from '../../listing/list-definition.ts';
import { AccountStateMark } from './account-state.tsx';
import { AccountOnlineCell, AccountPhonePlace } from './overview/account-online.tsx';

/** A row of the account list. */
export type AccountListRow = AccountListQuery['list']['nodes'][number];

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
  codeColumn('number', 'account.field.number', 92, ({ number }) => String(number), { sort: 'number' }),
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
  textColumn('country', 'account.field.country', 116, ({ country }) => country.name, { isHiddenAtFirst: true }),
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
    render: ({ points }, { locale }) => <span className="bc-cell-amount">{formatNumber(points, locale)}</span>,
  },
  figureColumn('badges', 'account.field.badges', 84, ({ badgeCount }) => badgeCount, {
    sort: 'badges',
    isHiddenAtFirst: true,
  }),
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
  timeColumn('lastSeen', 'account.field.lastSeen', 100, ({ lastSeenAt }) => lastSeenAt, { sort: 'last-seen' }),
  timeColumn('created', 'account.field.created', 88, ({ createdAt }) => createdAt, {
    sort: 'created',
    isHiddenAtFirst: true,
  }),
  timeColumn('updated', 'account.field.updated', 112, ({ updatedAt }) => updatedAt, { isHiddenAtFirst: true }),
];

/** Two lines on a phone: name, number and place on the left; points and state on the right. */
export function accountPhoneRow(row: AccountListRow, formats: CellFormats): ReactNode {
  return (
    <PhoneRow
      face={<Face owner={faceOf(row)} size="phone" />}
      title={<bdi>{accountName(row, formats)}</bdi>}
      end={<b className="bc-cell-amount">{formats.figure(row.points)}</b>}
      state={<AccountStateMark state={row.state} />}
    >
      <span className="bc-code" dir="ltr">
        {row.number}
      </span>{' '}
      ·{' '}
      <AccountPhonePlace firebaseId={row.firebaseId ?? null}>
        <span dir="auto">{row.area?.name ?? row.country.name}</span>
      </AccountPhonePlace>
    </PhoneRow>
  );
}
