import fc from 'fast-check';
import { expect, test } from 'vitest';
import { capitalized, cutDescription } from './cut-text.ts';

test('a description of 100 characters is kept, one of 101 is cut [spec 2.48, 5.6, 9.1]', () => {
  expect(cutDescription('a'.repeat(100))).toBeNull();
  expect(cutDescription('a'.repeat(101))).toBe(`${'a'.repeat(100)} ...`);
});

test.each([
  ['a family of emoji', '👨‍👩‍👧‍👦'],
  ['a flag', '🇩🇪'],
  ['a letter with an accent of its own', 'e\u0301'],
  ['a Devanagari syllable', 'नि'],
  ['a line break of two characters', '\r\n'],
])('%s is one character and stays whole', (_what, grapheme) => {
  expect(cutDescription(grapheme.repeat(100))).toBeNull();
  expect(cutDescription(grapheme.repeat(101))).toBe(`${grapheme.repeat(100)} ...`);
  expect(cutDescription(`${'a'.repeat(99)}${grapheme}b`)).toBe(`${'a'.repeat(99)}${grapheme} ...`);
});

test('a cut text is always a prefix, without split characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const cut = cutDescription(text);
      if (cut === null) return;
      expect(text.startsWith(cut.slice(0, -4))).toBe(true);
      expect(cut.isWellFormed()).toBe(true);
      expect(cut.endsWith(' ...')).toBe(true);
    }),
  );
});

test('the first letter becomes a capital, by the rules of the language [spec 2.47]', () => {
  expect(capitalized('phone numbers', 'en-US')).toBe('Phone numbers');
  expect(capitalized('istanbul', 'tr-TR')).toBe('İstanbul');
  expect(capitalized('𐐨𐐩', 'en-US')).toBe('𐐀𐐩');
  expect(capitalized('6.14 is out', 'en-US')).toBe('6.14 is out');
  expect(capitalized('', 'en-US')).toBe('');
});
