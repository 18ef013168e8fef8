import { expect, it } from 'vitest';
import { APP_VERSION, compareVersions } from './app-version.ts';

it('has three numbers', () => {
  expect(APP_VERSION).toMatch(/^\d+\.\d+\.\d+$/);
});

it.each([
  ['0.9.0', '0.10.0', -1],
  ['1.0.0', '0.10.0', 1],
  ['0.2.0', '0.2.0', 0],
])('compares %s with %s numerically', (left, right, expected) => {
  expect(Math.sign(compareVersions(left, right))).toBe(expected);
});
