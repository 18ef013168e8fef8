import { expect, test } from 'vitest';
import { relativeWhenSaved } from './stale-dates.ts';

const SAVED = '2026-10-31T10:00:00.000Z';
const NOW = new Date('2026-11-28T09:00:00Z');
const day = (date: string) => `2026-${date}T00:00:00.000Z`;

test.each([
  ['since 30 days before', { from: day('10-01'), to: null }, { withinDays: 30 }],
  ['30 days until the end of that day', { from: day('10-01'), to: day('11-01') }, { withinDays: 30 }],
  ['until 60 days before', { from: null, to: day('09-01') }, { olderThanDays: 60 }],
  ['the week after', { from: day('10-31'), to: day('11-07') }, { nextDays: 7 }],
  ['a month long ago', { from: day('06-01'), to: day('07-01') }, null],
  ['since that day', { from: SAVED, to: null }, null],
  ['until some day after', { from: null, to: day('12-24') }, null],
  ['a relative time', { withinDays: 7 }, null],
  ['no value', { isEmpty: true }, null],
])('%s, when it was saved', (_name, range, relative) => {
  expect(relativeWhenSaved(range, SAVED, NOW)).toEqual(relative);
});

test('a view saved today has no stale date', () => {
  expect(relativeWhenSaved({ from: day('10-01'), to: null }, SAVED, new Date('2026-10-31T20:00:00Z'))).toBeNull();
});
