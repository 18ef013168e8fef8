import { DELIVERY_REASONS, DELIVERY_STATES } from '@backcounter/domain';
import { Avatar, formatExact } from '@backcounter/ui';
import type { ReactNode } from 'react';
import type { DeliveryRowFragment } from '../../../generated/graphql.ts';
import { zonedWords } from '../../../lib/format/zoned-words.ts';
import { codeColumn, figureColumn, nothing } from '../../../listing/columns/column-kinds.tsx';
import { PhoneRow } from '../../../listing/grid/phone-row.tsx';
import type { CellFormats, ListColumn, ListDefinition } from '../../../listing/list-definition.ts';
import { listSource } from '../../../listing/list-source.ts';
import { exportAction } from '../../../listing/selection/export-action.ts';
import { valueFilter } from '../../../records/entity-columns.tsx';
import { filterWithin } from '../../../records/filters-as-input.ts';
import { DELIVERIES } from '../notification.entity.ts';
import { deliveryDocuments } from '../notification.operations.ts';
import { DeliveryStateMark } from '../public.tsx';

type Row = DeliveryRowFragment;

const nameOf = ({ account }: Row, { t }: Pick<CellFormats, 't'>) =>
  account.displayName ?? t('notification.delivery.number', { number: String(account.publicNo) });

/** Why a delivery waits, was skipped or failed, with the push service's message if there is one. */
function reasonWords({ reason, notBefore, state }: Row, { t, locale, timeZone }: CellFormats): string | null {
  if (reason == null) return null;
  const words = t(`delivery.reason.${reason}`);
  return state === 'DEFERRED' && notBefore
    ? t('notification.delivery.until', { reason: words, time: zonedWords(notBefore, timeZone, locale) })
    : words;
}

function timeColumn(key: 'sentAt' | 'receivedAt' | 'openedAt'): ListColumn<Row> {
  return {
    key,
    headerKey: `notification.delivery.${key}`,
    width: 112,
    align: 'end',
    render: (row, formats) => {
      const at = row[key];
      return at ? <time dateTime={at}>{zonedWords(at, formats.timeZone, formats.locale)}</time> : nothing(formats);
    },
    fullText: (row, formats) => {
      const at = row[key];
      return at ? formatExact(new Date(at), formats) : null;
    },
  };
}

const columns: readonly ListColumn<Row>[] = [
  {
    key: 'account',
    headerKey: 'notification.delivery.account',
    width: 200,
    grows: true,
    isPinned: true,
    render: (row, formats) => (
      <span className="bc-with-face">
        <Avatar id={row.account.id} name={row.account.displayName ?? ''} />
        <bdi className="bc-cell-name">{nameOf(row, formats)}</bdi>
      </span>
    ),
  },
  codeColumn('number', 'notification.delivery.public-no', 96, ({ account }) => String(account.publicNo)),
  {
    key: 'state',
    headerKey: 'notification.field.state',
    width: 142,
    render: ({ state }) => <DeliveryStateMark state={state} />,
  },
  {
    key: 'reason',
    headerKey: 'notification.delivery.reason',
    width: 244,
    render: (row, formats) => reasonWords(row, formats) ?? nothing(formats),
    fullText: ({ providerCode }, { t }) =>
      providerCode ? t('notification.delivery.provider', { code: providerCode }) : null,
  },
  figureColumn('devices', 'notification.delivery.devices', 76, ({ devices }) => devices),
  figureColumn('attempts', 'notification.delivery.attempts', 76, ({ attempts }) => attempts, { isHiddenAtFirst: true }),
  timeColumn('sentAt'),
  timeColumn('receivedAt'),
  timeColumn('openedAt'),
];

function phoneRow(row: Row, formats: CellFormats): ReactNode {
  const why = reasonWords(row, formats);
  const last = row.openedAt ?? row.receivedAt ?? row.sentAt;
  return (
    <PhoneRow title={<bdi>{nameOf(row, formats)}</bdi>} end={<DeliveryStateMark state={row.state} />}>
      {why ?? (last ? zonedWords(last, formats.timeZone, formats.locale) : row.account.publicNo)}
    </PhoneRow>
  );
}

/** Deliveries of one notification, as a list on its page; a row leads to the account. */
export function deliveryList(notificationId: string): ListDefinition<Row> {
  const within = filterWithin('notification', notificationId);
  return {
    name: DELIVERIES,
    scope: notificationId,
    capability: 'NOTIFICATION_DELIVERIES',
    titleKey: 'notification.delivery.title',
    searchHintKey: () => 'notification.delivery.search',
    emptyKey: 'notification.delivery.none',
    columns,
    filters: [
      valueFilter('state', 'notification.field.state', DELIVERY_STATES, (state) => `delivery.state.${state}`),
      valueFilter('reason', 'notification.delivery.reason', DELIVERY_REASONS, (reason) => `delivery.reason.${reason}`),
      { key: 'sent', labelKey: 'notification.delivery.sentAt', shape: 'instant' },
    ],
    sorts: {},
    matchKey: () => null,
    rowId: ({ id }) => id,
    rowHref: ({ account }) => `/accounts/${account.id}?tab=notifications`,
    rowLabel: nameOf,
    phoneRow,
    source: listSource(deliveryDocuments, within),
    filterInput: within,
    bulk: [exportAction],
  };
}
