import {
  COUPON_STATUSES,
  type CouponCodeKind,
  type CouponState,
  type CouponStatus,
  couponCodeKey,
  foldSymbols,
  normaliseCouponCode,
  type Permission,
} from '@backcounter/domain';
import { callerMay } from '../../../graphql/request-context.ts';
import type { Stamped } from '../../../graphql/schema/shared-fields.ts';
import {
  column,
  type NamedList,
  type PastedKey,
  type RowOf,
  type SearchMode,
  type SearchPlan,
} from '../../../listing/list-definition.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { filterBy, sortBy, staffColumns } from '../../../listing/list-parts.ts';
import { takesPastes } from '../../../listing/pasted/pasted-filter.ts';
import type { Caller } from '../../../ports/identity.ts';
import { couponRows } from './coupon-access.ts';
import {
  CONFIRMED_SQL,
  FORMATTED_SQL,
  HELD_UNTIL_SQL,
  IS_SHARED,
  KIND_SQL,
  LAST_USED_SQL,
  MASKED_SQL,
  RESERVED_SQL,
  STATUS_SQL,
  statusConditions,
  USED_SQL,
  VALID_FROM_SQL,
  VALID_UNTIL_SQL,
} from './coupon-sql.ts';

/** Shorter receipts are in too many. */
const RECEIPT_MIN = 4;
const LAST_FOUR = /^[0-9A-Z]{4}$/;
const STREAMER_JOIN = 'left join streamer s on s.id = k.streamer_id';
const BATCH_JOIN = 'join coupon_batch b on b.campaign_id = k.campaign_id and b.id = k.batch_id';
const PERSON_JOIN = 'left join staff_user u on u.sub = k.updated_by';

const COLUMNS = {
  id: column<string>('k.id'),
  campaignId: column<string>('k.campaign_id'),
  last4: column<string>(MASKED_SQL),
  kind: column<CouponCodeKind>(KIND_SQL),
  state: column<CouponState>('k.state::text'),
  status: column<CouponStatus>(`${STATUS_SQL}::text`),
  version: 'k.version',
  streamerId: column<string | null>('k.streamer_id'),
  streamerName: column<string | null>('s.display_name'),
  batchId: column<string>('k.batch_id'),
  batchNumber: column<number>('b.number'),
  usesConfirmed: column<number>(`(${CONFIRMED_SQL})::int`),
  usesReserved: column<number>(`(${RESERVED_SQL})::int`),
  usesMax: column<number>('k.max_redemptions'),
  lastUsedAt: column<string | null>(LAST_USED_SQL),
  heldUntil: column<string | null>(HELD_UNTIL_SQL),
  validFrom: column<string>(VALID_FROM_SQL),
  validUntil: column<string>(VALID_UNTIL_SQL),
  disabledReason: column<string | null>('k.disabled_reason'),
  accountId: column<string | null>('k.account_id'),
  distributedAt: column<string | null>('k.distributed_at'),
  createdAt: 'uuid_v7_instant(k.id)',
  updatedAt: 'k.updated_at',
  ...staffColumns('updatedBy', 'k.updated_by'),
};
/** The requested columns of a coupon, named as the columns of its list. */
export type CouponRow = Stamped & RowOf<typeof COLUMNS>;

/** A receipt is that of a use, whose code it names. */
const PASTED_KEYS: readonly (PastedKey & { readonly permission: Permission })[] = [
  {
    match: 'CODE',
    permission: 'coupon.reveal',
    cast: 'text',
    keyOf: (entry) => couponCodeKey(entry),
    joins: 'join coupon k on k.code_key = given.key',
  },
  {
    match: 'RECEIPT',
    permission: 'redemption.read',
    cast: 'text',
    keyOf: (entry) => (entry.length < RECEIPT_MIN ? null : entry),
    joins: `join coupon_redemption u on lower(u.order_ref) = lower(given.key)
      join coupon k on k.campaign_id = u.campaign_id and k.id = u.coupon_id`,
  },
];

const pastedKeys = (caller: Caller) => PASTED_KEYS.filter(({ permission }) => callerMay(caller, permission));

/** Coupons of one campaign, in order of creation. No column has the code: it is revealed or exported. */
export const couponList: NamedList = takesPastes('COUPONS', pastedKeys, {
  name: 'coupons',
  readPermission: 'coupon.read',
  from: 'coupon k',
  key: { sql: 'k.id', cast: 'uuid', field: 'id' },
  columns: COLUMNS,
  needs: {
    streamer: ['streamerId', 'streamerName'],
    batch: ['batchId', 'batchNumber'],
    actions: ['state', 'streamerId'],
    history: ['id'],
  },
  joins: { streamer: STREAMER_JOIN, batch: BATCH_JOIN, updatedBy: PERSON_JOIN },
  // Ids are time-ordered, and the primary key is (campaign, id).
  sorts: { CREATED: sortBy.number('k.id', 'id', 'uuid') },
  defaultSort: 'CREATED',
  filters: {
    campaign: filterBy.id('k.campaign_id', 'Required unless `pasted` is given: `in` names exactly one campaign.', {
      isRequired: true,
    }),
    status: filterBy.enum(STATUS_SQL, COUPON_STATUSES, 'Current status of the coupon.', {
      conditions: statusConditions,
    }),
    batch: filterBy.id('k.batch_id', 'Batch that it belongs to.'),
    streamer: filterBy.id('k.streamer_id', 'Streamer of the code.'),
    used: filterBy.boolean(USED_SQL, 'Whether it was used.'),
    validUntil: filterBy.instant(VALID_UNTIL_SQL, 'End of its validity.'),
  },
  searches: (caller) => (callerMay(caller, 'coupon.reveal') ? ['ID', 'CODE', 'LAST4'] : ['ID', 'LAST4']),
  planSearch,
  rows: couponRows,
  roleClass: (caller) => (callerMay(caller, 'coupon.reveal') ? 'codes' : 'masked'),
  exported: {
    createdSql: 'uuid_v7_instant(k.id)',
    columns: {
      code: { sql: FORMATTED_SQL, permission: 'coupon.reveal' },
      campaign: { sql: '(select c.code from campaign c where c.id = k.campaign_id)' },
      last4: { sql: MASKED_SQL },
      status: { sql: STATUS_SQL },
      batch: { sql: 'b.number', join: BATCH_JOIN },
      streamer: { sql: 's.display_name', join: STREAMER_JOIN },
      usesConfirmed: { sql: `(${CONFIRMED_SQL})::int` },
      usesReserved: { sql: `(${RESERVED_SQL})::int` },
      usesMax: { sql: 'k.max_redemptions' },
      lastUsedAt: { sql: LAST_USED_SQL },
      validFrom: { sql: VALID_FROM_SQL },
      validUntil: { sql: VALID_UNTIL_SQL },
      disabledReason: { sql: 'k.disabled_reason' },
      createdAt: { sql: 'uuid_v7_instant(k.id)' },
      updatedAt: { sql: 'k.updated_at' },
      id: { sql: 'k.id' },
    },
  },
  totalSql: null,
});

/**
 * Searches a whole code in any spelling, or its last four characters. Each text has one meaning, by its shape only, as choosing between
 * two would reveal rows that the caller may not see. Whole codes require the permission to see codes; the last four characters may be
 * all of a shared code.
 */
function planSearch(text: string, caller: Caller): SearchPlan {
  if (isUuid(text)) return [mode('ID', (add) => `k.id = ${add(text)}::uuid`)];
  const normalised = normaliseCouponCode(text);
  if (LAST_FOUR.test(normalised)) {
    const spellings = [normalised, foldSymbols(normalised)];
    const among = callerMay(caller, 'coupon.reveal') ? '' : ` and not ${IS_SHARED}`;
    return [mode('LAST4', (add) => `(k.code_last4 = any(${add(spellings)}::text[])${among})`)];
  }
  if (!callerMay(caller, 'coupon.reveal')) return null;
  const key = couponCodeKey(text);
  return key === null ? [] : [mode('CODE', (add) => `k.code_key = ${add(key)}`)];
}

function mode(name: string, condition: (add: (value: unknown) => string) => string): SearchMode {
  return { mode: name, isFragment: false, condition: (values) => condition((value) => values.add(value)) };
}
