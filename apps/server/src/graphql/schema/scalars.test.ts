import { expect, it } from 'vitest';
import { parseDate, parseInstant } from './scalars.ts';

it.each([
  '2026-02-30T00:00:00Z',
  '2025-02-29T23:00:00-05:00',
  '2026-13-01T00:00:00Z',
  '2026-02-03T00:00:00',
  '2026-02-03',
])('%s is not an instant', (text) => {
  expect(() => parseInstant(text)).toThrow('DateTime must be an ISO 8601 instant with a zone.');
});

it('an instant may be on another day in UTC than in its zone', () => {
  expect(parseInstant('2024-02-29T23:30:00-05:00').toISOString()).toBe('2024-03-01T04:30:00.000Z');
});

it.each(['2026-02-30', '2026-2-3', '2026-02-03T00:00:00Z'])('%s is not a date', (text) => {
  expect(() => parseDate(text)).toThrow('Date must be YYYY-MM-DD.');
});
