import { expect, it } from 'vitest';
import { isLaterRelease } from './node-choice.mjs';

it.each([
  ['24.22.1', true],
  ['24.100.0', true],
  ['24.21.0', false],
  ['24.9.0', false],
  ['26.1.0', false],
  ['20.20.2', false],
])('Node %s runs the product in place of 24.21.0: %s', (own, isTaken) => {
  expect(isLaterRelease(own, '24.21.0')).toBe(isTaken);
});
