import { describe, expect, test } from 'vitest';
import { messageParts, messageSamples } from './preview.ts';

describe('pieces of a message', () => {
  test('placeholders, tags and the syntax of choices are separate from readable text', () => {
    const text = 'Hi {name}, <b>{n, plural, one {# row} other {# rows}}</b>!';
    const parts = messageParts(text);
    expect(parts.map(({ text: each }) => each).join('')).toBe(text);
    expect(parts.map(({ kind, text: each }) => [kind, each])).toEqual([
      ['text', 'Hi '],
      ['placeholder', '{name}'],
      ['text', ', '],
      ['tag', '<b>'],
      ['syntax', '{n, plural, one {'],
      ['placeholder', '#'],
      ['text', ' row'],
      ['syntax', '} other {'],
      ['placeholder', '#'],
      ['text', ' rows'],
      ['syntax', '}}'],
      ['tag', '</b>'],
      ['text', '!'],
    ]);
  });

  test('a message that cannot be parsed is a single text', () => {
    expect(messageParts('Broken {name')).toEqual([{ kind: 'text', text: 'Broken {name' }]);
  });

  test.each(['', 'Broken {', '🎁 {name} 🎁'])('%s is unchanged', (text) => {
    expect(
      messageParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});

describe('samples for readers', () => {
  test('each plural form of the language has a number', () => {
    const forms = (locale: string) =>
      messageSamples('{n, plural, other {#}}', locale).map((sample) => [sample.forms[0], sample.number]);
    expect(forms('ar-EG').map(([form]) => form)).toEqual(
      expect.arrayContaining(['zero', 'one', 'two', 'few', 'many', 'other']),
    );
    expect(forms('fr-FR')).toEqual(expect.arrayContaining([['many', 1_000_000]]));
    for (const [form, number] of forms('pl-PL')) {
      expect(new Intl.PluralRules('pl-PL').select(number as number)).toBe(form);
    }
  });

  test('exact numbers, options and names are filled in', () => {
    expect(
      messageSamples('{n, plural, =0 {none} one {a row} other {# rows}}', 'en-US').map(({ text }) => text),
    ).toEqual(['none', 'a row', '2 rows']);
    expect(messageSamples('{who, select, me {I} other {You}} <b>{name}</b>', 'en-US')).toEqual([
      { forms: ['me'], number: null, text: 'I name' },
      { forms: ['other'], number: null, text: 'You name' },
    ]);
    expect(messageSamples('Plain', 'en-US')).toEqual([{ forms: [], number: null, text: 'Plain' }]);
  });

  test.each([
    [
      '{n, plural, =1 {the only} one {a row} other {# rows}}',
      [
        ['=1', 1, 'the only'],
        ['other', 2, '2 rows'],
      ],
    ],
    [
      '{n, plural, =12 {a dozen} one {# row} other {# rows}}',
      [
        ['=12', 12, 'a dozen'],
        ['one', 1, '1 row'],
        ['other', 2, '2 rows'],
      ],
    ],
    [
      '{n, plural, offset:1 =1 {you} one {you and # more} other {you and # more}}',
      [
        ['=1', 1, 'you'],
        ['one', 2, 'you and 1 more'],
        ['other', 3, 'you and 2 more'],
      ],
    ],
    [
      '{n, plural, offset:1 =2 {both} one {you and # more} other {you and # more}}',
      [
        ['=2', 2, 'both'],
        ['other', 3, 'you and 2 more'],
      ],
    ],
    [
      '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
      [
        ['one', 1, '1st'],
        ['two', 2, '2nd'],
        ['few', 3, '3rd'],
        ['other', 4, '4th'],
      ],
    ],
  ])('each form of %s has a number that leads to it', (text, expected) => {
    expect(messageSamples(text, 'en-US').map(({ forms, number, text: seen }) => [forms[0], number, seen])).toEqual(
      expected,
    );
  });

  test('numbers, days and times are examples in the form of the locale', () => {
    const seen = (text: string, locale: string) => messageSamples(text, locale).map((sample) => sample.text);
    expect(seen('{name}: {n, number} on {at, date, short}', 'en-US')).toEqual(['name: 1,234 on 11/21/26']);
    expect(seen('{name}: {n, number} um {at, time, short}', 'de-DE')).toEqual(['name: 1.234 um 15:04']);
  });

  test('nested choices are expanded as well', () => {
    const inner = '{who, select, me {I} other {<b>{name}</b>}}';
    expect(messageSamples(`{n, plural, one {a row} other {${inner}: {at, time, short}}}`, 'de-DE')).toEqual([
      { forms: ['one', 'me'], number: 1, text: 'a row' },
      { forms: ['one', 'other'], number: 1, text: 'a row' },
      { forms: ['other', 'me'], number: 2, text: 'I: 15:04' },
      { forms: ['other', 'other'], number: 2, text: 'name: 15:04' },
    ]);
    expect(messageSamples(`{place, select, here {${inner}} other {}}`, 'de-DE').map(({ text }) => text)).toEqual([
      'I',
      'name',
      '',
      '',
    ]);
  });

  test('a message with many choices has a bounded number of samples', () => {
    const choice = (name: string) => `{${name}, plural, one {a} other {b}}`;
    expect(messageSamples(['a', 'b', 'c', 'd', 'e', 'f'].map(choice).join(''), 'ar-EG')).toHaveLength(12);
  });

  test('a message that cannot be parsed is refused', () => {
    expect(() => messageSamples('Broken {', 'en-US')).toThrow(SyntaxError);
  });
});
