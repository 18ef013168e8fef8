import { describe, expect, test } from 'vitest';
import { checkMessage, MESSAGE_RULES } from './check.ts';

const check = (text: string, source: string | null, locale = 'en-US') =>
  checkMessage(text, { locale, source }).map(({ rule, params }) => [rule, params]);

test('the rules have these names', () => {
  expect(MESSAGE_RULES).toEqual([
    'message-syntax',
    'message-strange',
    'message-lacking',
    'message-kind',
    'message-forms',
  ]);
});

describe('a text that can be displayed', () => {
  test.each([
    ['plain', 'Save', 'Speichern'],
    ['itself the English text', null, '{name} has {count, plural, one {# row} other {# rows}}'],
    ['with the placeholders and tags of English in another order', '{a} <b>{n, number}</b>', '<b>{n, number}</b> {a}'],
    ['that writes a number as a choice of forms', '{n, number}', '{n, plural, one {#} other {#}}'],
    ['that writes a date as a time', '{at, date}', '{at, time}'],
    ['that writes as a date what English only shows', '{at}', '{at, date}'],
    ['with one form for all numbers', '{n, plural, one {#} other {#}}', '{n, plural, other {#}}'],
    ['of an English text that cannot be read', '{', '{name}'],
  ])('%s', (_name, source, text) => {
    expect(check(text, source)).toEqual([]);
  });
});

describe('a text is refused', () => {
  test('that cannot be parsed, with the reason', () => {
    expect(check('{name', 'x')).toEqual([['message-syntax', { detail: 'EXPECT_ARGUMENT_CLOSING_BRACE' }]]);
  });

  test.each([
    ['{a} {b} <i>x</i>', 'x', [['message-strange', { names: 'a, b, <i>' }]]],
    ['x', '{a} <b>{c}</b>', [['message-lacking', { names: 'a, <b>, c' }]]],
    ['{n, plural, one {#} other {{a}}}', '{n, number}', [['message-strange', { names: 'a' }]]],
    ['{k, select, a {<i>{x}</i>} other {}}', '{k, select, a {} other {}}', [['message-strange', { names: '<i>, x' }]]],
    ['{n, date}', '{n, number}', [['message-kind', { names: 'n' }]]],
    ['<b>{n, select, a {x} other {y}}</b>', '<b>{n, number}</b>', [['message-kind', { names: 'n' }]]],
    [
      '{k, plural, one {{n, date}} other {x}}',
      '{k, plural, one {{n, number}} other {x}}',
      [['message-kind', { names: 'n' }]],
    ],
    ['{n, number} {n, date}', '{n, number}', [['message-kind', { names: 'n' }]]],
    [
      '{k, select, a {{n, date}} other {}}',
      '{k, select, a {{n, number}} other {}}',
      [['message-kind', { names: 'n' }]],
    ],
  ])('%s for %s', (text, source, expected) => {
    expect(check(text, source)).toEqual(expected);
  });

  test.each([
    ['ar-EG', '{n, plural, one {#} other {#}}', 'few, many, two, zero'],
    ['de-DE', '<b>{n, plural, =0 {x} other {#}}</b>', 'one'],
    ['en-US', '{k, select, a {{n, selectordinal, one {#st} other {#th}}} other {}}', 'few, two'],
  ])('of %s without a form of number that the language has', (locale, text, forms) => {
    const problems = checkMessage(text, { locale, source: text });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.rule).toBe('message-forms');
    expect(problems[0]?.params['forms']?.split(', ').sort().join(', ')).toBe(forms);
  });
});
