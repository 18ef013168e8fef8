import { expect, it } from 'vitest';
import { verdictOf } from './verdict.ts';

it.each([
  ['ms', 100, 110, 'equal'],
  ['ms', 100, 111, 'slower'],
  ['ms', 110, 100, 'equal'],
  ['ms', 111, 100, 'faster'],
  ['requests/s', 100, 90.9, 'slower'],
  ['requests/s', 100, 111, 'faster'],
  ['MB', 10, 12, 'larger'],
  ['MB', 12, 10, 'smaller'],
  ['x', 3.1, 2.5, 'smaller'],
  ['ms', 0, 0, 'equal'],
])('of %s %d before and %d after are %s', (unit, before, after, word) => {
  expect(verdictOf(unit, before, after).word).toBe(word);
});

it.each(['statements', 'round trips'])('%s are equal only where they are the same', (unit) => {
  expect(verdictOf(unit, 100, 100)).toEqual({ ratio: 1, word: 'equal' });
  expect(verdictOf(unit, 100, 101).word).toBe('different');
  expect(verdictOf(unit, 0, 1).word).toBe('different');
});
