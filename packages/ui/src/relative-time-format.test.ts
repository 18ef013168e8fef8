import { describe, expect, test } from 'vitest';
import { formatExact, formatRelative } from './relative-time-format.ts';

const style = { locale: 'en-US', timeZone: 'Europe/Lisbon' };
const now = new Date('2026-11-21T14:32:00Z');

describe('formatRelative', () => {
  test.each([
    ['2026-11-21T14:31:30Z', 'now'],
    ['2026-11-21T14:29:00Z', '3 min. ago'],
    ['2026-11-21T11:30:00Z', '3 hr. ago'],
    ['2026-11-21T17:33:00Z', 'in 3 hr.'],
    ['2026-11-20T14:31:00Z', 'Nov 20'],
    ['2023-03-14T12:00:00Z', 'Mar 14, 2023'],
  ])('%s reads %s', (value, expected) => {
    expect(formatRelative(new Date(value), now, style)).toBe(expected);
  });

  test('the year changes in the zone of the person, not in UTC', () => {
    const newYear = new Date('2025-12-31T23:30:00Z');
    expect(formatRelative(newYear, now, { ...style, timeZone: 'Asia/Tokyo' })).toBe('Jan 1');
    expect(formatRelative(newYear, now, style)).toBe('Dec 31, 2025');
  });

  test('supports other languages', () => {
    expect(formatRelative(new Date('2026-11-21T14:29:00Z'), now, { ...style, locale: 'de-DE' })).toBe('vor 3 Min.');
  });
});

test('formatExact names both zones [ux 31]', () => {
  expect(formatExact(new Date('2026-07-01T12:00:05Z'), style)).toBe(
    'Jul 1, 2026, 13:00:05 Europe/Lisbon\nJul 1, 2026, 12:00:05 UTC',
  );
});
