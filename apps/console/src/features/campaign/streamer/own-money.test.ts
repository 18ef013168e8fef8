import { expect, test } from 'vitest';
import { bestMonth, daysBefore } from './own-money.ts';

test.each([
  ['2026-11-23', '2026-10-01', '2026-10-23'],
  ['2026-03-31', '2026-02-01', '2026-02-28'],
  ['2026-01-05', '2025-12-01', '2025-12-05'],
  ['2026-02-28', '2026-01-01', '2026-01-28'],
])('%s is compared with the same days of the month before', (today, from, to) => {
  expect(daysBefore(today)).toEqual({ from, to });
});

test('the best month is one of the same currency, before this month, with commission', () => {
  const month = (from: string, commissionMinor: number, currency = 'EUR') => ({
    from,
    commissionMinor,
    currency,
    uses: 1,
  });
  const months = [
    month('2026-11-01', 900),
    month('2026-10-01', 0),
    month('2026-09-01', 700),
    month('2026-08-01', 800, 'SEK'),
  ];
  expect(bestMonth(months, 'EUR', '2026-11-23')).toBe(months[2]);
  expect(bestMonth(months, 'JPY', '2026-11-23')).toBeUndefined();
});
