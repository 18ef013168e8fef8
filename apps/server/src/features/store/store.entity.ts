import { LIMITS, STORE_MACHINE, STORE_STATES, storeProblems, storeRecord, storeSid } from '@backcounter/domain';
import { defineEntity, type Entity } from '../../crud/entity.ts';
import { ID_KEY } from '../../crud/entity-declaration.ts';
import { exportColumns, storedFields } from '../../crud/record-fields.ts';
import type { LiveValues, NamedList, PastedKey, SearchPlan } from '../../listing/list-definition.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { searchById, sortBy } from '../../listing/list-parts.ts';
import { likeLiteral } from '../../listing/list-search.ts';
import { takesPastes } from '../../listing/pasted/pasted-filter.ts';
import type { PresenceStore } from '../../ports/realtime.ts';

/** Shortest fragment of a name to search for; trigrams need three characters. */
const FRAGMENT_MIN_LENGTH = 3;

/** Further ways to recognise a search text. */
export const STORE_SEARCH_MATCHES = { SID: 'The number of a store.' } as const;

/**
 * Interprets a search text: a whole sid first, then a name or the beginning of a sid or city. Name and city are one
 * mode: a search for a city should find all its stores, whether or not their names contain it.
 */
function planStoreSearch(text: string): SearchPlan {
  if (isUuid(text)) {
    return searchById(text, 'r.id');
  }
  const sid = text.toUpperCase();
  const isWhole = storeSid.safeParse(sid).success;
  return [
    ...(isWhole
      ? [
          {
            mode: 'SID',
            isFragment: false,
            condition: (values: { add(value: unknown): string }) => `r.sid = ${values.add(sid)}`,
          },
        ]
      : []),
    {
      mode: 'TEXT',
      isFragment: true,
      condition: (values) => {
        const beginning = values.add(`${likeLiteral(text)}%`);
        const name = text.length < FRAGMENT_MIN_LENGTH ? beginning : values.add(`%${likeLiteral(text)}%`);
        return `(r.name_key like lower(${name}) or r.city_key like lower(${beginning}) or r.sid like upper(${beginning}))`;
      },
    },
  ];
}

const WALLET = `points_wallet w where w.owner_type = 'STORE' and w.owner_id = r.id`;
const BALANCE = `(select w.balance from ${WALLET})`;
/**
 * Orders stores by balance, with the index of wallets. Drafts have no wallet and sort below all others. They have a
 * branch of their own, because a missing wallet could only be looked up store by store. Both branches read whole tables
 * and all conditions are outside, so that the planner separates the branches and merges them in order.
 */
const BALANCES_JOIN = `join (select owner_id, balance, owner_type, true as is_shown from points_wallet
    union all select id, -1::bigint, 'STORE'::wallet_owner_type, state = 'DRAFT' from store) b
  on b.owner_id = r.id and b.owner_type = 'STORE' and b.is_shown`;
/** Entry numbers have no gaps and follow the time, so only the last entry before the period has to be found. */
const ENTRIES_LATELY = `(select w.last_seq - coalesce((select e.seq from points_entry e
  where e.wallet_id = w.id and e.recorded_at < now() - interval '30 days' order by e.recorded_at desc, e.seq desc limit 1), 0) from ${WALLET})`;

const entity = defineEntity({
  record: storeRecord,
  typeName: 'Store',
  description: 'A store: people visit it, and it has a wallet of points.',
  descriptions: {
    country: 'Countries that they are in, ISO 3166-1 alpha-2.',
    area: 'Ids of areas that they are in.',
    balance: 'Points in its wallet.',
    opened: 'When they opened.',
    created: 'When they were created.',
    online: 'Whether anyone is in them now.',
    'state.DRAFT': 'Being prepared; it has no wallet.',
    'state.ACTIVE': 'In business.',
    'state.SUSPENDED': 'Temporarily out of business: no points move.',
    'state.CLOSED': 'Permanently closed.',
  },
  key: ID_KEY,
  shown: {
    state: 'r.state::text',
    stateReason: 'r.state_reason',
    stateChangedAt: 'r.state_changed_at',
    closedAt: 'r.closed_at',
  },
  searched: [],
  filters: {
    state: { kind: 'ENUM', sql: 'r.state', cast: 'store_state', values: STORE_STATES },
    country: { kind: 'CODE', sql: 'r.country_code' },
    area: { kind: 'ID', sql: 'r.area_id', cast: 'uuid' },
    balance: { kind: 'NUMBER', sql: BALANCE },
    // Noon of the day, so that a filter by day means the same day in other time zones.
    opened: { kind: 'INSTANT', sql: "((r.opened_on + time '12:00') at time zone known_zone(r.timezone))" },
    created: { kind: 'INSTANT', sql: 'r.created_at' },
    online: {
      kind: 'LIVE',
      sql: 'r.sid',
      live: ({ realtime }) => realtime && onlineSids(realtime),
    },
  },
  sorts: {
    NAME: sortBy.text('r.name_sort', null),
    SID: sortBy.text('r.sid', 'sid'),
    CITY: sortBy.text('r.city_sort', null),
    BALANCE: {
      sql: 'b.balance',
      cast: 'bigint',
      field: null,
      defaultDirection: 'DESC',
      isDate: false,
      joined: { join: BALANCES_JOIN, key: 'b.owner_id' },
    },
    OPENED: { sql: 'r.opened_sort', cast: 'date', field: null, defaultDirection: 'DESC', isDate: false },
    CREATED: sortBy.instant('r.created_at', 'createdAt'),
  },
  defaultSort: 'NAME',
  usages: {},
  references: {
    countryCode: { table: 'country', key: 'code', isOpen: 'is_active' },
    areaId: { table: 'area', key: 'id', isOpen: 'is_active and archived_at is null', misplaced: 'not-in-country' },
  },
  position: null,
  problems: storeProblems,
  machine: STORE_MACHINE,
});

/** Sids of stores with people in them. */
function onlineSids(realtime: PresenceStore): LiveValues {
  return async () => {
    const stores = await realtime.busiestStores(LIMITS.liveFilterMax + 1);
    return stores.length > LIMITS.liveFilterMax ? null : stores.map(({ storeSid }) => storeSid);
  };
}

/** Exports add the name and code of the area, and put the day of opening next to that of closing. */
const {
  areaId: _areaId,
  sid,
  name,
  countryCode,
  timezone,
  addressLine,
  city,
  postalCode,
  openedOn,
  ...others
} = exportColumns(storedFields(storeRecord), 'r');

/** Names are not unique, so a number wins; a name of several stores finds none. */
const PASTED_KEYS: readonly PastedKey[] = [
  {
    match: 'ID',
    cast: 'uuid',
    keyOf: (entry) => (isUuid(entry) ? entry : null),
    joins: 'join store r on r.id = given.key',
  },
  { match: 'SID', cast: 'text', keyOf: (entry) => entry.toUpperCase(), joins: 'join store r on r.sid = given.key' },
  { match: 'NAME', cast: 'text', keyOf: (entry) => entry, joins: 'join store r on r.name_key = lower(given.key)' },
];

const list: NamedList = {
  ...entity.list,
  columns: { ...entity.list.columns, balance: BALANCE, entriesLately: ENTRIES_LATELY },
  needs: { ...entity.list.needs, country: ['countryCode'], area: ['areaId'], online: ['sid'] },
  searches: () => ['ID', 'SID', 'TEXT'],
  planSearch: planStoreSearch,
  exported: {
    ...entity.list.exported,
    columns: {
      sid,
      name,
      country: { sql: 'c.name_i18n', isByLocale: true, join: 'left join country c on c.code = r.country_code' },
      countryCode,
      area: { sql: 'p.name_i18n', isByLocale: true, join: 'left join area p on p.id = r.area_id' },
      areaCode: { sql: 'p.code', join: 'left join area p on p.id = r.area_id' },
      city,
      addressLine,
      postalCode,
      timezone,
      ...others,
      state: { sql: 'r.state' },
      stateReason: { sql: 'r.state_reason' },
      balance: { sql: BALANCE },
      entriesLately: { sql: ENTRIES_LATELY },
      openedOn,
      closedAt: { sql: 'r.closed_at' },
      createdAt: { sql: 'r.created_at' },
      updatedAt: { sql: 'r.updated_at' },
      updatedBy: { sql: 'u.display_name', join: 'left join staff_user u on u.sub = r.updated_by' },
      id: { sql: 'r.id' },
    },
  },
};

/** Stores: created as drafts, open while active, and finally closed permanently. */
export const store: Entity = { ...entity, list: takesPastes('STORES', () => PASTED_KEYS, list) };
