import { ACCOUNT_STATES, LIMITS } from '@backcounter/domain';
import { exportColumns, listColumns, listFilters, listSorts } from '../../crud/record-fields.ts';
import type { ListDefinition, NamedList } from '../../listing/list-definition.ts';
import { filterBy, sortBy } from '../../listing/list-parts.ts';
import { takesPastes } from '../../listing/pasted/pasted-filter.ts';
import type { Caller } from '../../ports/identity.ts';
import { ACCOUNT_FIELDS } from './account-change.ts';
import { accountPastedKeys } from './search/account-paste.ts';
import { accountSearches, planAccountSearch, seesContact } from './search/account-search.ts';
import { type ReadRule, readRules } from './segment/read-rules.ts';
import { membersCondition } from './segment/segment-condition.ts';

/** Columns of files, with place and state among the entered fields; an area has a name and a code. */
const {
  areaId: _areaId,
  displayName,
  email,
  phone,
  countryCode,
  pushConsent,
  ...others
} = exportColumns(ACCOUNT_FIELDS, 'a');

const AREA_JOIN = 'left join area r on r.id = a.area_id';

/** The wallet of an account, which every account has. */
const WALLET = "points_wallet w where w.owner_type = 'ACCOUNT' and w.owner_id = a.id";
const WALLET_JOIN = "join points_wallet w on w.owner_type = 'ACCOUNT' and w.owner_id = a.id";

/** The list of accounts. */
const visibleList: NamedList = takesPastes('ACCOUNTS', accountPastedKeys, {
  name: 'accounts',
  readPermission: 'account.read',
  from: 'account a',
  key: { sql: 'a.id', cast: 'uuid', field: 'id' },
  columns: {
    id: 'a.id',
    number: 'a.public_no',
    ...listColumns(ACCOUNT_FIELDS, 'a'),
    isContactMasked: 'false',
    emailVerified: 'a.email_verified',
    firebaseId: 'a.firebase_id',
    card: '(select k.card_number from account_card k where k.account_id = a.id and k.ended_at is null)',
    hasPicture: 'a.has_picture',
    pushConsentAt: 'a.push_consent_at',
    state: 'a.state::text',
    stateReason: 'a.state_reason',
    stateChangedAt: 'a.state_changed_at',
    suspendedUntil: 'a.suspended_until',
    privacyRequestedAt: 'a.privacy_requested_at',
    badgeCount: 'a.badge_count',
    lastSeenAt: 'a.last_seen_at',
    points: `(select w.balance from ${WALLET})`,
    createdAt: 'a.created_at',
    updatedAt: 'a.updated_at',
    updatedBySub: 'a.updated_by',
    updatedByName: 'u.display_name',
    version: 'a.version',
  },
  needs: {
    country: ['countryCode'],
    area: ['areaId'],
    updatedBy: ['updatedBySub', 'updatedByName'],
    hasPicture: ['hasPicture', 'firebaseId'],
    actions: ['state', 'stateChangedAt'],
    history: ['id'],
  },
  joins: { updatedBy: 'left join staff_user u on u.sub = a.updated_by' },
  sorts: {
    RELEVANCE: { sql: "''", cast: 'text', field: null, defaultDirection: 'ASC', isDate: false, isRelevance: true },
    CREATED: sortBy.instant('a.created_at', 'createdAt'),
    LAST_SEEN: sortBy.instant('a.last_seen_sort', null),
    NAME: sortBy.text('a.name_sort', null),
    BADGES: sortBy.number('a.badge_count', 'badgeCount'),
    POINTS: {
      sql: 'w.balance',
      cast: 'bigint',
      field: 'points',
      defaultDirection: 'DESC',
      isDate: false,
      joined: { join: WALLET_JOIN, key: 'w.owner_id' },
    },
    NUMBER: { sql: 'a.public_no', cast: 'bigint', field: 'number', defaultDirection: 'ASC', isDate: false },
    ...listSorts(ACCOUNT_FIELDS, 'a'),
  },
  defaultSort: 'CREATED',
  filters: {
    state: filterBy.enum('a.state', ACCOUNT_STATES, 'Is in one of these states, or in none of them.', {
      cast: 'account_state',
    }),
    country: filterBy.code('a.country_code', 'Belongs to one of these countries, or to none of them.'),
    area: filterBy.id('a.area_id', 'Belongs to one of these areas, or to none of them.'),
    badge: filterBy.id('w.badge_id', 'Has one of these badges now, or none of them.', {
      related: 'account_badge_award w where w.account_id = a.id and w.revoked_at is null',
    }),
    topic: filterBy.id('s.topic_id', 'Is subscribed to one of these topics, or to none of them.', {
      related: 'account_topic_subscription s where s.account_id = a.id and s.is_subscribed',
    }),
    ...listFilters(ACCOUNT_FIELDS, 'a'),
    emailVerified: filterBy.boolean('a.email_verified', 'Has a proven email address, or has not.'),
    hasEmail: filterBy.boolean(
      'a.email is not null',
      'Has an email address, or has not. Needs `account.read-contact`.',
      { permission: 'account.read-contact' },
    ),
    hasPhone: filterBy.boolean(
      'a.phone_e164 is not null',
      'Has a phone number, or has not. Needs `account.read-contact`.',
      { permission: 'account.read-contact' },
    ),
    lastSeen: filterBy.instant('a.last_seen_at', 'When the app was last used.'),
    created: filterBy.instant('a.created_at', 'When it was created.'),
    points: filterBy.number('w.balance', 'Points that it holds now.', { related: WALLET }),
    segment: filterBy.id(
      'a.id',
      'Is in one of these segments, or in none of them. Needs the permissions of all their clauses.',
      {
        permission: 'segment.read',
        rules: {
          read: (context, ids) => readRules(visibleList, context, ids),
          condition: (read, values, caller, now) =>
            membersCondition(visibleList, read as ReadRule, { values, caller, now }),
        },
      },
    ),
    online: filterBy.live('a.firebase_id', 'Online at this moment, or not.', {
      live: ({ realtime }) => realtime && (() => realtime.onlineIds(LIMITS.liveFilterMax)),
    }),
  },
  searches: accountSearches,
  planSearch: planAccountSearch,
  roleClass: (caller) => (seesContact(caller) ? 'contact' : 'masked'),
  exported: {
    createdSql: 'a.created_at',
    columns: {
      number: { sql: 'a.public_no' },
      displayName,
      email,
      phone,
      country: { sql: 'c.name_i18n', isByLocale: true, join: 'left join country c on c.code = a.country_code' },
      countryCode,
      area: { sql: 'r.name_i18n', isByLocale: true, join: AREA_JOIN },
      areaCode: { sql: 'r.code', join: AREA_JOIN },
      state: { sql: 'a.state' },
      stateReason: { sql: 'a.state_reason' },
      suspendedUntil: { sql: 'a.suspended_until' },
      badges: { sql: 'a.badge_count' },
      pushConsent,
      emailVerified: { sql: 'a.email_verified' },
      ...others,
      lastSeenAt: { sql: 'a.last_seen_at' },
      points: { sql: 'w.balance', join: WALLET_JOIN },
      createdAt: { sql: 'a.created_at' },
      updatedAt: { sql: 'a.updated_at' },
      updatedBy: { sql: 'u.display_name', join: 'left join staff_user u on u.sub = a.updated_by' },
      firebaseId: { sql: 'a.firebase_id' },
      id: { sql: 'a.id' },
    },
  },
  totalSql: 'select coalesce(sum(accounts), 0)::bigint as value from account_count',
});

/**
 * The same list for callers who may not read contacts: the columns are not read at all. `emailVerified` stays, as it does not reveal
 * the address. Nothing reveals whether an account has one.
 */
const maskedList: NamedList = {
  ...visibleList,
  columns: { ...visibleList.columns, email: 'null', phone: 'null', card: 'null', isContactMasked: 'true' },
};

/** Declares the list for capabilities and schema. */
export const accountList: NamedList = visibleList;

/** The list that the caller may read. */
export function accountListFor(caller: Caller): ListDefinition {
  return seesContact(caller) ? visibleList : maskedList;
}
