import { expect, it } from 'vitest';
import { timeLeftWords } from './duration.ts';

it.each([
  [0, '1 min'],
  [1 / 60, '1 min'],
  [0.99, '59 min'],
  [1, '1 hr'],
  [47.9, '47 hr'],
  [48, '2 days'],
])('%d hours are "%s"', (hours, words) => {
  expect(timeLeftWords(hours, 'en-US')).toBe(words);
});
