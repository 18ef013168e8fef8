import { describe, expect, it } from 'vitest';
import { parseNumber } from './number-text.ts';

describe('a number as it is typed', () => {
  it.each([
    ['5000', 'en-US', 5000],
    ['1,000,000', 'en-US', 1_000_000],
    ['1.000.000', 'de-DE', 1_000_000],
    ['0,5', 'de-DE', 0.5],
    ['0.5', 'en-US', 0.5],
    ['١٢٣', 'ar-EG', 123],
    ['۴۵', 'fa-IR', 45],
    [' 12 ', 'en-US', 12],
    ['−3', 'en-US', -3],
    ['', 'en-US', null],
  ])('%s in %s is %s', (text, locale, number) => {
    expect(parseNumber(text, locale)).toBe(number);
  });

  it.each(['a dozen', '1e9', '12px', '--1', '1.2.3', '0x10', 'Infinity', '9'.repeat(20)])('%s is none', (text) => {
    expect(parseNumber(text, 'en-US')).toBeUndefined();
  });
});
