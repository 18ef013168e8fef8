import { GIVEAWAY_PRIZE_KINDS, GIVEAWAY_STATUSES, giveawayCode, giveawayRecord } from '@backcounter/domain';
import { exportColumns, listColumns, storedFields } from '../../crud/record-fields.ts';
import { SEGMENT_REF } from '../../crud/segment-field.graphql.ts';
import type { NamedList } from '../../listing/list-definition.ts';
import { filterBy, searchByCode, searchById, sortBy } from '../../listing/list-parts.ts';

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

/** Giveaways, latest opening first. */
export const giveawayList: NamedList = {
  name: 'giveaway',
  readPermission: 'giveaway.read',
  from: 'giveaway r',
  key: { sql: 'r.id', cast: 'uuid', field: 'id' },
  columns: {
    id: 'r.id::text',
    ...listColumns(GIVEAWAY_FIELDS, 'r'),
    rulesHash: hex('r.rules_hash'),
    imagePath: 'r.image_path',
    store: STORE,
    segment: SEGMENT_REF,
    countryCodes: 'r.country_codes::text[]',
    newYork: 'r.registration_new_york',
    florida: 'r.registration_florida',
    state: 'r.state::text',
    status: `${STATUS}::text`,
    stateReason: 'r.state_reason',
    stateChangedAt: 'r.state_changed_at',
    publishedAt: 'r.published_at',
    announcedAt: 'r.announced_at',
    settledAt: 'r.settled_at',
    canceledAt: 'r.canceled_at',
    prizes: PRIZES,
    drawMode: 'r.draw_mode::text',
    algorithm: 'r.algorithm',
    seedCommitment: hex('r.seed_commitment'),
    seedRevealed: hex('r.seed_revealed'),
    entriesRoot: hex('r.entries_root'),
    entriesCount: 'r.entries_count',
    ticketsCount: 'r.tickets_count',
    frozenAt: 'r.frozen_at',
    drawnAt: 'r.drawn_at',
    createdAt: 'r.created_at',
    updatedAt: 'r.updated_at',
    updatedBySub: 'r.updated_by',
    updatedByName: '(select u.display_name from staff_user u where u.sub = r.updated_by)',
    version: 'r.version',
    entries: 'coalesce(f.entries, 0)',
    tickets: 'coalesce(f.tickets, 0)',
    withdrawn: 'coalesce(f.withdrawn, 0)',
    disqualified: 'coalesce(f.disqualified, 0)',
    pointsPaid: 'coalesce(f.points_held, 0)',
    prizeCount: PRIZE_COUNT,
    escrowPoints: ESCROW,
    escrowFunded: 'r.escrow_points',
    escrowBalance:
      "coalesce((select w.balance from points_wallet w where w.owner_type = 'GIVEAWAY' and w.owner_id = r.id), 0)",
    openPrizes: 'giveaway_open_prizes(r.id)',
    refundsOpen: `case when r.state = 'CANCELED'
      then (select count(*) from giveaway_entry e where e.giveaway_id = r.id and e.points_paid > 0) else 0 end`,
  },
  needs: {
    title: ['titleI18n'],
    description: ['descriptionI18n'],
    rules: ['rulesI18n'],
    imageUrl: ['imagePath'],
    updatedBy: ['updatedBySub', 'updatedByName'],
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
