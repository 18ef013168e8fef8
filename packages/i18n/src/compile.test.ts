import { describe, expect, test } from 'vitest';
import { compileMessage, compileMessages, namesIn } from './compile.ts';

describe('a message', () => {
  test('without syntax is the text itself; any other is parsed, without locations', () => {
    expect(compileMessage('Save "all" (1)')).toBe('Save "all" (1)');
    expect(compileMessage('{a}')).toEqual([{ type: 1, value: 'a' }]);
  });

  test('has the names of its placeholders and tags, however deep', () => {
    expect([...namesIn('{a}')]).toEqual([]);
    const text = '{a} <b>{c, number}</b> {n, plural, one {# {d}} other {#}} {k, select, x {{e}} other {}}';
    expect([...namesIn(compileMessage(text))]).toEqual(['a', '<b>', 'c', 'n', 'd', 'k', 'e']);
  });
});

test('texts that cannot be displayed are skipped and reported', () => {
  const reference = { plain: 'Hello', compiled: compileMessage('{a} <b>x</b>') };
  const { messages, problems } = compileMessages(
    { plain: 'Hallo {a} {b}', compiled: '<b>y</b> {a}', own: '{anything}', broken: '{' },
    reference,
  );
  expect(Object.keys(messages)).toEqual(['compiled', 'own']);
  expect(problems.map(({ message }) => message)).toEqual([
    'Malformed message plain: unknown placeholder a, b',
    'Malformed message broken: EXPECT_ARGUMENT_CLOSING_BRACE',
  ]);
  expect(problems[1]?.cause).toBeInstanceOf(SyntaxError);
});
