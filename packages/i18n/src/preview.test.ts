import { describe, expect, test } from 'vitest';
import { messageParts, messageSamples } from './preview.ts';

describe('pieces of a message', () => {
  test('placeholders, tags and the syntax of choices stand apart from what people read', () => {
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

  test.each(['', 'Broken {', '🎁 {name} 🎁'])('%s stays as it is written', (text) => {
    expect(
      messageParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});

describe('what readers see', () => {
  test('each plural form that the language tells apart has a number', () => {
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

  test('a message with many choices has a bounded number of samples', () => {
    const choice = (name: string) => `{${name}, plural, one {a} other {b}}`;
    expect(messageSamples(['a', 'b', 'c', 'd', 'e', 'f'].map(choice).join(''), 'ar-EG')).toHaveLength(12);
  });

  test('what cannot be read is refused', () => {
    expect(() => messageSamples('Broken {', 'en-US')).toThrow(SyntaxError);
  });
});
