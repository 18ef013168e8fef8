import {
  CAMPAIGN_CODE_MODES,
  CAMPAIGN_REWARDS,
  CAMPAIGN_STATUSES,
  type CampaignState,
  type CampaignStatus,
  campaignCode,
  campaignRecord,
  type LocalizedText,
  type Permission,
  type StreamerPlatform,
  type StreamerState,
} from '@backcounter/domain';
import { exportColumns, listColumns, type StoredValues, storedFields } from '../../crud/record-fields.ts';
import {
  column,
  type ExportColumn,
  type NamedList,
  type RowOf,
  type SortDefinition,
} from '../../listing/list-definition.ts';
import { filterBy, searchByCode, searchById, sortBy, stampColumns } from '../../listing/list-parts.ts';
import type { Caller } from '../../ports/identity.ts';
import { SEGMENT_REF, type SegmentRef } from '../../references/segment-field.graphql.ts';
import { campaignRows, OWN_CAMPAIGNS, ownCampaignRows, seesAllCampaigns } from './streamer/campaign-visibility.ts';

/** Entered fields, as columns. */
export const CAMPAIGN_FIELDS = storedFields(campaignRecord);

/** Permission for columns that otherwise must not leak, not even by sorting or filtering. */
const ALL: Permission = 'campaign.read-all';

/** Maximum counted redemptions of the last hour; more are shown as "more than". */
export const LAST_HOUR_MAX = 10_000;

const STATUS = 'campaign_status_now(r.id, r.state, r.starts_at, r.ends_at)';
const USED = '(select coalesce(sum(s.redemptions_used), 0)::bigint from campaign_slice s where s.campaign_id = r.id)';
const BUDGET_USE = `(select floor(100 * sum(s.discount_used_minor) / r.budget_minor)::int
  from campaign_slice s where s.campaign_id = r.id)`;
const COUPONS = '(select coalesce(sum(b.generated), 0)::bigint from coupon_batch b where b.campaign_id = r.id)';
const RESERVED = `(select count(*) from coupon_redemption x where x.campaign_id = r.id and x.state = 'RESERVED')`;
const HELD = `(select coalesce(sum(x.discount_minor), 0)::bigint from coupon_redemption x where x.campaign_id = r.id and x.state = 'RESERVED')`;
/** Limits the count, which would take too long otherwise. */
const LAST_HOUR = `(select count(*) from (select from coupon_redemption x
  where x.campaign_id = r.id and x.confirmed_at > now() - interval '1 hour' limit ${LAST_HOUR_MAX + 1}) as t)`;
/** Since midnight in the campaign's time zone. */
const REFUSED_TODAY = `(select coalesce(sum(x.n), 0)::bigint from coupon_rejection_hourly x
  where x.campaign_id = r.id and x.hour >= date_trunc('day', now(), known_zone(r.timezone)))`;
const TOTALS = `left join lateral (select coalesce(sum(s.redemptions_used), 0)::bigint as used,
    coalesce(sum(s.discount_used_minor), 0)::bigint as discount, coalesce(sum(s.points_used), 0)::bigint as points
  from campaign_slice s where s.campaign_id = r.id) f on true`;
const OWN_TOTALS = `left join lateral (select h.reserved, h.discount as held, d.confirmed + h.reserved as used, d.discount + h.discount as discount,
    d.points + h.points as points
  from (select coalesce(sum(x.confirmed - x.rolled_back), 0)::bigint as confirmed, coalesce(sum(x.discount_minor), 0)::bigint as discount,
      coalesce(sum(x.points), 0)::bigint as points
    from campaign_daily x where x.campaign_id = r.id and x.streamer_id = me.id) d,
    (select count(*) as reserved, coalesce(sum(x.discount_minor), 0)::bigint as discount, coalesce(sum(x.points), 0)::bigint as points
    from coupon_redemption x where x.campaign_id = r.id and x.state = 'RESERVED' and x.streamer_id = me.id) h) f on true`;

/** SQL of the results of a campaign's streamers; `more` adds conditions. */
const partnerFigures = (more: string): string => `(select coalesce(jsonb_agg(jsonb_build_object(
    'streamerId', t.streamer_id, 'redeemed', t.redeemed, 'commissionMinor', t.commission)), '[]')
  from (select x.streamer_id, sum(x.confirmed - x.rolled_back) as redeemed, sum(x.commission_minor) as commission from campaign_daily x
    where x.campaign_id = r.id and x.streamer_id <> '00000000-0000-0000-0000-000000000000'${more} group by x.streamer_id) as t)`;

/** SQL of the streamers of a campaign; `more` adds conditions. */
const streamers = (more: string): string => `(select coalesce(jsonb_agg(jsonb_build_object(
    'id', p.id, 'displayName', p.display_name, 'platform', p.platform, 'state', p.state, 'sharedCouponId', cs.shared_coupon_id,
    'code', k.code, 'couponQuota', cs.coupon_quota, 'commissionBp', cs.commission_bp, 'couponsOrdered',
    (select coalesce(sum(case when b.state in ('QUEUED', 'RUNNING') then b.requested else b.generated end), 0)
      from coupon_batch b where b.campaign_id = r.id and b.streamer_id = p.id)) order by p.display_name_sort, p.id), '[]')
  from campaign_streamer cs join streamer p on p.id = cs.streamer_id
    left join coupon k on k.campaign_id = cs.campaign_id and k.id = cs.shared_coupon_id
  where cs.campaign_id = r.id and cs.removed_at is null${more})`;

const STORES = `(select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'sid', v.sid, 'name', v.name) order by v.sid), '[]')
  from campaign_store x join store v on v.id = x.store_id where x.campaign_id = r.id)`;
const AREAS = `(select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'code', g.code, 'countryCode', g.country_code, 'nameI18n', g.name_i18n)
    order by g.country_code, g.code), '[]')
  from campaign_area x join area g on g.id = x.area_id where x.campaign_id = r.id)`;

const IN_CURRENCY = '(r.currency is null or r.currency = n.currency)';
const NO_PLACES = `not exists (select from campaign_store x where x.campaign_id = r.id)
  and not exists (select from campaign_area x where x.campaign_id = r.id)`;
/** Stores in which a campaign is valid, and areas with such stores. */
const VALID_STORES = `store v join country n on n.code = v.country_code where ${IN_CURRENCY} and (
  exists (select from campaign_store x where x.campaign_id = r.id and x.store_id = v.id)
  or exists (select from campaign_area x where x.campaign_id = r.id and x.area_id = v.area_id) or (${NO_PLACES}))`;
const VALID_AREAS = `area g join country n on n.code = g.country_code where ${IN_CURRENCY} and (
  exists (select from campaign_area x where x.campaign_id = r.id and x.area_id = g.id)
  or exists (select from campaign_store x join store v on v.id = x.store_id where x.campaign_id = r.id and v.area_id = g.id)
  or (${NO_PLACES}))`;

/** Computed per row: there are a few thousand campaigns at most. */
const figureSort = (sql: string): SortDefinition => ({
  sql: `coalesce(${sql}, -1)`,
  cast: 'bigint',
  field: null,
  defaultDirection: 'DESC',
  isDate: false,
  permission: ALL,
});

const EXPOSURE = [
  'rewardType',
  'amountMinor',
  'points',
  'currency',
  'maxDiscountMinor',
  'codeMode',
  'couponsLimit',
  'couponsOrdered',
  'perCouponLimit',
  'redemptionsLimit',
  'budgetMinor',
  'isApproved',
];

/** A store in which a campaign is valid. */
export interface CampaignStore {
  readonly id: string;
  readonly sid: string;
  readonly name: string;
}

/** An area in whose stores a campaign is valid. */
export interface CampaignArea {
  readonly id: string;
  readonly code: string;
  readonly countryCode: string;
  readonly nameI18n: LocalizedText;
}

/** A streamer on a campaign. */
export interface CampaignStreamer {
  readonly id: string;
  readonly displayName: string;
  readonly platform: StreamerPlatform;
  readonly state: StreamerState;
  readonly sharedCouponId: string | null;
  readonly code: string | null;
  readonly couponQuota: number;
  readonly couponsOrdered: number;
  readonly commissionBp: number;
}

/** Results of a streamer in a campaign. */
export interface PartnerFigures {
  readonly streamerId: string;
  readonly redeemed: number;
  readonly commissionMinor: number;
}

const OWN = {
  id: column<string>('r.id::text'),
  state: column<CampaignState>('r.state::text'),
  status: column<CampaignStatus>(`${STATUS}::text`),
  stateReason: column<string | null>('r.state_reason'),
  stateChangedAt: column<string>('r.state_changed_at'),
  activatedAt: column<string | null>('r.activated_at'),
  ...stampColumns,
  segment: column<SegmentRef | null>(SEGMENT_REF),
  stores: column<readonly CampaignStore[]>(STORES),
  areas: column<readonly CampaignArea[]>(AREAS),
  streamers: column<readonly CampaignStreamer[]>(streamers('')),
  coupons: column<number>(COUPONS),
  couponsOrdered: column<number>('campaign_coupons_ordered(r.id)'),
  partnerFigures: column<readonly PartnerFigures[]>(partnerFigures('')),
  reserved: column<number>(RESERVED),
  discountHeldMinor: column<number>(HELD),
  /** Null for callers who do not see the whole campaign, as is `refusedToday`. */
  lastHour: column<number | null>(LAST_HOUR),
  refusedToday: column<number | null>(REFUSED_TODAY),
  used: column<number>('f.used'),
  discountUsedMinor: column<number>('f.discount'),
  pointsUsed: column<number>('f.points'),
  hasEnded: column<boolean>('now() >= r.ends_at'),
  /** A second person approves large worst cases, in place of an administrator's reason. */
  isApproved: column<boolean>(`(select a.is_on from approval_rule a where a.action = 'CAMPAIGN_WORST_CASE')`),
  isRedeemed: column<boolean>(
    'exists (select from coupon_redemption x where x.campaign_id = r.id and x.confirmed_at is not null)',
  ),
};
/** The requested columns of a campaign, named as the columns of its list. */
export type CampaignRow = StoredValues<typeof campaignRecord> & RowOf<typeof OWN>;

/** The list of campaigns for callers who may read all of them. */
export const campaignList: NamedList = {
  name: 'campaign',
  readPermission: 'campaign.read',
  from: 'campaign r',
  key: { sql: 'r.id', cast: 'uuid', field: 'id' },
  columns: { ...listColumns(CAMPAIGN_FIELDS, 'r'), ...OWN },
  needs: {
    currencyExponent: ['currency'],
    history: ['id'],
    figures: [
      'coupons',
      'reserved',
      'used',
      'discountUsedMinor',
      'discountHeldMinor',
      'pointsUsed',
      'budgetMinor',
      'redemptionsLimit',
    ],
    pulse: ['lastHour', 'refusedToday'],
    exposure: EXPOSURE,
    openFields: ['state', 'couponsOrdered', 'codeMode'],
    actions: [...EXPOSURE, 'state', 'hasEnded', 'reserved', 'isRedeemed'],
  },
  joins: { figures: TOTALS },
  sorts: {
    NAME: sortBy.text('r.name_sort', null),
    CODE: sortBy.text('r.code', 'code'),
    STARTS: sortBy.instant('r.starts_at', 'startsAt'),
    ENDS: sortBy.instant('r.ends_at', 'endsAt'),
    CREATED: sortBy.instant('r.created_at', 'createdAt'),
    UPDATED: sortBy.instant('r.updated_at', 'updatedAt'),
    REDEEMED: figureSort(USED),
    BUDGET_USE: figureSort(BUDGET_USE),
  },
  defaultSort: 'STARTS',
  filters: {
    status: filterBy.enum(STATUS, CAMPAIGN_STATUSES, 'Current status of the campaign.', { cast: 'campaign_status' }),
    rewardType: filterBy.enum('r.reward_type', CAMPAIGN_REWARDS, 'Reward of its codes.', { cast: 'campaign_reward' }),
    codeMode: filterBy.enum('r.code_mode', CAMPAIGN_CODE_MODES, 'How its codes are distributed.', {
      cast: 'campaign_code_mode',
    }),
    streamer: filterBy.id('cs.streamer_id', 'Streamers on the campaign. Needs `campaign.read-all`.', {
      related: 'campaign_streamer cs where cs.campaign_id = r.id and cs.removed_at is null',
      permission: ALL,
    }),
    store: filterBy.id('v.id', 'Valid in one of these stores. Needs `campaign.read-all`.', {
      related: VALID_STORES,
      permission: ALL,
    }),
    area: filterBy.id('g.id', 'Valid in some store of one of these areas. Needs `campaign.read-all`.', {
      related: VALID_AREAS,
      permission: ALL,
    }),
    segment: filterBy.id('r.segment_id', 'For members of one of these segments. Needs `segment.read`.', {
      permission: 'segment.read',
    }),
    currency: filterBy.code('r.currency', 'Currency, ISO 4217.'),
    starts: filterBy.instant('r.starts_at', 'When it starts.'),
    ends: filterBy.instant('r.ends_at', 'When it ends.'),
    created: filterBy.instant('r.created_at', 'When it was created.'),
    redeemed: filterBy.number(USED, 'Number of confirmed uses. Needs `campaign.read-all`.', { permission: ALL }),
    budgetUse: filterBy.number(BUDGET_USE, 'Percentage of the budget that is used. Needs `campaign.read-all`.', {
      permission: ALL,
    }),
  },
  rows: campaignRows('r.id'),
  searches: () => ['ID', 'CODE', 'TEXT'],
  planSearch: (text) => searchById(text, 'r.id') ?? searchByCode(text, campaignCode, 'r.name_key'),
  roleClass: (caller) => (seesAllCampaigns(caller) ? 'all' : 'own'),
  exported: { createdSql: 'r.created_at', columns: exportedColumns() },
  totalSql: null,
};

/** The list of campaigns for a streamer: only their own place and figures. */
const ownCampaignList: NamedList = {
  ...campaignList,
  from: OWN_CAMPAIGNS,
  columns: {
    ...campaignList.columns,
    redemptionsLimit: 'null::int',
    budgetMinor: 'null::bigint',
    segmentId: 'null::uuid',
    segment: 'null::jsonb',
    stateReason: 'null::text',
    updatedBySub: 'null::text',
    updatedByName: 'null::text',
    streamers: streamers(' and p.id = me.id'),
    coupons: `(select coalesce(sum(b.generated), 0)::bigint from coupon_batch b where b.campaign_id = r.id and b.streamer_id = me.id)`,
    couponsOrdered: '0',
    partnerFigures: partnerFigures(' and x.streamer_id = me.id'),
    reserved: 'f.reserved',
    discountHeldMinor: 'f.held',
    lastHour: 'null::int8',
    refusedToday: 'null::int8',
    isRedeemed: 'false',
  },
  needs: { ...campaignList.needs, actions: ['state'], openFields: ['state'], exposure: ['id'] },
  joins: { figures: OWN_TOTALS },
  rows: ownCampaignRows,
};

/** The list of campaigns for a caller. */
export function campaignListFor(caller: Caller): NamedList {
  return seesAllCampaigns(caller) ? campaignList : ownCampaignList;
}

function exportedColumns(): Record<string, ExportColumn> {
  const forAll = (sql: string): ExportColumn => ({ sql, permission: ALL });
  const { name, code, description, giftTextI18n, redemptionsLimit, budgetMinor, ...terms } = exportColumns(
    CAMPAIGN_FIELDS,
    'r',
  );
  return {
    code,
    name,
    description,
    status: { sql: STATUS },
    ...terms,
    giftText: giftTextI18n,
    coupons: forAll(COUPONS),
    redeemed: forAll(`${USED} - ${RESERVED}`),
    reserved: forAll(RESERVED),
    redemptionsLimit,
    discountUsedMinor: forAll(
      '(select coalesce(sum(s.discount_used_minor), 0)::bigint from campaign_slice s where s.campaign_id = r.id)',
    ),
    budgetMinor,
    budgetUse: forAll(BUDGET_USE),
    streamers: forAll(`(select string_agg(p.display_name, '; ' order by p.display_name_sort)
      from campaign_streamer cs join streamer p on p.id = cs.streamer_id where cs.campaign_id = r.id and cs.removed_at is null)`),
    createdAt: { sql: 'r.created_at' },
    updatedAt: { sql: 'r.updated_at' },
    id: { sql: 'r.id' },
  };
}
