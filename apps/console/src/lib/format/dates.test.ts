import { afterEach, expect, test, vi } from 'vitest';
import { formatClock, formatDay, formatInstant } from './dates.ts';

const style = { locale: 'en-GB', timeZone: 'America/Los_Angeles' };
afterEach(() => void vi.restoreAllMocks());

test('dates are written in the zone of the reader', () => {
  expect(formatDay('1994-02-17', style)).toBe('17 Feb 1994');
  expect(formatClock('2026-11-21T14:31:52Z', style)).toBe('06:31');
  expect(formatInstant(1795271512123, style)).toBe('21 Nov 2026, 06:31');
});

test('no date yields null; an invalid one is skipped and logged', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  expect([formatDay(null, style), formatDay(undefined, style)]).toEqual([null, null]);
  expect(warn).not.toHaveBeenCalled();
  expect(formatDay('2026-02-30', style)).toBeNull();
  expect(warn).toHaveBeenCalledWith('Not a date: "2026-02-30"');
});
