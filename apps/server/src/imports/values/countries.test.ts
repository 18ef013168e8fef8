import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { CountryNames } from './countries.ts';

const countries = new CountryNames([
  { code: 'DE', names: ['Germany', 'Deutschland'] },
  { code: 'JE', names: ['Springfield'] },
  { code: 'GG', names: ['Springfield'] },
]);

describe('a country', () => {
  it.each([
    ...[
      ['DE', 'DE'],
      ['de', 'DE'],
      ['DEU', 'DE'],
      ['Germany', 'DE'],
      ['GERMANY ', 'DE'],
      ['Allemagne', 'DE'],
      ['ألمانيا', 'DE'],
    ],
    ...[
      ['UK', 'GB'],
      ['Great Britain', 'GB'],
      ['England', 'GB'],
      ['USA', 'US'],
      ['U.S.A.', 'US'],
      ['EE. UU.', 'US'],
    ],
    ...[
      ['Holland', 'NL'],
      ['the Netherlands', 'NL'],
      ['Cote d Ivoire', 'CI'],
      ['Türkei', 'TR'],
      ['EL', 'GR'],
    ],
    ...[
      ['DD', 'DE'],
      ['Burma', 'MM'],
      ['ZAR', 'CD'],
      ['Kosovo', 'XK'],
      ['Vereinigte Staaten', 'US'],
      ['مصر', 'EG'],
    ],
  ])('"%s" is %s', (text, value) => {
    expect(countries.parse(text)).toEqual({ value });
  });

  it('is known by code, alpha-3 and name in each of the languages', () => {
    for (const [code = '', alpha3 = ''] of codes) {
      expect([countries.parse(code), countries.parse(alpha3.toLowerCase())]).toEqual([
        { value: code },
        { value: code },
      ]);
      // Congo is the name of two.
      if (code !== 'CG')
        for (const language of ['ar-EG', 'de-DE', 'en-US', 'es-ES', 'fr-FR']) {
          const name = new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? '';
          expect(countries.parse(name), name).toEqual({ value: code });
        }
    }
  });

  it.each([
    ['SU', { rule: 'country-former', params: { values: expect.stringMatching(/RU.*UA|UA.*RU|RU/) } }],
    ['YU', { rule: 'country-former', params: { values: 'ME, RS' } }],
    ['CS', { rule: 'country-former', params: { values: 'CZ, SK, ME, RS' } }],
    ['Yugoslavia', { rule: 'country-former', params: { values: 'ME, RS' } }],
    ['Germny', { rule: 'unknown', suggestion: 'Germany' }],
    ['Deutshland', { rule: 'unknown', suggestion: 'Deutschland' }],
    ['Congo', { rule: 'ambiguous', params: { values: 'CG, CD' } }],
    ['Springfield', { rule: 'ambiguous', params: { values: 'JE, GG' } }],
    ['Atlantis', { rule: 'unknown' }],
    ['XX', { rule: 'unknown' }],
    ['?', { rule: 'unknown' }],
    ['constructor', { rule: 'unknown' }],
  ])('"%s" is refused with what fits', (text, problem) => {
    expect(countries.parse(text)).toEqual({ problem });
  });
});
