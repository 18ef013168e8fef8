import {
  GIVEAWAY_PRIZE_KINDS,
  GIVEAWAY_STATUSES,
  type GiveawayPrizeKind,
  type GiveawayState,
  type GiveawayStatus,
  giveawayCode,
  giveawayRecord,
  type LocalizedText,
} from '@backcounter/domain';
import { exportColumns, listColumns, type StoredValues, storedFields } from '../../crud/record-fields.ts';
import { column, type NamedList, type RowOf } from '../../listing/list-definition.ts';
import { filterBy, searchByCode, searchById, sortBy, stampColumns } from '../../listing/list-parts.ts';
import { SEGMENT_REF, type SegmentRef } from '../../references/segment-field.graphql.ts';

/** The editable fields with their columns. */
export const GIVEAWAY_FIELDS = storedFields(giveawayRecord);
const {
  code,
  titleI18n,
  descriptionI18n,
  rulesI18n,
  storeId: _sponsor,
  ...terms
} = exportColumns(GIVEAWAY_FIELDS, 'r');

/** SQL of the current status of a giveaway `r`. */
const STATUS = 'giveaway_status(r.state, r.opens_at, r.closes_at, now())';
const hex = (column: string): string => `encode(${column}, 'hex')`;

const STORE = `(select jsonb_build_object('id', v.id, 'sid', v.sid, 'name', v.name) from store v where v.id = r.store_id)`;
const PRIZES = `(select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'rank', p.rank, 'titleI18n', p.title_i18n, 'quantity', p.quantity,
    'kind', p.kind, 'points', p.points, 'valueMinor', p.value_minor, 'currency', p.currency, 'imageUrl', p.image_url, 'campaign',
    (select jsonb_build_object('id', c.id, 'code', c.code, 'name', c.name) from campaign c where c.id = p.campaign_id)) order by p.rank), '[]')
  from giveaway_prize p where p.giveaway_id = r.id)`;
const PRIZE_COUNT = '(select coalesce(sum(p.quantity), 0)::int from giveaway_prize p where p.giveaway_id = r.id)';
const ESCROW = `(select coalesce(sum(p.points::bigint * p.quantity), 0)::bigint from giveaway_prize p where p.giveaway_id = r.id)`;
const ENTRIES = 'coalesce((select t.entries from giveaway_tally t where t.giveaway_id = r.id), 0)';
const TALLY = 'left join giveaway_tally f on f.giveaway_id = r.id';

/** The sponsor of a giveaway. */
export interface GiveawayStore {
  readonly id: string;
  readonly sid: string;
  readonly name: string;
}

/** A campaign whose codes can be won. */
export interface GiveawayCampaign {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** A prize of a giveaway. */
export interface GiveawayPrize {
  readonly id: string;
  readonly rank: number;
  readonly titleI18n: LocalizedText;
  readonly quantity: number;
  readonly kind: GiveawayPrizeKind;
  readonly points: number | null;
  readonly campaign: GiveawayCampaign | null;
  readonly valueMinor: number | null;
  readonly currency: string | null;
  readonly imageUrl: string | null;
}

const OWN = {
  id: column<string>('r.id::text'),
  rulesHash: column<string | null>(hex('r.rules_hash')),
  imagePath: column<string | null>('r.image_path'),
  store: column<GiveawayStore | null>(STORE),
  segment: column<SegmentRef | null>(SEGMENT_REF),
  countryCodes: column<readonly string[]>('r.country_codes::text[]'),
  newYork: column<string | null>('r.registration_new_york'),
  florida: column<string | null>('r.registration_florida'),
  state: column<GiveawayState>('r.state::text'),
  status: column<GiveawayStatus>(`${STATUS}::text`),
  stateReason: column<string | null>('r.state_reason'),
  stateChangedAt: column<string>('r.state_changed_at'),
  publishedAt: column<string | null>('r.published_at'),
  announcedAt: column<string | null>('r.announced_at'),
  settledAt: column<string | null>('r.settled_at'),
  canceledAt: column<string | null>('r.canceled_at'),
  prizes: column<readonly GiveawayPrize[]>(PRIZES),
  drawMode: column<'COMMIT_REVEAL'>('r.draw_mode::text'),
  algorithm: column<string>('r.algorithm'),
  seedCommitment: column<string | null>(hex('r.seed_commitment')),
  seedRevealed: column<string | null>(hex('r.seed_revealed')),
  entriesRoot: column<string | null>(hex('r.entries_root')),
  entriesCount: column<number | null>('r.entries_count'),
  ticketsCount: column<number | null>('r.tickets_count'),
  frozenAt: column<string | null>('r.frozen_at'),
  drawnAt: column<string | null>('r.drawn_at'),
  ...stampColumns,
  entries: column<number>('coalesce(f.entries, 0)'),
  tickets: column<number>('coalesce(f.tickets, 0)'),
  withdrawn: column<number>('coalesce(f.withdrawn, 0)'),
  disqualified: column<number>('coalesce(f.disqualified, 0)'),
  pointsPaid: column<number>('coalesce(f.points_held, 0)'),
  prizeCount: column<number>(PRIZE_COUNT),
  escrowPoints: column<number>(ESCROW),
  escrowFunded: column<number>('r.escrow_points'),
  escrowBalance: column<number>(
    "coalesce((select w.balance from points_wallet w where w.owner_type = 'GIVEAWAY' and w.owner_id = r.id), 0)",
  ),
  openPrizes: column<number>('giveaway_open_prizes(r.id)'),
  refundsOpen: column<number>(`case when r.state = 'CANCELED'
      then (select count(*) from giveaway_entry e where e.giveaway_id = r.id and e.points_paid > 0) else 0 end`),
};
/** Selected fields of a giveaway, named as the columns of its list. */
export type GiveawayRow = StoredValues<typeof giveawayRecord> & RowOf<typeof OWN>;

/** Giveaways, latest opening first. */
export const giveawayList: NamedList = {
  name: 'giveaway',
  readPermission: 'giveaway.read',
  from: 'giveaway r',
  key: { sql: 'r.id', cast: 'uuid', field: 'id' },
  columns: { ...listColumns(GIVEAWAY_FIELDS, 'r'), ...OWN },
  needs: {
    imageUrl: ['imagePath'],
    history: ['id'],
    figures: [
      'entries',
      'tickets',
      'withdrawn',
      'disqualified',
      'pointsPaid',
      'prizeCount',
      'escrowPoints',
      'escrowFunded',
      'escrowBalance',
      'openPrizes',
      'refundsOpen',
    ],
    registration: ['countryCodes', 'opensAt', 'prizes', 'newYork', 'florida'],
    openFields: ['state'],
    actions: ['state', 'countryCodes', 'opensAt', 'prizes', 'newYork', 'florida', 'openPrizes'],
  },
  joins: { figures: TALLY },
  sorts: {
    OPENS: sortBy.instant('r.opens_at', 'opensAt'),
    CLOSES: sortBy.instant('r.closes_at', 'closesAt'),
    DRAW: sortBy.instant('r.draw_at', 'drawAt'),
    TITLE: sortBy.text('r.title_sort', null),
    CODE: sortBy.text('r.code', 'code'),
    ENTRIES: sortBy.number(ENTRIES, null),
    CREATED: sortBy.instant('r.created_at', 'createdAt'),
    UPDATED: sortBy.instant('r.updated_at', 'updatedAt'),
  },
  defaultSort: 'CREATED',
  filters: {
    status: filterBy.enum(STATUS, GIVEAWAY_STATUSES, 'By its state at this moment.', { cast: 'giveaway_status' }),
    store: filterBy.id('r.store_id', 'Sponsored by one of these stores.'),
    segment: filterBy.id('r.segment_id', 'For members of one of these segments.'),
    country: filterBy.code('c.code', 'Open to accounts of one of these countries.', {
      related: 'unnest(r.country_codes::text[]) as c (code) where true',
    }),
    prizeKind: filterBy.enum('p.kind', GIVEAWAY_PRIZE_KINDS, 'Has such a prize.', {
      cast: 'giveaway_prize_kind',
      related: 'giveaway_prize p where p.giveaway_id = r.id',
    }),
    opens: filterBy.instant('r.opens_at', 'By `opensAt`.'),
    closes: filterBy.instant('r.closes_at', 'By `closesAt`.'),
    draw: filterBy.instant('r.draw_at', 'By `drawAt`.'),
    created: filterBy.instant('r.created_at', 'By `createdAt`.'),
    entries: filterBy.number(ENTRIES, 'By the number of entries that take part.'),
  },
  searches: () => ['ID', 'CODE', 'TEXT'],
  planSearch: (text) => searchById(text, 'r.id') ?? searchByCode(text, giveawayCode, 'r.title_key'),
  roleClass: () => 'all',
  exported: {
    createdSql: 'r.created_at',
    columns: {
      code,
      title: titleI18n,
      description: descriptionI18n,
      status: { sql: STATUS },
      sponsor: { sql: '(select v.sid from store v where v.id = r.store_id)' },
      countries: { sql: "array_to_string(r.country_codes, '; ')" },
      ...terms,
      rules: rulesI18n,
      entries: { sql: ENTRIES },
      tickets: { sql: 'coalesce((select t.tickets from giveaway_tally t where t.giveaway_id = r.id), 0)' },
      prizes: { sql: PRIZE_COUNT },
      escrowPoints: { sql: ESCROW },
      rulesHash: { sql: hex('r.rules_hash') },
      seedCommitment: { sql: hex('r.seed_commitment') },
      createdAt: { sql: 'r.created_at' },
      updatedAt: { sql: 'r.updated_at' },
      id: { sql: 'r.id' },
    },
  },
  totalSql: null,
};
