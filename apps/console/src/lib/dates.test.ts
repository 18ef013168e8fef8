import { expect, test } from 'vitest';
import { formatClock, formatDay, toDate } from './dates.ts';

const style = { locale: 'en-GB', timeZone: 'America/Los_Angeles' };

test.each([
  ['2026-11-21T14:31:52.123Z', 1795271512123],
  ['2026-11-21T14:31+01:00', 1795267860000],
  ['2026-11-21', 1795219200000],
  [1795271512123, 1795271512123],
  [new Date(7), 7],
])('reads %s', (value, expected) => {
  expect(toDate(value)?.getTime()).toBe(expected);
});

test.each(['yesterday', '21/11/2026', '2026-13-01', '', null, undefined, {}, Number.NaN, new Date('x'), true])(
  'refuses %j',
  (value) => {
    expect(toDate(value)).toBeNull();
  },
);

test('a birthday is the same day in every zone, an instant is not', () => {
  expect(formatDay('1994-02-17', style)).toBe('17 Feb 1994');
  expect(formatDay('1994-02-17T01:00:00Z', style)).toBe('16 Feb 1994');
  expect(formatClock('2026-11-21T14:31:52Z', style)).toBe('06:31');
});

test.each([
  ['en-US', '6:31 AM'],
  ['en-GB', '06:31'],
  ['de-DE', '06:31'],
])('writes the time of day as %s does', (locale, expected) => {
  expect(formatClock('2026-11-21T14:31:52Z', { ...style, locale })?.replace(/\s/u, ' ')).toBe(expected);
});
