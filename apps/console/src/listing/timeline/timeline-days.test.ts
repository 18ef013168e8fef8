import { expect, test } from 'vitest';
import { clip, marksOf, PX_PER_DAY, pxAt, windowAt } from './timeline-days.ts';

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
const window = windowAt(day('2026-11-23'), 0, 122 * PX_PER_DAY);

test('the window begins with the month before, and moves by months', () => {
  expect(window).toEqual({ from: day('2026-10-01'), to: day('2027-01-31') });
  expect(windowAt(day('2026-11-23'), 2, 0).from).toBe(day('2026-12-01'));
});

test('months and Mondays are marked, 6.5 px a day', () => {
  const { months, mondays } = marksOf(window);
  expect(months.map((each) => pxAt(each, window) / PX_PER_DAY)).toEqual([0, 31, 61, 92]);
  expect(mondays[0]).toBe(day('2026-10-05'));
});

test.each([
  ['2026-10-11', '2026-10-21', { left: 65, width: 65, isBefore: false, isAfter: false }],
  ['2026-09-01', '2026-10-11', { left: 0, width: 65, isBefore: true, isAfter: false }],
  ['2027-01-21', '2027-03-01', { left: 728, width: 65, isBefore: false, isAfter: true }],
  ['2026-08-01', '2026-09-01', null],
])('a span from %s to %s is clipped to the window', (start, end, expected) => {
  expect(clip(day(start), day(end), window)).toEqual(expected);
});
