import { describe, expect, test } from 'vitest';
import { chooseLocale, directionOf, fallbackChain, formatLocale, languageKey, matchKey, regionsOf } from './locale.ts';

const date = new Date('2026-11-21T15:05:00Z');
const written = (locale: string) =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' }).format(date)} ${new Intl.NumberFormat(locale).format(1234.5)}`.replaceAll(
    /\s/g,
    ' ',
  );

describe('the tag for formatting dates and numbers', () => {
  test('is the language itself without a choice', () => {
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

  test('of a region without conventions for the language is written as in the language', () => {
    expect(written(formatLocale('de-DE', { region: 'BR' }))).toBe(written('de-DE'));
  });

  test.each(['en-XA', 'ar-XB', 'no tag'])('%s is unchanged', (key) => {
    expect(formatLocale(key, { region: 'GB', clock: 'h12' })).toBe(key);
  });

  test('regions are those with their own conventions for the language', () => {
    expect(regionsOf('de-DE')).toEqual(expect.arrayContaining(['AT', 'CH', 'DE', 'LI', 'LU']));
    expect(regionsOf('de-DE')).not.toContain('BR');
    expect(regionsOf('en-US')).toContain('GB');
  });
});

describe('the first locale [spec 4.21, 4.22, 4.23]', () => {
  const published = ['de-CH', 'en-US', 'de-DE', 'ar-EG'];
  test.each([
    ['is the stored one', 'de-de', ['ar-EG', 'en-US'], 'de-DE'],
    ['is the browser’s where the stored one is not published', 'fr-FR', ['ar-EG', 'de-DE'], 'ar-EG'],
    ['is published exactly', null, ['de-DE', 'ar-EG'], 'de-DE'],
    ['has the language alone', null, ['ar'], 'ar-EG'],
    ['has the language, where the country is not published', null, ['de-AT', 'de', 'en-US', 'en'], 'de-CH'],
    ['has the language, in a country that the browser names later', null, ['de-AT', 'en-US', 'DE-de'], 'de-DE'],
    ['is that of the first language that is published', null, ['fr-FR', 'fr', 'ar-SY', 'de-DE'], 'ar-EG'],
    ['is English where nothing fits', null, ['fr-FR', 'd', ''], 'en-US'],
    ['is English without a wish', null, [], 'en-US'],
  ])('%s', (_name, stored, browser, expected) => {
    expect(chooseLocale({ stored, browser, published })).toBe(expected);
  });
});

test('texts are searched in the requested language, in the same language elsewhere, in English [spec 9.14]', () => {
  expect(fallbackChain('de-AT', ['en-US', 'de-DE', 'ar-EG', 'de-AT'])).toEqual(['de-AT', 'de-DE', 'en-US']);
});

test('a key is found in any case, and nothing is found for nothing', () => {
  expect(matchKey('DE-de', ['en-US', 'de-DE'])).toBe('de-DE');
  for (const wanted of [null, undefined, '', 'de', 'undefined']) expect(matchKey(wanted, ['de-DE'])).toBeUndefined();
});

test('the key of a published language consists of language and country [spec 3.11]', () => {
  const entry = { language: { iso639_1: 'PT', country_code: 'br', name: 'Português' }, file_path: 'x' };
  expect(languageKey(entry)).toBe('pt-BR');
});

test('languages of these scripts are written from right to left, and no others', () => {
  const rightToLeft = ['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'nqo', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi'];
  for (const language of rightToLeft)
    expect([directionOf(language), directionOf(`${language.toUpperCase()}-XX`)]).toEqual(['rtl', 'rtl']);
  for (const key of ['en-US', 'de-DE', 'are-AU', '']) expect(directionOf(key)).toBe('ltr');
});
