import { expect, it } from 'vitest';
import { newsSince } from './news-since.ts';

const COUNTED = '2026-11-22T12:00:00.000Z';
const at = (seconds: number) => new Date(Date.parse(COUNTED) + seconds * 1000).toISOString();

it('visible rows are not new, even if they were created after the count was made', () => {
  expect(newsSince(COUNTED, [at(1.5), at(1), at(-60)], true)).toBe('2026-11-22T12:00:01.501Z');
  expect(newsSince(COUNTED, [at(0)], true)).toBe('2026-11-22T12:00:00.001Z');
});

it.each([
  ['an older list', [at(-1), at(-60)], true],
  ['an empty list', [], true],
  ['a later page', [at(1), at(-60)], false],
  ['another order, in which a row may be left out', [at(1), at(-60), at(0.5)], true],
  ['a row of the future', [at(3600), at(-60)], true],
])('the count says it for %s', (_what, created, isFirstPage) => {
  expect(newsSince(COUNTED, created, isFirstPage)).toBe(COUNTED);
});
