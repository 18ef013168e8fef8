import { describe, expect, test } from 'vitest';
import { formatLocale, regionsOf } from './locale.ts';

const date = new Date('2026-11-21T15:05:00Z');
const written = (locale: string) =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' }).format(date)} ${new Intl.NumberFormat(locale).format(1234.5)}`.replaceAll(
    /\s/g,
    ' ',
  );

describe('the tag under which dates and numbers are written', () => {
  test('is the language itself where nothing is chosen', () => {
    expect([formatLocale('en-US'), formatLocale('de-DE', { region: null, clock: null })]).toEqual(['en-US', 'de-DE']);
  });

  test.each([
    ['en-US', { region: 'GB' }, '21/11/2026, 15:05 1,234.5'],
    ['en-US', { clock: 'h23' }, '11/21/26, 15:05 1,234.5'],
    ['de-DE', { region: 'CH', clock: 'h12' }, '21.11.26, 3:05 PM 1’234.5'],
    ['ar-EG', { hasLatinDigits: true, clock: 'h23' }, '21/11/2026, 15:05 1,234.5'],
  ] as const)('%s with %j', (key, choice, expected) => {
    // Marks of direction and kinds of apostrophes differ between browsers.
    const plain = (text: string) =>
      text
        .replaceAll(/[\u200e\u200f]/g, '')
        .replaceAll("'", '’')
        .replaceAll('،', ',');
    expect(plain(written(formatLocale(key, choice)))).toBe(expected);
  });

  test('of a region in which the language has no ways of its own is written as in the language', () => {
    expect(written(formatLocale('de-DE', { region: 'BR' }))).toBe(written('de-DE'));
  });

  test.each(['en-XA', 'ar-XB', 'no tag'])('%s is left alone', (key) => {
    expect(formatLocale(key, { region: 'GB', clock: 'h12' })).toBe(key);
  });

  test('regions are those in which the language is written in ways of its own', () => {
    expect(regionsOf('de-DE')).toEqual(expect.arrayContaining(['AT', 'CH', 'DE', 'LI', 'LU']));
    expect(regionsOf('de-DE')).not.toContain('BR');
    expect(regionsOf('en-US')).toContain('GB');
  });
});
