import { COUPON_MACHINE, COUPON_STATUSES } from '@backcounter/domain';
import { Avatar, formatExact, formatRelative } from '@backcounter/ui';
import { IconBan, IconCircleCheck } from '@tabler/icons-react';
import { type ComponentProps, createElement, lazy, type ReactNode } from 'react';
import type { CouponBulkAction, CouponRowFragment } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { formatDay } from '../../../lib/format/dates.ts';
import type { BulkDialogProps } from '../../../lib/record/selected-rows.ts';
import { beside } from '../../../listing/address/beside.ts';
import { nothing, timeColumn } from '../../../listing/columns/column-kinds.tsx';
import { PhoneRow } from '../../../listing/grid/phone-row.tsx';
import type { CellFormats, ListColumn, ListDefinition, ListFilter } from '../../../listing/list-definition.ts';
import { listSource } from '../../../listing/list-source.ts';
import type { BulkAction } from '../../../listing/selection/bulk-action.ts';
import { exportAction } from '../../../listing/selection/export-action.ts';
import { valueFilter } from '../../../records/entity-columns.tsx';
import { filterWithin } from '../../../records/filters-as-input.ts';
import { CAMPAIGN_LISTS, type CampaignRecord, OPEN_COUPON } from '../campaign.entity.ts';
import { streamerOptions } from '../campaign-choices.ts';
import { CouponStatusMark } from '../campaign-state.tsx';
import { couponBatchesQuery, couponDocuments } from './coupon.operations.ts';
import { MaskedCode } from './revealed-code.tsx';

type Row = CouponRowFragment;

const BATCHES_MAX = 100;

/** "1,204 of 5,000". */
export function usesWords({ usesConfirmed, usesMax }: Row, { t, figure }: CellFormats): string {
  return t('coupon.uses.of', { used: figure(usesConfirmed), most: figure(usesMax) });
}

const columnsIn = (timeZone: string): readonly ListColumn<Row>[] => [
  {
    key: 'code',
    headerKey: 'coupon.field.code',
    width: 168,
    minWidth: 120,
    grows: true,
    isPinned: true,
    render: ({ last4 }) => <MaskedCode last4={last4} />,
  },
  {
    key: 'status',
    headerKey: 'coupon.field.status',
    width: 146,
    render: ({ status }) => <CouponStatusMark state={status} />,
    fullText: ({ disabledReason }) => disabledReason ?? null,
  },
  {
    key: 'batch',
    headerKey: 'coupon.field.batch',
    width: 108,
    render: ({ kind, batch }, { t }) =>
      kind === 'SHARED' ? t('coupon.batch.shared') : t('coupon.batch.number', { number: batch.number }),
  },
  {
    key: 'streamer',
    headerKey: 'coupon.field.streamer',
    width: 172,
    render: ({ streamer }, formats) =>
      streamer ? (
        <span className="bc-with-face">
          <Avatar id={streamer.id} name={streamer.name} />
          <bdi>{streamer.name}</bdi>
        </span>
      ) : (
        nothing(formats)
      ),
  },
  { key: 'uses', headerKey: 'coupon.field.uses', width: 120, align: 'end', render: usesWords },
  {
    key: 'used',
    headerKey: 'coupon.field.lastUse',
    width: 128,
    align: 'end',
    render: ({ lastUsedAt, usesReserved }, formats) =>
      lastUsedAt ? (
        <time dateTime={lastUsedAt}>{formatRelative(new Date(lastUsedAt), new Date(), formats)}</time>
      ) : usesReserved > 0 ? (
        formats.t('coupon.uses.held')
      ) : (
        nothing(formats)
      ),
    fullText: ({ lastUsedAt }, formats) => (lastUsedAt ? formatExact(new Date(lastUsedAt), formats) : null),
  },
  {
    key: 'until',
    headerKey: 'coupon.field.validUntil',
    width: 124,
    align: 'end',
    // The last day is a date in the campaign's zone, whatever the reader's.
    render: ({ validUntil }, formats) => lastDay(validUntil, { ...formats, timeZone }) ?? nothing(formats),
    fullText: ({ validUntil }, formats) => (validUntil ? formatExact(new Date(validUntil), formats) : null),
  },
  timeColumn('created', 'coupon.field.created', 112, ({ createdAt }) => createdAt, {
    sort: 'created',
    isHiddenAtFirst: true,
  }),
];

/** The last valid day: an end at midnight belongs to the day before. */
function lastDay(until: string | null | undefined, formats: CellFormats): string | null {
  return until ? formatDay(new Date(Date.parse(until) - 1).toISOString(), formats) : null;
}

function phoneRow(row: Row, formats: CellFormats): ReactNode {
  return (
    <PhoneRow
      title={<MaskedCode last4={row.last4} />}
      end={usesWords(row, formats)}
      state={<CouponStatusMark state={row.status} />}
    >
      {row.kind === 'SHARED'
        ? formats.t('coupon.batch.shared')
        : formats.t('coupon.batch.number', { number: row.batch.number })}
      {row.streamer ? (
        <>
          {' · '}
          <bdi>{row.streamer.name}</bdi>
        </>
      ) : null}
    </PhoneRow>
  );
}

const dialog = (action: CouponBulkAction): BulkAction['dialog'] =>
  lazy(async () => {
    const { CouponChangeMany } = await import('./coupon-change-many.tsx');
    return {
      default: (props: BulkDialogProps) =>
        createElement<ComponentProps<typeof CouponChangeMany>>(CouponChangeMany, { ...props, action }),
    };
  });

const bulk: readonly BulkAction[] = [
  {
    key: 'disable',
    labelKey: 'coupon.action.disable',
    icon: IconBan,
    permission: COUPON_MACHINE.actions.DISABLE.permission,
    dialog: dialog('DISABLE'),
  },
  {
    key: 'enable',
    labelKey: 'coupon.action.enable',
    icon: IconCircleCheck,
    permission: COUPON_MACHINE.actions.ENABLE.permission,
    dialog: dialog('ENABLE'),
  },
  exportAction,
];

/** Batches of a campaign to filter by. */
const batchOptions =
  (campaignId: string): NonNullable<ListFilter['options']> =>
  async ({ signal, t }) => {
    const variables = { filter: { campaign: { in: [campaignId] } }, first: BATCHES_MAX, after: null };
    const { couponBatches } = await load(couponBatchesQuery, variables, signal);
    return couponBatches.nodes.map(({ id, number, streamer }) => ({
      value: id,
      label: streamer ? t('coupon.batch.of', { number, name: streamer.name }) : t('coupon.batch.number', { number }),
    }));
  };

/** The coupons of one campaign, as a list on its page. */
export function couponList(
  { id: campaignId, timezone, codeMode }: Pick<CampaignRecord, 'id' | 'timezone' | 'codeMode'>,
  path: string,
): ListDefinition<Row> {
  const within = filterWithin('campaign', campaignId);
  return {
    name: CAMPAIGN_LISTS.coupons,
    scope: campaignId,
    capability: 'COUPONS',
    fileLabels: {
      usesReserved: 'campaign.figures.reserved',
      usesMax: 'campaign.details.uses',
      disabledReason: 'points.field.reason',
    },
    titleKey: 'coupon.list.title',
    searchHintKey: () => 'coupon.search.hint',
    emptyKey: 'coupon.place.none',
    emptyBodyKey: codeMode === 'SHARED' ? 'coupon.place.none-shared-body' : 'coupon.place.none-body',
    columns: columnsIn(timezone),
    filters: [
      valueFilter('status', 'coupon.field.status', COUPON_STATUSES, (status) => `coupon.status.${status}`),
      { key: 'batch', labelKey: 'coupon.field.batch', shape: 'set', options: batchOptions(campaignId) },
      { key: 'streamer', labelKey: 'coupon.field.streamer', shape: 'set', options: streamerOptions },
      { key: 'used', labelKey: 'coupon.field.usesConfirmed', shape: 'flag' },
      { key: 'validUntil', labelKey: 'coupon.field.validUntil', shape: 'instant', mayBeEmpty: true },
      { key: 'pasted', labelKey: 'listing.filter.pasted', shape: 'set' },
    ],
    sorts: { created: 'CREATED' },
    matchKey: (matchedBy) => {
      switch (matchedBy) {
        case 'CODE':
          return 'coupon.match.code';
        case 'LAST4':
          return 'coupon.match.last4';
        case 'NOT_PERMITTED':
          return 'coupon.match.not-permitted';
        default:
          return null;
      }
    },
    rowId: ({ id }) => id,
    rowHref: ({ id }, search) => beside(path, search, { [OPEN_COUPON]: id }),
    rowLabel: ({ last4 }, { t }) => t('coupon.row.label', { last: last4 }),
    rowCreatedAt: ({ createdAt }) => createdAt,
    phoneRow,
    source: listSource(couponDocuments, within),
    filterInput: within,
    bulk,
  };
}
