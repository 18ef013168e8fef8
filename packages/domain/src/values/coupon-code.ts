/**
 * Symbols of a unique code: Crockford's base 32, without the letters that are easily misread (I, L, O) or make words
 * (U).
 */
export const COUPON_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Limits of a coupon code. */
export const COUPON_CODE_LIMITS = {
  /** Random symbols of a unique code, 5 bits each; one check symbol follows. */
  payloadLength: 11,
  /** Without the prefix. */
  uniqueLength: 12,
  prefixMaxLength: 8,
  sharedMinLength: 4,
  sharedMaxLength: 10,
  /** Codes of others from a file; shorter ones could be guessed. */
  ownMinLength: 8,
  ownMaxLength: 20,
  /** Longer texts are rejected, even if most of it is spaces and dashes. */
  inputMaxLength: 64,
} as const;

/** UNIQUE: random, for one person. SHARED: chosen, for many people. Their lengths differ. */
export const COUPON_CODE_KINDS = ['UNIQUE', 'SHARED'] as const;
export type CouponCodeKind = (typeof COUPON_CODE_KINDS)[number];

/** A well-formed code: its lookup key, which is unique, and its kind. */
export interface FoldedCode {
  readonly key: string;
  readonly kind: CouponCodeKind;
}

const BITS = 5;
/** x^5 + x^2 + 1, the polynomial of GF(32). */
const POLYNOMIAL = 0b100101;
const SYMBOL_VALUES = new Map([...COUPON_ALPHABET].map((symbol, value) => [symbol, value]));
/** The value times each power of x up to the eleventh: row by power. */
const PRODUCTS = makeProducts();
const GROUP = /.{4}/g;
const WELL_FORMED = /^[0-9A-Z]{4,20}$/;
/** Spaces, dashes of any script, and invisible characters. */
const SEPARATORS = /[\s\p{Pd}\p{Cf}\u2212_]+/gu;
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
/** Symbols that are easily mistaken for each other, besides those that folding handles. */
const LOOK_ALIKES: readonly (readonly [string, string])[] = [
  ['2', 'Z'],
  ['5', 'S'],
  ['6', 'G'],
  ['8', 'B'],
  ['V', 'U'],
  ['M', 'N'],
  ['0', 'D'],
  ['0', 'Q'],
  ['1', '7'],
];

/**
 * The symbol that makes the weighted sum of a unique code zero: the payload's symbols have the weights a^1 to a^11 from
 * the left, the check symbol a^0. Detects any single wrong symbol and any two swapped symbols.
 * @throws RangeError unless `payload` has the right length and symbols
 */
export function checkSymbol(payload: string): string {
  const symbol = COUPON_ALPHABET[weightedSum(payload)];
  if (payload.length !== COUPON_CODE_LIMITS.payloadLength || symbol === undefined)
    throw new RangeError(`A payload has ${COUPON_CODE_LIMITS.payloadLength} symbols.`);
  return symbol;
}

/**
 * Makes unique codes from random bytes, 11 bytes each, with the prefix in front. All codes are equally likely, since 32
 * divides 256. The bytes must come from a cryptographically secure source.
 */
export function makeCouponCodes(random: Uint8Array, prefix: string): string[] {
  const { payloadLength } = COUPON_CODE_LIMITS;
  const codes: string[] = [];
  for (let start = 0; start + payloadLength <= random.length; start += payloadLength) {
    let code = prefix;
    let sum = 0;
    for (let index = 0; index < payloadLength; index += 1) {
      const value = (random[start + index] ?? 0) & 31;
      code += COUPON_ALPHABET[value];
      sum ^= PRODUCTS[index]?.[value] ?? 0;
    }
    codes.push(code + COUPON_ALPHABET[sum]);
  }
  return codes;
}

/** A code for display: `PRE-XXXX-XXXX-XXXX`; a shared code is unchanged. */
export function formatCouponCode(code: string): string {
  const { uniqueLength } = COUPON_CODE_LIMITS;
  if (code.length < uniqueLength) return code;
  const prefix = code.slice(0, -uniqueLength);
  const groups = code.slice(-uniqueLength).match(GROUP) ?? [];
  return (prefix === '' ? groups : [prefix, ...groups]).join('-');
}

/** Upper case, without spaces and dashes, as typed, pasted or copied from a document. Does not validate. */
export function normaliseCouponCode(text: string): string {
  if (text.length > COUPON_CODE_LIMITS.inputMaxLength) return '';
  return text
    .normalize('NFKC')
    .replace(SEPARATORS, '')
    .replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 15))
    .toUpperCase();
}

/** The form in which codes are compared: O becomes 0, I and L become 1. */
export function foldSymbols(code: string): string {
  return code.replaceAll('O', '0').replace(/[IL]/g, '1');
}

/**
 * The key by which any code is found: generated, shared, or from a file of others, which has no check symbol. Null for
 * wrong symbols or length.
 */
export function couponCodeKey(text: string): string | null {
  const normalised = normaliseCouponCode(text);
  return WELL_FORMED.test(normalised) ? foldSymbols(normalised) : null;
}

/** Parses a code that was generated or shared; null for wrong symbols, length or check symbol. */
export function foldCouponCode(text: string): FoldedCode | null {
  const { uniqueLength, sharedMaxLength } = COUPON_CODE_LIMITS;
  const key = couponCodeKey(text);
  if (key === null) return null;
  if (key.length <= sharedMaxLength) return { key, kind: 'SHARED' };
  return key.length >= uniqueLength && hasRightCheck(key) ? { key, kind: 'UNIQUE' } : null;
}

/**
 * Well-formed keys that a unique code with a wrong check symbol may stand for, with one symbol replaced by a
 * look-alike. Empty for a well-formed code and for anything other than a unique code.
 */
export function lookAlikeKeys(text: string): string[] {
  const { uniqueLength } = COUPON_CODE_LIMITS;
  const key = foldSymbols(normaliseCouponCode(text));
  if (!WELL_FORMED.test(key) || key.length < uniqueLength || hasRightCheck(key)) return [];
  const found: string[] = [];
  for (let index = key.length - uniqueLength; index < key.length; index += 1)
    for (const [one, other] of LOOK_ALIKES) {
      const symbol = key[index];
      const replacement = symbol === one ? other : symbol === other ? one : null;
      if (replacement === null) continue;
      const candidate = key.slice(0, index) + replacement + key.slice(index + 1);
      if (hasRightCheck(candidate)) found.push(candidate);
    }
  return found;
}

function hasRightCheck(key: string): boolean {
  const { payloadLength, uniqueLength } = COUPON_CODE_LIMITS;
  const code = key.slice(-uniqueLength);
  const check = SYMBOL_VALUES.get(code.slice(payloadLength));
  return check !== undefined && weightedSum(code.slice(0, payloadLength)) === check;
}

/** NaN for a symbol outside the alphabet. */
function weightedSum(payload: string): number {
  let sum = 0;
  for (let index = 0; index < payload.length; index += 1) {
    const value = SYMBOL_VALUES.get(payload.charAt(index));
    const product = value === undefined ? undefined : PRODUCTS[index]?.[value];
    if (product === undefined) return Number.NaN;
    sum ^= product;
  }
  return sum;
}

function makeProducts(): readonly (readonly number[])[] {
  const rows: number[][] = [];
  let row = [...COUPON_ALPHABET].map((_symbol, value) => value);
  for (let power = 1; power <= COUPON_CODE_LIMITS.payloadLength; power += 1) {
    row = row.map((value) => {
      const doubled = value << 1;
      return doubled >> BITS === 0 ? doubled : doubled ^ POLYNOMIAL;
    });
    rows.push(row);
  }
  return rows;
}
