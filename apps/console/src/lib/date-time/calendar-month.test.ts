import { expect, it } from 'vitest';
import { addMonths, dayByKey, endOfMonth, weeksOf } from './calendar-month.ts';

it('a month has the same day as another one, or its last', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-01-31', -2)).toBe('2025-11-30');
  expect(addMonths('2024-02-29', 12)).toBe('2025-02-28');
  expect(endOfMonth('2028-02-03')).toBe('2028-02-29');
});

it.each([
  [1, '2026-10-26', '2026-12-06'],
  [6, '2026-10-31', '2026-12-11'],
  [7, '2026-11-01', '2026-12-12'],
])('weeks of November 2026 that begin on day %i are from %s to %s', (firstDay, first, last) => {
  const weeks = weeksOf('2026-11-27', firstDay);
  expect([weeks[0]?.[0], weeks[5]?.[6], weeks.length]).toEqual([first, last, 6]);
});

const left = { firstDayOfWeek: 1, isRightToLeft: false };

it.each([
  ['ArrowLeft', false, '2026-11-26'],
  ['ArrowRight', false, '2026-11-28'],
  ['ArrowUp', false, '2026-11-20'],
  ['ArrowDown', false, '2026-12-04'],
  ['Home', false, '2026-11-23'],
  ['End', false, '2026-11-29'],
  ['PageUp', false, '2026-10-27'],
  ['PageDown', false, '2026-12-27'],
  ['PageUp', true, '2025-11-27'],
  ['PageDown', true, '2027-11-27'],
  ['a', false, null],
])('%s (Shift: %s) moves to %s', (key, shiftKey, day) => {
  expect(dayByKey('2026-11-27', { key, shiftKey }, left)).toBe(day);
});

it('the arrows follow the direction of reading', () => {
  const move = (key: string) => dayByKey('2026-11-27', { key, shiftKey: false }, { ...left, isRightToLeft: true });
  expect([move('ArrowLeft'), move('ArrowRight')]).toEqual(['2026-11-28', '2026-11-26']);
});
