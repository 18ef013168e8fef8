import { numberFormat } from './formats.ts';

/** Digits of other scripts, as typed in Arabic and Persian. */
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** A text with Latin digits. */
export const withLatinDigits = (text: string): string =>
  text.replace(DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) % 16));

/** Thousands separators precede three digits; in some languages the earlier ones precede two. */
function isGrouped(whole: string, mark: string): boolean {
  const [first = '', ...others] = whole.split(mark);
  return (
    /^[-\u2212]?\d{1,3}$/.test(first) &&
    others.every((part, at) => (at === others.length - 1 ? /^\d{3}$/ : /^\d{2,3}$/).test(part))
  );
}

/**
 * Parses a number in a language, with or without thousands separators; null for an empty text, undefined for anything
 * else.
 */
export function parseNumber(text: string, locale: string): number | null | undefined {
  const parts = numberFormat(locale, {}).formatToParts(12_345.6);
  const mark = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value ?? '';
  const latin = withLatinDigits(text.trim());
  // "5,50" where a comma separates thousands is a typo, not five hundred and fifty.
  const [whole = '', fraction = ''] = latin.split(mark('decimal'));
  if (fraction.includes(mark('group')) || (whole.includes(mark('group')) && !isGrouped(whole, mark('group'))))
    return undefined;
  const plain = latin
    .replaceAll(mark('group'), '')
    .replace(/[\s\u066c]/g, '')
    .replaceAll(mark('decimal'), '.')
    .replace('\u066b', '.')
    .replace('\u2212', '-');
  if (plain === '') return null;
  return /^-?\d{1,15}(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}
