import { withPlainDigits } from './digits.ts';

/** Decimal marks. The other one groups thousands. */
export const DECIMAL_MARKS = ['POINT', 'COMMA'] as const;

const PATTERNS = {
  POINT: /^[+-]?(?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d+)(?:\.\d+)?$/,
  COMMA: /^[+-]?(?:\d{1,3}(?:\.\d{2,3})*\.\d{3}|\d+)(?:,\d+)?$/,
} as const;
/** Signs of groups that are never decimal marks: spaces, apostrophes, and the Arabic one. */
const GROUPS = /(?<=\d)[\s'’٬](?=\d{3}(?!\d))/g;

/** The number that a text means with each decimal mark with which it is one. */
export function readNumber(given: string): Partial<Record<(typeof DECIMAL_MARKS)[number], number>> {
  const text = withPlainDigits(given).replace(/^[−–]/, '-').replace(GROUPS, '');
  if (/^[+-]?\d{1,16}$/.test(text)) return { POINT: Number(text), COMMA: Number(text) };
  if (text.length > 40) return {};
  const number = (digits: string) => Number(digits);
  if (text.includes('٫')) {
    const value = number(text.replaceAll(/[.,]/g, '').replace('٫', '.'));
    return Number.isNaN(value) ? {} : { POINT: value, COMMA: value };
  }
  return {
    ...(PATTERNS.POINT.test(text) && !/^[+-]?0,/.test(text) && { POINT: number(text.replaceAll(',', '')) }),
    ...(PATTERNS.COMMA.test(text) &&
      !/^[+-]?0\./.test(text) && { COMMA: number(text.replaceAll('.', '').replace(',', '.')) }),
  };
}
