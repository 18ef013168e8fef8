import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  COUPON_ALPHABET,
  checkSymbol,
  foldCouponCode,
  foldSymbols,
  formatCouponCode,
  lookAlikeKeys,
  makeCouponCodes,
  normaliseCouponCode,
} from './coupon-code.ts';
import { sharedCode } from './shared-code.ts';

const VECTORS = [
  ['7K3M9QXTWBR', 'B'],
  ['ZZZZZZZZZZZ', 'K'],
  ['01234567ABC', 'Q'],
] as const;
const CODES = 300;

const random = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(11 * count));
const replaced = (code: string, index: number, symbol: string): string =>
  code.slice(0, index) + symbol + code.slice(index + 1);

it('gives the check symbols of the vectors [coupons 1]', () => {
  for (const [payload, check] of VECTORS) {
    expect(checkSymbol(payload)).toBe(check);
    expect(foldCouponCode(payload + check)).toEqual({ key: payload + check, kind: 'UNIQUE' });
  }
  expect(() => checkSymbol('7K3M9QXTWB')).toThrow(RangeError);
  expect(() => checkSymbol('7K3M9QXTWBU')).toThrow(RangeError);
});

it('detects every single wrong symbol of every code [coupons 1]', () => {
  let errors = 0;
  for (const code of makeCouponCodes(random(CODES), ''))
    for (let index = 0; index < code.length; index += 1)
      for (const symbol of COUPON_ALPHABET) {
        if (symbol === code[index]) continue;
        errors += 1;
        if (foldCouponCode(replaced(code, index, symbol)) !== null) expect.fail(`${code} at ${index}: ${symbol}`);
      }
  expect(errors).toBe(CODES * 12 * 31);
});

it('detects every two swapped symbols, near or far [coupons 1]', () => {
  let swaps = 0;
  for (const code of makeCouponCodes(random(CODES), ''))
    for (let one = 0; one < 12; one += 1)
      for (let other = one + 1; other < 12; other += 1) {
        if (code[one] === code[other]) continue;
        swaps += 1;
        const swapped = replaced(replaced(code, one, code.charAt(other)), other, code.charAt(one));
        if (foldCouponCode(swapped) !== null) expect.fail(`${code}: ${one} and ${other}`);
      }
  expect(swaps).toBeGreaterThan(CODES * 60);
});

it('accepts one in 32 random texts, and no other share', () => {
  let passed = 0;
  const texts = 200_000;
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  let state = new DataView(bytes.buffer).getUint32(0) | 1;
  const next = (): number => {
    state = Math.imul(state, 1_664_525) + 1_013_904_223;
    return (state >>> 27) & 31;
  };
  for (let count = 0; count < texts; count += 1) {
    let text = '';
    for (let index = 0; index < 12; index += 1) text += COUPON_ALPHABET[next()];
    if (foldCouponCode(text) !== null) passed += 1;
  }
  expect(passed / texts).toBeGreaterThan(1 / 32 - 0.003);
  expect(passed / texts).toBeLessThan(1 / 32 + 0.003);
});

it('makes well-formed codes in which each symbol is equally likely', () => {
  // As many per call as the source of random bytes can fill.
  const codes = Array.from({ length: 4 }, () => makeCouponCodes(random(5_000), 'XMAS')).flat();
  expect(codes).toHaveLength(20_000);
  expect(new Set(codes).size).toBe(20_000);
  const counts = new Map<string, number>();
  for (const code of codes) {
    expect(code).toMatch(/^XMAS[0-9A-HJKMNP-TV-Z]{12}$/);
    expect(foldCouponCode(code)).toEqual({ key: foldSymbols(code), kind: 'UNIQUE' });
    for (const symbol of code.slice(4)) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  }
  expect(counts.size).toBe(32);
  // 7,500 of each are expected; six standard deviations are 512.
  for (const count of counts.values()) expect(Math.abs(count - 7_500)).toBeLessThan(512);
  expect(makeCouponCodes(new Uint8Array(11), '')).toEqual(['000000000000']);
  expect(makeCouponCodes(new Uint8Array(10), '')).toEqual([]);
});

it('formats codes in groups and accepts them however they are typed', () => {
  expect(formatCouponCode('7K3M9QXTWBRB')).toBe('7K3M-9QXT-WBRB');
  expect(formatCouponCode('SUMMER7K3M9QXTWBRB')).toBe('SUMMER-7K3M-9QXT-WBRB');
  expect(formatCouponCode('NINJA20')).toBe('NINJA20');
  const meant = { key: '7K3M9QXTWBRB', kind: 'UNIQUE' };
  for (const text of [
    '7k3m-9qxt-wbrb',
    ' 7K3M 9QXT WBRB\n',
    '7K3M\u20139QXT\u2014WBRB',
    '7K3M\u22129QXT\u2212WBRB',
    '7K3M\u00a09QXT\u202fWBRB\ufeff',
    '\u200e7K3M\u200b9QXT\u00adWBRB',
    '７Ｋ３Ｍ－９ＱＸＴ－ＷＢＲＢ',
    '٧K٣M-٩QXT-WBRB',
    '7K3M_9QXT_WBRB',
  ])
    expect(foldCouponCode(text), JSON.stringify(text)).toEqual(meant);
  const zeros = `0${'1'.repeat(10)}`;
  const code = zeros + checkSymbol(zeros);
  expect(foldCouponCode(`o${'iL'.repeat(5)}${code.at(-1)}`)).toEqual({ key: code, kind: 'UNIQUE' });
});

it('treats any spacing, dashes, case and look-alikes as the same code', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 11, maxLength: 11 }),
      fc.array(fc.constantFrom('', ' ', '-', '\u2011', '\u2212', '\u200b'), { minLength: 12, maxLength: 12 }),
      fc.array(fc.nat(2), { minLength: 12, maxLength: 12 }),
      (bytes, separators, ways) => {
        const [code = ''] = makeCouponCodes(bytes, '');
        const typed = [...code].map((symbol, index) => {
          const spelling = symbol === '0' ? '0Oo' : symbol === '1' ? 'iLI' : symbol + symbol.toLowerCase() + symbol;
          return spelling.charAt(ways[index] ?? 0) + (separators[index] ?? '');
        });
        expect(foldCouponCode(typed.join(''))).toEqual({ key: code, kind: 'UNIQUE' });
      },
    ),
  );
});

it('distinguishes kinds by length and rejects malformed codes', () => {
  expect(foldCouponCode('ninja-20')).toEqual({ key: 'N1NJA20', kind: 'SHARED' });
  expect(foldCouponCode('ABC')).toBeNull();
  expect(foldCouponCode('ABCDEFGHJKM')).toBeNull();
  expect(foldCouponCode(`${'A'.repeat(9)}7K3M9QXTWBRB`)).toBeNull();
  expect(foldCouponCode('PROMO207K3M9QXTWBRB')).toEqual({ key: 'PR0M0207K3M9QXTWBRB', kind: 'UNIQUE' });
  for (const text of [
    '',
    ' ',
    "7K3M9QXTWBR'",
    '7K3M9QXTWBR%',
    'ÄÖÜÄ',
    '\ud800AAAA',
    '\0AAAA',
    '😀AAAA',
    'constructor.name',
  ])
    expect(foldCouponCode(text), JSON.stringify(text)).toBeNull();
  expect(foldCouponCode('-'.repeat(100_000))).toBeNull();
  expect(normaliseCouponCode(`${' '.repeat(60)}ABCDE`)).toBe('');
});

it('suggests the intended codes for a mistyped one', () => {
  const [code = ''] = makeCouponCodes(new Uint8Array([8, 5, 2, 9, 3, 30, 22, 16, 7, 12, 6]), 'P');
  expect(code).toMatch(/^P8529/);
  expect(lookAlikeKeys(code)).toEqual([]);
  for (const [index, wrong] of [
    [1, 'B'],
    [2, 'S'],
    [3, 'Z'],
  ] as const) {
    const found = lookAlikeKeys(replaced(code, index, wrong));
    expect(found).toContain(foldSymbols(code));
    for (const key of found) expect(foldCouponCode(key)).not.toBeNull();
  }
  expect(lookAlikeKeys('NINJA20')).toEqual([]);
  expect(lookAlikeKeys("7K3M9QXTWBR'")).toEqual([]);
});

it('restricts streamers to codes that cannot be misread', () => {
  expect(sharedCode.parse(' ninja-20 ')).toBe('NINJA20');
  for (const [text, rule] of [
    ['ABC', 'shared-code'],
    ['ABCDEFGHIJK', 'shared-code'],
    ['NINJÄ', 'shared-code'],
    ['PROMO', 'reserved-word'],
    ['pr0m0', 'reserved-word'],
    ['ADM1N', 'reserved-word'],
  ]) {
    const parsed = sharedCode.safeParse(text);
    expect(parsed.error?.issues[0]?.message, text).toBe(rule);
  }
});
