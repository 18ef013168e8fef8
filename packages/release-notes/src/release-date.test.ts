import { afterEach, describe, expect, test, vi } from 'vitest';
import { formatReleaseDate, readReleaseDate } from './release-date.ts';

const shown = (date: string | number, locale = 'en-US') => {
  const read = readReleaseDate(date);
  return read && formatReleaseDate(read, locale);
};

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each([
  ['UTC', 'Fri 20-Nov-26', 'Sat 21-Nov-26'],
  ['America/Los_Angeles', 'Fri 20-Nov-26', 'Fri 20-Nov-26'],
  ['Pacific/Kiritimati', 'Sat 21-Nov-26', 'Sat 21-Nov-26'],
])('in %s', (zone, atNoon, afterMidnight) => {
  test('a time is the local day [spec 2.42]', () => {
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

test.each([
  ['en-US', 'Fri 20-Nov-26'],
  ['en-GB', 'Fri 20-Nov-26'],
  ['de-DE', 'Fr 20-Nov-26'],
  ['ar-EG', 'الجمعة ٢٠-نوفمبر-٢٦'],
  ['fa-IR', 'جمعه ۲۰-نوامبر-۲۶'],
  ['th-TH', 'ศุกร์ 20-พ.ย-26'],
])('%s has its own words and digits, and the common calendar', (locale, expected) => {
  vi.stubEnv('TZ', 'UTC');
  expect(shown('2026-11-20', locale)).toBe(expected);
});

test.each(['', 'soon', '2026-13-40T00:00:00Z', Number.NaN, Number.POSITIVE_INFINITY])('%j is no date', (date) => {
  expect(readReleaseDate(date)).toBeNull();
});
