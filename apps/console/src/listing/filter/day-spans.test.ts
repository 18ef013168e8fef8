import { expect, test } from 'vitest';
import { daySpans } from './day-spans.ts';

test.each([
  // A Saturday; 2026-11-01 is a Sunday.
  ['2026-11-21', 1, ['2026-11-16', '2026-11-22'], ['2026-11-09', '2026-11-15']],
  ['2026-11-21', 7, ['2026-11-15', '2026-11-21'], ['2026-11-08', '2026-11-14']],
  ['2026-11-21', 6, ['2026-11-21', '2026-11-27'], ['2026-11-14', '2026-11-20']],
  ['2026-11-22', 1, ['2026-11-16', '2026-11-22'], ['2026-11-09', '2026-11-15']],
  ['2026-11-22', 7, ['2026-11-22', '2026-11-28'], ['2026-11-15', '2026-11-21']],
  ['2026-01-01', 1, ['2025-12-29', '2026-01-04'], ['2025-12-22', '2025-12-28']],
])('weeks seen from %s that begin on day %i', (today, firstDay, thisWeek, lastWeek) => {
  const [week, before] = daySpans(today, firstDay);
  expect([week?.first, week?.last]).toEqual(thisWeek);
  expect([before?.first, before?.last]).toEqual(lastWeek);
});

test.each([
  ['2026-11-21', ['2026-11-01', '2026-11-30'], ['2026-10-01', '2026-10-31']],
  ['2026-01-31', ['2026-01-01', '2026-01-31'], ['2025-12-01', '2025-12-31']],
  ['2028-02-29', ['2028-02-01', '2028-02-29'], ['2028-01-01', '2028-01-31']],
  ['2026-03-31', ['2026-03-01', '2026-03-31'], ['2026-02-01', '2026-02-28']],
])('months seen from %s', (today, thisMonth, lastMonth) => {
  const [, , month, before] = daySpans(today, 1);
  expect([month?.first, month?.last]).toEqual(thisMonth);
  expect([before?.first, before?.last]).toEqual(lastMonth);
});
