import { expect, test } from 'vitest';
import { flattenMessages, isPlainText, MESSAGE_LIMITS, writeMessageFile } from './messages.ts';

test('files may be flat or nested; anything but texts is skipped', () => {
  const file = JSON.parse(
    '{"a":{"b":"x","c":{"d":"y"}},"e.f":"z","n":1,"l":["q"],"__proto__":{"polluted":"yes"}}',
  ) as unknown;
  expect({ ...flattenMessages(file) }).toEqual({ 'a.b': 'x', 'a.c.d': 'y', 'e.f': 'z', '__proto__.polluted': 'yes' });
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(Object.keys(flattenMessages(JSON.parse('{"__proto__":"x","a":"y"}')))).toEqual(['a']);
  expect(Object.keys(flattenMessages({ a: 'x'.repeat(MESSAGE_LIMITS.characters + 1), b: 'y' }))).toEqual(['b']);
});

test('equal texts make equal files, in any order', () => {
  const file = writeMessageFile({ b: '"', a: 'ä' });
  expect(file).toBe(writeMessageFile({ a: 'ä', b: '"' }));
  expect(file).toBe('{\n"a":"ä",\n"b":"\\""\n}\n');
});

test('a file may hold 20,000 texts of 10,000 characters, nested ten deep; the rest is skipped', () => {
  expect(MESSAGE_LIMITS).toEqual({ messages: 20_000, characters: 10_000, depth: 10 });
  expect(Object.keys(flattenMessages({ a: 'x'.repeat(10_000), b: 'x'.repeat(10_001) }))).toEqual(['a']);
  const nested = (depth: number): unknown => (depth === 0 ? 'x' : { k: nested(depth - 1) });
  expect(Object.keys(flattenMessages(nested(10)))).toEqual(['k.k.k.k.k.k.k.k.k.k']);
  expect(flattenMessages(nested(11))).toEqual({});
  const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`k${index}`, 'x']));
  expect(Object.keys(flattenMessages(many))).toHaveLength(20_000);
});

test.each([['text'], [null], [7], [true], [['x']], [{ '': 'x', a: null, b: true, c: [{ d: 'x' }] }]])(
  '%j has no texts',
  (file) => {
    expect(Object.keys(flattenMessages(file))).toEqual([]);
  },
);

test.each(['{', '}', '<', "'"])('a text with %s has syntax', (sign) => {
  expect([isPlainText('Save "all" > #1'), isPlainText(`a${sign}b`)]).toEqual([true, false]);
});
