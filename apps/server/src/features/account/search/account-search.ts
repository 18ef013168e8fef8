import { couponCodeKey, foldCouponCode } from '@backcounter/domain';
import { callerMay } from '../../../graphql/request-context.ts';
import type { SearchPlan, SearchTier, SqlValues } from '../../../listing/list-definition.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { likeLiteral, prefixRange } from '../../../listing/list-search.ts';
import type { Caller } from '../../../ports/identity.ts';
import { exactName, nameParts, nameWords, similarNames, wordsOf } from './account-name-search.ts';

/** Values of `AccountSearchMatch`. */
export const ACCOUNT_MATCHES = {
  COUPON: 'The whole code of a coupon that it used.',
  EMAIL: 'Its email address.',
  EMAIL_DOMAIN: 'The beginning of the domain of its email address.',
  EMAIL_PART: 'A part of its email address.',
  EMAIL_PREFIX: 'The beginning of its email address.',
  FIREBASE_ID: 'Its user id in Firebase.',
  FULL_NAME: 'All words of its name, in any order.',
  ID: 'Its id.',
  ID_PREFIX: 'The beginning of its id.',
  NAME: 'Parts of words of its name.',
  NAME_PREFIX: 'Words of its name, or their beginnings.',
  NAME_SIMILAR: 'A similar name, by spelling or sound.',
  NUMBER: 'Its number.',
  NUMBER_PREFIX: 'The beginning of its number.',
  PHONE: 'Its phone number.',
  PHONE_END: 'The last digits of its phone number.',
  PHONE_PREFIX: 'The beginning of its phone number, with or without the country code.',
  RECEIPT: 'The receipt of a coupon that it used.',
  NOT_PERMITTED: 'None: a contact, which the caller may not search for.',
  NONE: 'None.',
} as const;

/** How an account matches a search text. */
export type AccountMatch = keyof typeof ACCOUNT_MATCHES;

/** A number, which may be marked by #. */
export const NUMBER = /^#?(\d{1,15})$/;
/** A phone number or a part of one. */
export const PHONE = /^\+?[\d ().-]{3,25}$/;
/** The beginning of an email address: it has a digit or a sign. Letters alone are a name first. */
const ADDRESS_PART = /^(?=.*[\d._+-])\S+$/;
/** As Firebase generates them. An app may set others, of any form, that other keys and names have too. */
export const FIREBASE_ID = /^[A-Za-z0-9]{20,128}$/;
/** The beginning of a UUID, from its time of creation to the second. */
const UUID_START = /^[0-9a-f]{8}(-[0-9a-f]{0,4}){0,3}(-[0-9a-f]{0,12})?$/i;
const NUMBER_DIGITS_MAX = 15;
/** Digits of the beginning of a number, and of the end of a phone number. */
const DIGITS_MIN = 4;
/** Digits of a national number, after its zero. */
export const NATIONAL_MIN = 6;
/** Shorter parts of addresses are in too many. */
const ADDRESS_MIN = 4;
/** Shorter receipts are in too many. */
export const RECEIPT_MIN = 4;

/** Whether the caller may read email and phone. */
export function seesContact(caller: Caller): boolean {
  return callerMay(caller, 'account.read-contact');
}

/** Whether the caller may find accounts by receipts: sees the redemptions of every campaign. */
function seesReceipts(caller: Caller): boolean {
  return callerMay(caller, 'campaign.read-all') && callerMay(caller, 'redemption.read');
}

const SEARCHES: Readonly<Record<string, (caller: Caller) => boolean>> = {
  ID: () => true,
  NUMBER: () => true,
  EMAIL: seesContact,
  PHONE: seesContact,
  FIREBASE_ID: () => true,
  NAME: () => true,
  RECEIPT: seesReceipts,
  COUPON: (caller) => seesReceipts(caller) && callerMay(caller, 'coupon.reveal'),
};
/** Kinds of search text. */
export const ACCOUNT_SEARCHES = Object.keys(SEARCHES);

/** Those that the caller may use. */
export function accountSearches(caller: Caller): readonly string[] {
  return ACCOUNT_SEARCHES.filter((kind) => SEARCHES[kind]?.(caller));
}

/**
 * Possible meanings of a search text, by its shape and the caller's permissions; never by the data of a hidden field:
 * without the permission, no statement has its columns. Exact meanings come first, then beginnings and parts, then
 * similar names.
 */
export function planAccountSearch(text: string, caller: Caller): SearchPlan {
  const hasContact = seesContact(caller);
  const firebase = own('FIREBASE_ID', FIREBASE_ID.test(text) ? 'EXACT' : 'PART', 'a.firebase_id', text, 'text');
  if (isUuid(text))
    return { tiers: [...own('ID', 'EXACT', 'a.id', text, 'uuid'), ...firebase, ...receiptTiers(text, caller)] };
  if (text.includes('@')) return hasContact ? { tiers: [...addressTiers(text), ...firebase] } : null;
  const isPhone = PHONE.test(text);
  const number = NUMBER.exec(text)?.[1];
  if (isPhone && !hasContact && number === undefined && !UUID_START.test(text)) return null;
  // Only ids have this form, such as 018f0149-2b36.
  if (UUID_START.test(text) && text.includes('-') && !isPhone)
    return { tiers: [...firebase, ...receiptTiers(text, caller), idStart(text)] };
  const tiers: SearchTier[] = [...firebase];
  if (number !== undefined) tiers.push(...numberTiers(number, text.startsWith('#')));
  if (isPhone && hasContact) tiers.push(...phoneTiers(text));
  const receipts = receiptTiers(text, caller);
  const hasDigits = /\d/.test(text);
  if (hasDigits) tiers.push(...receipts);
  // Digits are in no name.
  const words = isPhone ? [] : wordsOf(text);
  if (words.length > 0) tiers.push(exactName(text));
  if (hasContact && !isPhone && ADDRESS_PART.test(text)) tiers.push(addressStart(text));
  if (words.length > 0) tiers.push(nameWords(words));
  if (UUID_START.test(text)) tiers.push(idStart(text));
  if (words.length > 0) tiers.push(nameParts(words));
  // Letters alone are a name first.
  if (!hasDigits) tiers.push(...receipts);
  if (hasContact && !text.includes(' ')) tiers.push(...addressParts(text, isPhone));
  // Words with digits are keys: one with an error is another key.
  if (words.length > 0 && !hasDigits) tiers.push(similarNames(words));
  return { tiers: [...tiers.filter(({ kind }) => kind === 'EXACT'), ...tiers.filter(({ kind }) => kind !== 'EXACT')] };
}

function own(match: string, kind: SearchTier['kind'], sql: string, value: string, cast: string): SearchTier[] {
  return [{ match, kind, condition: (values) => `${sql} = ${values.add(value)}::${cast}` }];
}

function numberTiers(digits: string, isMarked: boolean): SearchTier[] {
  const exact = own('NUMBER', isMarked ? 'EXACT' : 'PART', 'a.public_no', digits, 'bigint');
  if (digits.length < DIGITS_MIN || digits.startsWith('0')) return exact;
  const lengths = Array.from({ length: NUMBER_DIGITS_MAX - digits.length }, (_, index) => 10n ** BigInt(index + 1));
  const ranges = (values: SqlValues): string =>
    `unnest(${values.add(lengths.map((size) => String(BigInt(digits) * size)))}::bigint[], ` +
    `${values.add(lengths.map((size) => String((BigInt(digits) + 1n) * size)))}::bigint[]) as r (low, high)`;
  if (lengths.length === 0) return exact;
  return [
    ...exact,
    {
      match: 'NUMBER_PREFIX',
      kind: 'PART',
      among: {
        table: (values) => `${ranges(values)} join account n on n.public_no >= r.low and n.public_no < r.high`,
        key: 'n.id',
      },
      condition: () => 'true',
      holds: (values) => `exists (select from ${ranges(values)} where a.public_no >= r.low and a.public_no < r.high)`,
    },
  ];
}

/** A phone number in international or national form, its beginning, or its end. */
function phoneTiers(text: string): SearchTier[] {
  // 0046 is another spelling of +46; no number has a zero after the plus.
  const digits = text.replace(/\D/g, '').replace(/^00/, '');
  if (digits === '') return [];
  const tiers: SearchTier[] = [];
  if (digits.length > DIGITS_MIN * 2) tiers.push(...own('PHONE', 'EXACT', 'a.phone_e164', `+${digits}`, 'text'));
  if (!digits.startsWith('0')) tiers.push(start('PHONE_PREFIX', 'a.phone_e164', `+${digits}`));
  if (digits.length < DIGITS_MIN || text.startsWith('+')) return tiers;
  const end = (last: string): SearchTier => kept('PHONE_END', 's.phone_end', [...last].reverse().join(''));
  // The zero of a national number, or one of the last digits.
  const national = digits.replace(/^0/, '');
  if (national.length < NATIONAL_MIN) return [...tiers, end(digits)];
  const between = (column: string, prefix: string): string => `${column} >= ${prefix} and ${column} < ${prefix} || ':'`;
  const prefixes = (values: SqlValues): string =>
    `(select distinct '+' || dial_code || ${values.add(national)}::text as given from country where dial_code is not null) c`;
  return [
    ...tiers,
    {
      match: 'PHONE_PREFIX',
      kind: 'PART',
      among: {
        table: (values) => `${prefixes(values)} join account n on ${between('n.phone_e164', 'c.given')}`,
        key: 'n.id',
      },
      condition: () => 'true',
      holds: (values) => `exists (select from ${prefixes(values)} where ${between('a.phone_e164', 'c.given')})`,
    },
    end(national),
  ];
}

/** A whole address, its beginning, its domain, or the end of its name and the beginning of its domain. */
function addressTiers(text: string): SearchTier[] {
  const at = text.indexOf('@');
  const [name, domain] = [text.slice(0, at), text.slice(at + 1)];
  if (name === '') return domain === '' ? [] : [kept('EMAIL_DOMAIN', 's.email_domain', domain)];
  const isPart = /^[^\s@]{2,}$/.test(name);
  return [
    ...own('EMAIL', 'EXACT', 'a.email_key', text.toLowerCase(), 'text'),
    addressStart(text),
    ...(isPart
      ? [
          addressPart(
            (values) =>
              `s.email_local like lower(${values.add(`%${likeLiteral(name)}`)}) and ${prefixRange('s.email_domain', `lower(${values.add(domain)})`)}`,
          ),
        ]
      : []),
  ];
}

function addressStart(text: string): SearchTier {
  return start('EMAIL_PREFIX', 'a.email_key', text.toLowerCase());
}

/** A part of an address: of its domain from the beginning, or of its name. */
function addressParts(text: string, isPhone: boolean): SearchTier[] {
  if (text.length < ADDRESS_MIN) return [];
  const part = addressPart((values) => `s.email_local like lower(${values.add(`%${likeLiteral(text)}%`)})`);
  return isPhone ? [part] : [kept('EMAIL_DOMAIN', 's.email_domain', text), part];
}

function addressPart(condition: (values: SqlValues) => string): SearchTier {
  return { match: 'EMAIL_PART', kind: 'PART', among: SEARCHED, condition };
}

/** Accounts that used a coupon with a receipt, or a coupon by its whole code. Several words without digits are a name. */
function receiptTiers(text: string, caller: Caller): SearchTier[] {
  const key = couponCodeKey(text);
  const isName = /\s/.test(text) && !/\d/.test(text) && foldCouponCode(text)?.kind !== 'UNIQUE';
  if (!seesReceipts(caller) || text.length < RECEIPT_MIN || isName) return [];
  const used = { table: () => 'coupon_redemption r', key: 'r.account_id' };
  const receipt: SearchTier = {
    match: 'RECEIPT',
    kind: 'PART',
    among: used,
    condition: (values) => `lower(r.order_ref) = lower(${values.add(text)})`,
  };
  if (key === null || !callerMay(caller, 'coupon.reveal')) return [receipt];
  return [
    receipt,
    {
      match: 'COUPON',
      kind: 'PART',
      among: used,
      condition: (values) => `r.coupon_id = (select k.id from coupon k where k.code_key = ${values.add(key)}::text)`,
    },
  ];
}

/** The beginning of an id, completed to the least and the greatest. */
function idStart(text: string): SearchTier {
  const whole = (fill: string): string =>
    text
      .replaceAll('-', '')
      .padEnd(32, fill)
      .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
  return {
    match: 'ID_PREFIX',
    kind: 'PART',
    condition: (values) => `a.id >= ${values.add(whole('0'))}::uuid and a.id <= ${values.add(whole('f'))}::uuid`,
  };
}

const SEARCHED = { table: () => 'account_search s', key: 's.account_id' };

/** The beginning of a key that is kept for searches. */
function kept(match: string, sql: string, value: string): SearchTier {
  const condition = (values: SqlValues): string => prefixRange(sql, `lower(${values.add(value)})`);
  return { match, kind: 'PART', among: SEARCHED, condition, order: sql };
}

/** The beginning of a column of accounts. */
function start(match: string, sql: string, value: string): SearchTier {
  return { match, kind: 'PART', condition: (values) => prefixRange(sql, `${values.add(value)}::text`), order: sql };
}
