import { REDEMPTION_STATES } from '@backcounter/domain';
import type { ReactNode } from 'react';
import type { RedemptionRowFragment } from '../../../generated/graphql.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { ledgerWords } from '../../../lib/format/zoned-words.ts';
import { beside } from '../../../listing/address/beside.ts';
import { codeColumn, nothing } from '../../../listing/columns/column-kinds.tsx';
import { ledgerTimeColumn } from '../../../listing/columns/ledger-time-column.tsx';
import { PhoneRow } from '../../../listing/grid/phone-row.tsx';
import type { CellFormats, ListColumn, ListDefinition } from '../../../listing/list-definition.ts';
import { listSource } from '../../../listing/list-source.ts';
import { exportAction } from '../../../listing/selection/export-action.ts';
import { valueFilter } from '../../../records/entity-columns.tsx';
import { filterWithin } from '../../../records/filters-as-input.ts';
import { CAMPAIGN_LISTS } from '../campaign.entity.ts';
import { storeOptions, streamerOptions } from '../campaign-choices.ts';
import { MaskedCode } from '../coupon/revealed-code.tsx';
import { RedemptionStateMark } from '../public.tsx';
import { redemptionDocuments } from './redemption.operations.ts';

type Row = RedemptionRowFragment;

/** Search parameter of the redemption that is open beside the list. */
export const OPEN_USE = 'open';

/** Value of a redemption: money, points or a gift. */
export function givenWords({ discountMinor, currency, points }: Row, { t, locale }: CellFormats): string | null {
  if (discountMinor != null && currency != null) return formatMoney(discountMinor, currency, locale);
  if (points == null) return null;
  return t('campaign.reward.points', { count: points });
}

const columns: readonly ListColumn<Row>[] = [
  ledgerTimeColumn('when', 'coupon.redemption.field.at', 140, ({ reservedAt }) => reservedAt, {
    isPinned: true,
    sort: 'reserved',
  }),
  {
    key: 'state',
    headerKey: 'coupon.redemption.field.state',
    width: 156,
    render: ({ state, isLapsed }) => <RedemptionStateMark state={state} isLapsed={isLapsed} />,
    fullText: ({ rollbackReason }) => rollbackReason ?? null,
  },
  {
    key: 'code',
    headerKey: 'coupon.field.code',
    width: 124,
    render: ({ codeLast4 }) => <MaskedCode last4={codeLast4} />,
  },
  {
    key: 'account',
    headerKey: 'coupon.redemption.field.account',
    width: 148,
    grows: true,
    render: ({ account }, formats) =>
      account ? <bdi>{account.name ?? `#${account.publicNo}`}</bdi> : nothing(formats),
  },
  {
    key: 'store',
    headerKey: 'coupon.redemption.field.store',
    width: 128,
    render: ({ store }, { t }) => (store ? <bdi>{store.name}</bdi> : t('coupon.redemption.in-app')),
  },
  {
    key: 'streamer',
    headerKey: 'coupon.field.streamer',
    width: 124,
    render: ({ streamer }, formats) => (streamer ? <bdi>{streamer.name}</bdi> : nothing(formats)),
  },
  {
    key: 'order',
    headerKey: 'coupon.redemption.field.order',
    width: 92,
    align: 'end',
    render: ({ orderMinor, currency }, formats) =>
      orderMinor == null || currency == null ? nothing(formats) : formatMoney(orderMinor, currency, formats.locale),
  },
  {
    key: 'given',
    exported: ['discountMinor', 'currency', 'points'],
    headerKey: 'coupon.redemption.field.given',
    width: 92,
    align: 'end',
    render: (row, formats) => givenWords(row, formats) ?? nothing(formats),
  },
  codeColumn('reference', 'coupon.redemption.field.reference', 112, ({ orderReference }) => orderReference),
  {
    key: 'commission',
    headerKey: 'coupon.redemption.field.commission',
    width: 112,
    align: 'end',
    isHiddenAtFirst: true,
    render: ({ commissionMinor, currency }, formats) =>
      commissionMinor == null || currency == null
        ? nothing(formats)
        : formatMoney(commissionMinor, currency, formats.locale),
  },
];

function phoneRow(row: Row, formats: CellFormats): ReactNode {
  return (
    <PhoneRow
      title={ledgerWords(row.reservedAt, formats.timeZone, formats.locale)}
      end={givenWords(row, formats)}
      state={<RedemptionStateMark state={row.state} isLapsed={row.isLapsed} />}
    >
      <MaskedCode last4={row.codeLast4} /> · <bdi>{row.store?.name ?? formats.t('coupon.redemption.in-app')}</bdi>
    </PhoneRow>
  );
}

/** The redemptions of one campaign, as a list on its page. */
export function redemptionList(campaignId: string, path: string): ListDefinition<Row> {
  const within = filterWithin('campaign', campaignId);
  return {
    name: CAMPAIGN_LISTS.redemptions,
    scope: campaignId,
    capability: 'CAMPAIGN_REDEMPTIONS',
    fileLabels: {
      codeLast4: 'coupon.field.last4',
      discountMinor: 'coupon.redemption.field.discountMinor',
      reservedAt: 'coupon.redemption.state.RESERVED',
      confirmedAt: 'coupon.redemption.field.confirmed',
      releasedAt: 'coupon.redemption.field.released',
      rolledBackAt: 'coupon.redemption.field.rolledBack',
      rollbackReason: 'points.field.reason',
    },
    titleKey: 'coupon.redemption.title',
    searchHintKey: () => 'coupon.redemption.search',
    emptyKey: 'coupon.redemption.none',
    emptyBodyKey: 'coupon.redemption.none-body',
    columns,
    filters: [
      valueFilter(
        'state',
        'coupon.redemption.field.state',
        REDEMPTION_STATES,
        (state) => `coupon.redemption.state.${state}`,
      ),
      { key: 'store', labelKey: 'coupon.redemption.field.store', shape: 'set', options: storeOptions },
      { key: 'streamer', labelKey: 'coupon.field.streamer', shape: 'set', options: streamerOptions },
      { key: 'reserved', labelKey: 'coupon.redemption.field.at', shape: 'instant' },
      { key: 'confirmed', labelKey: 'coupon.redemption.field.confirmed', shape: 'instant', mayBeEmpty: true },
    ],
    sorts: { reserved: 'RESERVED' },
    matchKey: (matchedBy) => (matchedBy === 'CODE' ? 'coupon.match.code' : null),
    rowId: ({ id }) => id,
    rowHref: ({ id }, search) => beside(path, search, { [OPEN_USE]: id }),
    rowLabel: ({ reservedAt, codeLast4 }, formats) =>
      `${codeLast4} ${ledgerWords(reservedAt, formats.timeZone, formats.locale)}`,
    rowCreatedAt: ({ reservedAt }) => reservedAt,
    phoneRow,
    source: listSource(redemptionDocuments, within),
    filterInput: within,
    bulk: [exportAction],
  };
}
