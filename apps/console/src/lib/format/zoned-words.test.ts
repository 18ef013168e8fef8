import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dayWords, ledgerWords, zonedWords } from './zoned-words.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('states the year of a day only if it is more than half a year away', () => {
  const day = (instant: string) => dayWords(instant, 'Europe/Berlin', 'en-US');
  expect(day('2026-12-18T09:00:00Z')).toBe('Dec 18');
  expect(day('2027-01-27T23:30:00Z')).toBe('Jan 28');
  expect(day('2026-06-01T09:00:00Z')).toBe('Jun 1, 2026');
  expect(day('2027-12-18T09:00:00Z')).toBe('Dec 18, 2027');
});

it('states the year of a time by the same rule, to the minute or the second', () => {
  expect(zonedWords('2026-07-02T09:00:00Z', 'Europe/Berlin', 'en-US')).toBe('Jul 2, 11:00');
  expect(zonedWords('2027-01-02T09:00:00Z', 'Europe/Berlin', 'en-US')).toBe('Jan 2, 10:00');
  expect(ledgerWords('2026-01-02T09:00:07Z', 'Europe/Berlin', 'en-US')).toBe('Jan 2, 2026, 10:00:07');
});
