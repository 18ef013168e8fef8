/** Digits of other scripts, as they are typed in Arabic and Persian. */
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/**
 * The number that a text says in a language, with or without marks between thousands; null for an empty text, undefined for anything else.
 */
export function parseNumber(text: string, locale: string): number | null | undefined {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.6);
  const mark = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value ?? '';
  const plain = text
    .replace(DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) % 16))
    .replaceAll(mark('group'), '')
    .replace(/[\s\u066c]/g, '')
    .replaceAll(mark('decimal'), '.')
    .replace('\u066b', '.')
    .replace('\u2212', '-');
  if (plain === '') return null;
  return /^-?\d{1,15}(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}
