import { accountRecord } from '@backcounter/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasCardNumber, REMOVED_CARD, withoutCardNumbers } from './card-numbers.ts';
import { CountryNames } from './countries.ts';
import { readDate } from './dates.ts';
import { parseEmail } from './emails.ts';
import { FORMATS, FormatSurvey } from './formats.ts';
import { parseLocale } from './locales.ts';
import { readNumber } from './numbers.ts';
import { parsePhone } from './phones.ts';
import { parseZone } from './zones.ts';

const LANGUAGES = ['ar-EG', 'de-DE', 'en-US', 'es-ES', 'fr-FR'];
const aDay = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const choices = (kind: 'DATE' | 'WHOLE', texts: readonly string[]) => {
  const survey = new FormatSurvey(kind);
  for (const text of texts) survey.add(text);
  return survey.choices;
};

describe('dates', () => {
  it('written in any order and with any sign are that day in this order, or refused', () => {
    fc.assert(
      fc.property(aDay, fc.constantFrom('.', '/', '-', ' ', '. '), (day, sign) => {
        const [year = '', month = '', date = ''] = day.split('-');
        expect(readDate([date, month, year].join(sign)).DMY).toBe(day);
        expect(readDate([month, date, year].join(sign)).MDY).toBe(day);
        expect(readDate([year, month, date].join(sign)).YMD).toBe(day);
      }),
    );
  });

  it('with the name of the month in one of the languages are that day in any order', () => {
    fc.assert(
      fc.property(
        aDay,
        fc.constantFrom(...LANGUAGES),
        fc.constantFrom('long', 'medium', 'full'),
        (day, language, dateStyle) => {
          const text = new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' }).format(new Date(day));
          const isNumeric = !/\p{L}{2}/u.test(text);
          if (!isNumeric) expect(new Set(Object.values(readDate(text))), text).toEqual(new Set([day]));
        },
      ),
    );
  });

  it('are never another day than one of the orders says, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        for (const day of Object.values(readDate(text))) expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      }),
    );
  });

  it.each([
    [['1.2.2003', '13.2.2003'], ['DMY']],
    [['1.2.2003', '2.13.2003'], ['MDY']],
    [
      ['1.2.2003', '3.4.2005'],
      ['DMY', 'MDY'],
    ],
    [
      ['01.02.03', '03.04.05'],
      ['DMY', 'MDY', 'YMD'],
    ],
    [['1.1.2003', '2003-05-06'], []],
    [['13.1.2003', '1.13.2003'], []],
    [
      ['13.1.2003', '1.13.2003', '1.2.2003'],
      ['DMY', 'MDY', 'YMD'],
    ],
    [['', 'x', '12'], []],
  ])('%j leave %j', (texts, left) => {
    expect(choices('DATE', texts)).toEqual(left);
  });

  it('at another time than midnight of an offset are refused', () => {
    expect([readDate('1990-12-31T23:00:00Z'), readDate('1990-12-31T00:00:00+02:00').DMY]).toEqual([{}, '1990-12-31']);
  });
});

describe('numbers', () => {
  it('written in a language are that number with its decimal mark', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.constantFrom(...LANGUAGES, 'de-CH', 'ar-u-nu-arab'),
        (hundredths, language) => {
          const value = hundredths / 100;
          const text = new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(value);
          expect(Object.values(readNumber(text)), text).toContain(value);
        },
      ),
    );
  });

  it.each([
    [['1.234'], ['POINT', 'COMMA']],
    [['1.234', '1,5'], ['COMMA']],
    [['1,234', '1,234,567'], ['POINT']],
    [['1 234', '5'], []],
  ])('%j leave %j', (texts, left) => {
    expect(choices('WHOLE', texts)).toEqual(left);
  });

  it('have a reader for each format of each kind', () => {
    for (const { all, read } of Object.values(FORMATS))
      expect(Object.keys(read('2001-02-03')).length + all.length).toBeGreaterThan(1);
  });
});

it.each([
  ['+49 (0)30 / 123 45 67', 'US', '+49301234567'],
  ['0049 30 1234567', null, '+49301234567'],
  ['\u200e+٢٠٢١٢٣٤٥٦٧٨', null, '+20212345678'],
  ['301234567', 'DE', '+49301234567'],
  ['(415) 555-0123', 'US', '+14155550123'],
])('the phone number %s of %s is %s', (text, region, value) => {
  expect(parsePhone(text, region)).toEqual({ value });
});

it.each([
  ['030 1234567', null, 'phone-country'],
  ['4.93012E+11', 'DE', 'phone-rounded'],
  ['123', 'DE', 'phone-short'],
  ['030 123456789012345', 'DE', 'phone-long'],
  ['+49 30 1234567 ext. 5', 'DE', 'phone-extension'],
  ['(115) 555-0123', 'US', 'phone-invalid'],
  ['call me', 'DE', 'phone-e164'],
])('the phone number %s of %s breaks %s', (text, region, rule) => {
  expect(parsePhone(text, region)).toMatchObject({ problem: { rule } });
});

it.each([
  ['Ada <ada@example.org>', { value: 'ada@example.org' }],
  ['mailto:ada@bücher.example.', { value: 'ada@xn--bcher-kva.example' }],
  ['a@b.example; c@d.example', { problem: { rule: 'email-several', suggestion: 'a@b.example' } }],
  ['ada..s@example.org', { problem: { rule: 'email', suggestion: 'ada.s@example.org' } }],
  ['müller@example.org', { problem: { rule: 'email' } }],
])('the address %s is read as %j', (text, parsed) => {
  expect(parseEmail(text, accountRecord.rules.email)).toEqual(parsed);
});

it.each([
  ['de_DE.UTF-8', { value: 'de-DE' }],
  ['Allemand', { value: 'de' }],
  ['Deutsch (Schweiz)', { value: 'de-CH' }],
  ['deu', { value: 'de' }],
  ['zh-Hans', { problem: { rule: 'locale', suggestion: 'zh-CN' } }],
  ['Germn', { problem: { rule: 'locale', suggestion: 'German' } }],
])('the language %s is read as %j', (text, parsed) => {
  expect(parseLocale(text, new CountryNames([]))).toEqual(parsed);
});

it.each([
  ['(UTC+01:00) Amsterdam, Berlin, Bern', 'DE', 'Europe/Berlin'],
  ['W. Europe Standard Time', 'AT', 'Europe/Vienna'],
  ['+02:00', 'DE', 'Europe/Berlin'],
  ['(GMT-08:00) Pacific', 'US', 'America/Los_Angeles'],
  ['CET', 'FR', 'Europe/Paris'],
  ['EST', 'US', 'America/New_York'],
  ['+01:00', null, undefined],
])('the zone %s of %s is refused and offered %s', (text, region, suggestion) => {
  expect(parseZone(text, region)).toMatchObject({
    problem: suggestion === undefined ? { rule: 'timezone' } : { suggestion },
  });
});

describe('a payment card number', () => {
  const aCard = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 11, maxLength: 17 }))
    .map(([first, others]) => {
      const digits = [first, ...others];
      const sum = digits
        .toReversed()
        .reduce((all, digit, place) => all + (place % 2 === 0 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit), 0);
      return [...digits, (10 - (sum % 10)) % 10].join('');
    });
  const aText = fc.string({ maxLength: 20 }).filter((text) => !/[\p{Nd}+]/u.test(text));

  it('is found and removed in any text, also with spaces, dashes and Arabic digits', () => {
    fc.assert(
      fc.property(
        aCard,
        aText,
        aText,
        fc.constantFrom('', ' ', '-', '\u00a0'),
        fc.integer({ min: 1, max: 6 }),
        fc.boolean(),
        (card, before, after, sign, group, isArabic) => {
          const grouped = card.match(new RegExp(`.{1,${group}}`, 'g'))?.join(sign) ?? '';
          const typed = isArabic
            ? grouped.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))
            : grouped;
          const text = `${before}${typed}${after}`;
          expect(hasCardNumber(text)).toBe(true);
          expect(withoutCardNumbers(text)).not.toContain(typed);
          expect(hasCardNumber(withoutCardNumbers(text))).toBe(true);
        },
      ),
    );
  });

  it.each([
    '1234567890123',
    '0000000000000',
    '41111111111111110000',
    '+4915123456788',
    '2024-05-06',
    `a${REMOVED_CARD.slice(1)}`,
  ])('is not "%s"', (text) => {
    expect([hasCardNumber(text), withoutCardNumbers(text)]).toEqual([false, text]);
  });
});
