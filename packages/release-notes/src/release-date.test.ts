import { afterEach, describe, expect, test, vi } from 'vitest';
import { formatReleaseDate, readReleaseDate } from './release-date.ts';

const shown = (date: string | number) => {
  const read = readReleaseDate(date);
  return read && formatReleaseDate(read);
};

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each([
  ['UTC', 'Fri 20-Nov-26', 'Sat 21-Nov-26'],
  ['America/Los_Angeles', 'Fri 20-Nov-26', 'Fri 20-Nov-26'],
  ['Pacific/Kiritimati', 'Sat 21-Nov-26', 'Sat 21-Nov-26'],
])('in %s', (zone, atNoon, afterMidnight) => {
  test('a time is shown as the local day [spec 2.42]', () => {
    vi.stubEnv('TZ', zone);
    expect(shown('2026-11-20T12:00:00Z')).toBe(atNoon);
    expect(shown(Date.UTC(2026, 10, 21, 0, 30))).toBe(afterMidnight);
  });

  test('a day without a time is that day [spec 2.42]', () => {
    vi.stubEnv('TZ', zone);
    expect(shown('2026-11-20')).toBe('Fri 20-Nov-26');
    expect(shown('2026-01-01')).toBe('Thu 01-Jan-26');
  });
});

test('months and weekdays have three English letters, whatever the language [spec 2.42, 9.5]', () => {
  const months = Array.from({ length: 12 }, (_, month) => shown(`2026-${String(month + 1).padStart(2, '0')}-01`));
  expect(months).toEqual([
    'Thu 01-Jan-26',
    'Sun 01-Feb-26',
    'Sun 01-Mar-26',
    'Wed 01-Apr-26',
    'Fri 01-May-26',
    'Mon 01-Jun-26',
    'Wed 01-Jul-26',
    'Sat 01-Aug-26',
    'Tue 01-Sep-26',
    'Thu 01-Oct-26',
    'Sun 01-Nov-26',
    'Tue 01-Dec-26',
  ]);
  expect(shown('2009-06-05')).toBe('Fri 05-Jun-09');
});

test.each(['', 'soon', '2026-13-40T00:00:00Z', Number.NaN, Number.POSITIVE_INFINITY])('%j is not a date', (date) => {
  expect(readReleaseDate(date)).toBeNull();
});
