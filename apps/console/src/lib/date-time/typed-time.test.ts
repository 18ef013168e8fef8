import { describe, expect, it } from 'vitest';
import { readTyped, showTyped, type TypedKind } from './typed-time.ts';

describe('a typed date or time', () => {
  it.each([
    ['date', 'en-US', '2026-11-27', '2026-11-27'],
    ['date', 'en-US', '11/27/2026', '2026-11-27'],
    ['date', 'en-GB', '27/11/2026', '2026-11-27'],
    ['date', 'de-DE', '27.11.2026', '2026-11-27'],
    ['date', 'de-DE', ' 7. 1. 2026 ', '2026-01-07'],
    ['date', 'fr-FR', '7-1-2026', '2026-01-07'],
    ['date', 'ar-EG', '٢٧/١١/٢٠٢٦', '2026-11-27'],
    ['date', 'en-US', '27/11/2026', null],
    ['date', 'de-DE', '31.4.2026', null],
    ['date', 'de-DE', '27.11', null],
    ['date', 'de-DE', '27.11.202', null],
    ['date', 'en-US', 'next week', null],
    ['time', 'de-DE', '18:30', '18:30'],
    ['time', 'de-DE', '8.05', '08:05'],
    ['time', 'fr-FR', '18h30', '18:30'],
    ['time', 'en-US', '6:30 pm', '18:30'],
    ['time', 'en-US', '12 a.m.', '00:00'],
    ['time', 'en-US', '12pm', '12:00'],
    ['time', 'es-ES', '6:30 p. m.', '18:30'],
    ['time', 'ar-EG', '٦:٣٠ م', '18:30'],
    ['time', 'en-US', '10:00:05.250', '10:00:05.250'],
    ['time', 'en-US', '13:00 pm', null],
    ['time', 'en-US', '24:00', null],
    ['time', 'en-US', '18:60', null],
    ['time', 'en-US', '18', null],
    ['time', 'en-US', '6:30 clock', null],
    ['date-time', 'en-US', '2026-11-27T18:30', '2026-11-27T18:30'],
    ['date-time', 'en-US', '11/27/2026, 6:30 PM', '2026-11-27T18:30'],
    ['date-time', 'de-DE', '27.11.2026 18:30', '2026-11-27T18:30'],
    ['date-time', 'de-DE', '27.11.2026', null],
    ['date-time', 'de-DE', '', ''],
  ] as const)('%s in %s: "%s" is %s', (kind, locale, text, value) => {
    expect(readTyped(text, kind, locale)).toBe(value);
  });

  it('may be short when the person is done', () => {
    const year = new Date().getFullYear();
    expect(readTyped('1.2.26', 'date', 'de-DE')).toBeNull();
    expect(readTyped('1.2.26', 'date', 'de-DE', true)).toBe('2026-02-01');
    expect(readTyped(`1.2.${(year + 30) % 100}`, 'date', 'de-DE', true)).toBe(`${year - 70}-02-01`);
    expect(readTyped('18', 'time', 'de-DE', true)).toBe('18:00');
    expect(readTyped('1830', 'time', 'de-DE', true)).toBe('18:30');
  });

  it.each([
    'en-US',
    'en-US-u-hc-h12',
    'en-GB',
    'de-DE',
    'fr-FR',
    'es-ES',
    'ar-EG',
    'ar-EG-u-nu-latn',
    'en-XA',
    'ar-XB',
  ])('is read as it is shown in %s', (locale) => {
    const values: [TypedKind, string][] = [
      ['date', '2026-02-03'],
      ['time', '00:05'],
      ['time', '12:00'],
      ['time', '18:30:15.020'],
      ['date-time', '2026-12-31T23:59'],
    ];
    for (const [kind, value] of values)
      expect(readTyped(showTyped(value, kind, locale), kind, locale), showTyped(value, kind, locale)).toBe(value);
  });

  it.each([
    ['en-US', '11/27/2026 18:30'],
    ['en-US-u-hc-h12', '11/27/2026 6:30 PM'],
    ['de-DE', '27.11.2026 18:30'],
  ])('is shown in the format of %s', (locale, text) => {
    expect(showTyped('2026-11-27T18:30', 'date-time', locale).replace('\u202f', ' ')).toBe(text);
  });
});
