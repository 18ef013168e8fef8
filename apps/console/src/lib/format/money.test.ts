import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalText, formatBasisPoints, formatMoney, minorOf } from './money.ts';

describe('money', () => {
  it.each([
    [8_641_250, 'EUR', 'en-US', '€86,412.50'],
    [2_000, 'EUR', 'en-US', '€20'],
    [5, 'EUR', 'en-US', '€0.05'],
    [800, 'JPY', 'en-US', '¥800'],
    [1_234, 'KWD', 'en-US', 'KWD 1.234'],
    [123_456, 'EUR', 'de-DE', '1.234,56 €'],
    // More digits than a number with decimals holds.
    [900_719_925_474_099, 'EUR', 'en-US', '€9,007,199,254,740.99'],
  ])('%d of %s in %s is %s', (minor, currency, locale, text) => {
    expect(formatMoney(minor, currency, locale).replaceAll(/\s/g, ' ')).toBe(text);
  });

  it('the sign of a currency keeps its order among words that run from the right', () => {
    expect(formatMoney(85_000, 'USD', 'ar-EG')).toContain('\u2066US$\u2069');
  });

  it('an input with the decimals of the currency becomes the minor unit, and finer ones are rejected', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), fc.constantFrom(0, 2, 3), (minor, exponent) => {
        expect(minorOf(Number(decimalText(minor, exponent)), exponent)).toBe(minor);
      }),
    );
    expect(minorOf(12.345, 2)).toBeUndefined();
    expect(minorOf(0.5, 0)).toBeUndefined();
  });

  it('shares keep their decimals', () => {
    expect(formatBasisPoints(1_500, 'en-US')).toBe('15%');
    expect(formatBasisPoints(1_250, 'en-US')).toBe('12.5%');
  });
});
