import { couponCodeKey } from '@backcounter/domain';
import type { PastedKey } from '../../../listing/list-definition.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import type { Caller } from '../../../ports/identity.ts';
import { accountSearches, FIREBASE_ID, NATIONAL_MIN, NUMBER, PHONE, RECEIPT_MIN } from './account-search.ts';

const own = (column: string) => `join account a on ${column} = given.key`;
const used = (condition: string) => `join coupon_redemption r on ${condition} join account a on a.id = r.account_id`;

/** The digits of a phone number, without the zeros or the scheme before and the zero within. */
function phoneDigits(entry: string): string | null {
  const text = entry.replace(/^tel:/i, '').replace('(0)', '');
  return PHONE.test(text) ? text.replaceAll(/\D/g, '').replace(/^00/, '') : null;
}

/** Kinds of search text by which entries of a paste find accounts, the one that wins first. */
const KEYS: readonly PastedKey[] = [
  { match: 'ID', cast: 'uuid', keyOf: (entry) => (isUuid(entry) ? entry : null), joins: own('a.id') },
  { match: 'NUMBER', cast: 'bigint', keyOf: (entry) => NUMBER.exec(entry)?.[1] ?? null, joins: own('a.public_no') },
  {
    match: 'EMAIL',
    cast: 'text',
    keyOf: (entry) => (entry.includes('@') ? entry.replace(/^mailto:/i, '').toLowerCase() : null),
    joins: own('a.email_key'),
  },
  {
    match: 'PHONE',
    cast: 'text',
    keyOf: (entry) => {
      const digits = phoneDigits(entry);
      return digits === null || digits.startsWith('0') ? null : `+${digits}`;
    },
    joins: own('a.phone_e164'),
  },
  {
    // In national form: the whole number behind the code of some country.
    match: 'PHONE',
    cast: 'text',
    keyOf: (entry) => {
      const digits = phoneDigits(entry);
      if (digits?.startsWith('0') !== true || digits.length <= NATIONAL_MIN) return null;
      return [...digits.slice(1)].reverse().join('');
    },
    joins: `join account_search s on s.phone_end >= given.key collate "C" and s.phone_end < (given.key || ':') collate "C"
        and reverse(substr(s.phone_end, length(given.key) + 1)) in (select dial_code from country where dial_code is not null)
      join account a on a.id = s.account_id`,
  },
  {
    match: 'FIREBASE_ID',
    cast: 'text',
    keyOf: (entry) => (FIREBASE_ID.test(entry) ? entry : null),
    joins: own('a.firebase_id'),
  },
  {
    match: 'RECEIPT',
    cast: 'text',
    keyOf: (entry) => (entry.length < RECEIPT_MIN ? null : entry),
    joins: used('lower(r.order_ref) = lower(given.key)'),
  },
  {
    match: 'COUPON',
    cast: 'text',
    keyOf: (entry) => couponCodeKey(entry),
    joins: used('r.coupon_id = (select c.id from coupon c where c.code_key = given.key)'),
  },
];

/** The kinds of key that the caller may paste: those it may search by. */
export function accountPastedKeys(caller: Caller): readonly PastedKey[] {
  const allowed = new Set(accountSearches(caller));
  return KEYS.filter(({ match }) => allowed.has(match));
}
