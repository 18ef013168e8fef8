import { describe, expect, it } from 'vitest';
import { parseNumber } from './number-text.ts';

describe('a number as typed', () => {
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
    ['-1,234.5', 'en-US', -1_234.5],
    ['12,34,567', 'en-IN', 1_234_567],
    ['1 234,5', 'fr-FR', 1_234.5],
    ['', 'en-US', null],
  ])('%s in %s is %s', (text, locale, number) => {
    expect(parseNumber(text, locale)).toBe(number);
  });

  it.each([
    ['5,50', 'en-US'],
    ['1.5', 'de-DE'],
    ['1,2345', 'en-US'],
    ['1.5,000', 'en-US'],
  ])('%s in %s is rejected as a typo', (text, locale) => {
    expect(parseNumber(text, locale)).toBeUndefined();
  });

  it.each(['a dozen', '1e9', '12px', '--1', '1.2.3', '0x10', 'Infinity', '9'.repeat(20)])('%s is none', (text) => {
    expect(parseNumber(text, 'en-US')).toBeUndefined();
  });
});
