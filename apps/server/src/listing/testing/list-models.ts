import fc from 'fast-check';
import type pg from 'pg';
import { AREAS, accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import type { TestApp } from '../../testing/test-app.ts';
import {
  ACCOUNT_TEXTS,
  ACCOUNT_WORDS,
  foundAccounts,
  SEARCHED_ACCOUNTS,
  type SearchedAccount,
} from './account-search-model.ts';
import {
  booleanFilter,
  choiceFilter,
  compareBytes,
  compareNames,
  instantFilter,
  type ListModel,
  type ModelSearchWay,
} from './list-model.ts';

/** The time of the queries; the rows are from the weeks before. */
export const NOW = new Date('2026-03-01T12:00:00.000Z');

const ACCOUNTS = 140;
const TOPIC_CATEGORIES = ['01900000-0000-7000-8000-00000000c001', '01900000-0000-7000-8000-00000000c002'];
const NAMES = ['Ärger', 'apfel', 'Zoë', '100% wool', 'a_b', 'back\\slash', 'Ωmega', 'Zebra', 'éclair', 'محمد'];

/**
 * Rows of three lists with typical sorting and filtering traps: equal values, missing values, every script, wildcards.
 */
export async function insertListedRows(pool: pg.Pool): Promise<void> {
  await insertReferenceData(pool);
  await insertAccounts(pool, ACCOUNTS);
  for (const [index, name] of NAMES.entries())
    await pool.query('update account set display_name = $2 where id = $1', [accountId(index * 3 + 1), name]);
  await pool.query(
    `insert into topic_category (id, code, name_i18n, position) values
      ($1, 'first', '{"en-US":"First"}', 2), ($2, 'second', '{"en-US":"Second"}', 1)`,
    TOPIC_CATEGORIES,
  );
  await pool.query(
    `insert into topic (category_id, code, name_i18n, description_i18n, kind, default_subscribed, position, subscriber_count, archived_at, updated_at)
     select ($1::uuid[])[1 + n % 2], 't' || (n * 7919 % 101) || (array['', '.x', '_y', '-z'])[1 + n % 4],
       jsonb_build_object('en-US', ($2::text[])[1 + n % 10] || case when n % 3 = 0 then '' else ' ' || n end, 'de-DE', 'Thema ' || n),
       '{"en-US":"d"}', (array['MARKETING','SERVICE'])[1 + n % 2]::topic_kind, n % 3 = 0, n, n % 4,
       case when n % 5 = 0 then '2026-01-01T00:00:00Z'::timestamptz end, '2026-02-01T00:00:00Z'::timestamptz + (n / 5) * interval '1 day'
     from generate_series(1, 60) as n`,
    [TOPIC_CATEGORIES, NAMES],
  );
  await pool.query(
    `insert into area (country_code, code, name_i18n, timezone, is_active, archived_at, updated_at)
     select (array['DE','US'])[1 + n % 2], 'Q' || (n / 2) || (array['', '-', '-A', 'A'])[1 + n % 4],
       jsonb_build_object('en-US', ($1::text[])[1 + n % 10], 'ar-EG', 'منطقة ' || n), 'Europe/Berlin', n % 4 <> 0,
       case when n % 6 = 0 then '2026-01-01T00:00:00Z'::timestamptz end, '2026-02-01T00:00:00Z'::timestamptz + (n / 7) * interval '1 day'
     from generate_series(1, 70) as n`,
    [NAMES],
  );
}

interface AccountRow extends SearchedAccount {
  readonly public_no: string;
  readonly display_name: string | null;
  readonly email_verified: boolean;
  readonly country_code: string;
  readonly area_id: string | null;
  readonly push_consent: boolean;
  readonly state: string;
  readonly last_seen_at: Date | null;
  readonly created_at: Date;
}

const WINDOW = { min: new Date('2025-12-31T00:00:00Z'), max: new Date('2026-02-05T00:00:00Z') };
const nameOf = (row: AccountRow): string => row.display_name?.toLowerCase() ?? '\uffff';

/** Accounts as an administrator sees them. */
export const ACCOUNT_MODEL: ListModel<AccountRow> = {
  field: 'accounts',
  filterType: 'AccountFilter',
  sortType: 'AccountSort',
  filters: {
    state: choiceFilter(['ACTIVE', 'SUSPENDED', 'CLOSED'], ({ state }) => state),
    country: choiceFilter(['DE', 'US', 'FR'], (row) => row.country_code),
    area: choiceFilter(Object.values(AREAS), (row) => row.area_id),
    pushConsent: booleanFilter((row) => row.push_consent),
    emailVerified: booleanFilter((row) => row.email_verified),
    hasEmail: booleanFilter(({ email }) => email !== null),
    hasPhone: booleanFilter((row) => row.phone_e164 !== null),
    lastSeen: instantFilter(WINDOW, NOW, (row) => row.last_seen_at),
    created: instantFilter(WINDOW, NOW, (row) => row.created_at),
  },
  sorts: {
    CREATED: (left, right) => left.created_at.getTime() - right.created_at.getTime(),
    LAST_SEEN: (left, right) => (left.last_seen_at?.getTime() ?? 0) - (right.last_seen_at?.getTime() ?? 0),
    NAME: (left, right) => compareNames(nameOf(left), nameOf(right)),
    NUMBER: (left, right) => Number(left.public_no) - Number(right.public_no),
  },
  searches: fc.oneof(
    fc.integer({ min: 1, max: ACCOUNTS + 5 }).map((n) => accountId(n)),
    fc.integer({ min: 1, max: ACCOUNTS + 5 }).map((n) => `PERSON${n}@example.org`),
    fc.integer({ min: 1, max: 20 }).map((n) => `person${n}`),
    fc.integer({ min: 0, max: 30 }).map((n) => `+49 151 ${n.toString().padStart(7, '0').slice(0, 6)}`),
    fc.integer({ min: 1, max: ACCOUNTS }).map((n) => `firebase${n.toString().padStart(20, '0')}`),
    fc.constantFrom(...ACCOUNT_TEXTS),
  ),
  readRows: async (test) => (await test.database.ownerPool.query<AccountRow>(SEARCHED_ACCOUNTS, [ACCOUNT_WORDS])).rows,
  found: foundAccounts,
};

interface ReferenceRow {
  readonly id: string;
  readonly code: string;
  readonly name_i18n: Readonly<Record<string, string>>;
  readonly archived_at: Date | null;
  readonly updated_at: Date;
}
interface TopicRow extends ReferenceRow {
  readonly category_id: string;
  readonly kind: string;
  readonly default_subscribed: boolean;
  readonly position: number;
  readonly subscriber_count: number;
}
interface AreaRow extends ReferenceRow {
  readonly country_code: string;
  readonly is_active: boolean;
}

const englishName = (row: ReferenceRow): string => (row.name_i18n['en-US'] ?? '').toLowerCase();
const referenceSorts = {
  NAME: (left: ReferenceRow, right: ReferenceRow) => compareNames(englishName(left), englishName(right)),
  CODE: (left: ReferenceRow, right: ReferenceRow) => compareBytes(left.code, right.code),
  UPDATED: (left: ReferenceRow, right: ReferenceRow) => left.updated_at.getTime() - right.updated_at.getTime(),
};
/** Reference data is searched by code and by names in any language. */
function referenceWays(text: string): ModelSearchWay<ReferenceRow>[] {
  const lower = text.toLowerCase();
  return [(row) => [row.code, ...Object.values(row.name_i18n)].some((value) => value.toLowerCase().includes(lower))];
}
const REFERENCE_TEXTS = [
  'apfel',
  'thema 1',
  'منطقة 3',
  '%',
  '_',
  '\\',
  'q1',
  't5',
  '-',
  'ARGER',
  'zoë',
  '.x',
  'nothing',
];

/** Topics, sorted by position within their category. */
export const TOPIC_MODEL: ListModel<TopicRow> = {
  field: 'topics',
  filterType: 'TopicFilter',
  sortType: 'TopicSort',
  filters: {
    archived: booleanFilter((row) => row.archived_at !== null),
    category: choiceFilter(TOPIC_CATEGORIES, (row) => row.category_id),
    kind: choiceFilter(['MARKETING', 'SERVICE'], ({ kind }) => kind),
    defaultSubscribed: booleanFilter((row) => row.default_subscribed),
  },
  sorts: {
    ...referenceSorts,
    // The second category comes first.
    POSITION: (left, right) => compareBytes(right.category_id, left.category_id) || left.position - right.position,
    SUBSCRIBERS: (left, right) => left.subscriber_count - right.subscriber_count,
  },
  searches: fc.constantFrom(...REFERENCE_TEXTS),
  readRows: async (test: TestApp) => (await test.database.ownerPool.query<TopicRow>('select * from topic')).rows,
  waysOf: referenceWays,
};

/** Areas; several share a name, and areas of different countries share a code. */
export const AREA_MODEL: ListModel<AreaRow> = {
  field: 'areaRecords',
  filterType: 'AreaRecordFilter',
  sortType: 'AreaRecordSort',
  filters: {
    archived: booleanFilter((row) => row.archived_at !== null),
    country: choiceFilter(['DE', 'US'], (row) => row.country_code),
    isActive: booleanFilter((row) => row.is_active),
  },
  sorts: referenceSorts,
  searches: fc.constantFrom(...REFERENCE_TEXTS),
  readRows: async (test: TestApp) => (await test.database.ownerPool.query<AreaRow>('select * from area')).rows,
  waysOf: referenceWays,
};
