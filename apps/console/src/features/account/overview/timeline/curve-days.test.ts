import { expect, test } from 'vitest';
import { balancesOf, CURVE_DAYS, curvePath, dayAt, monthsOf, placeOf } from './curve-days.ts';

const TODAY = '2026-03-01';

test('days and their places are each other’s inverse, also over a leap day', () => {
  for (const today of [TODAY, '2028-03-01'])
    for (const place of [-1, 0, 1, 200, CURVE_DAYS - 1, CURVE_DAYS])
      expect(placeOf(dayAt(place, today), today)).toBe(place);
  expect(dayAt(CURVE_DAYS - 1, TODAY)).toBe(TODAY);
});

test('a day has the balance of the last point up to it', () => {
  const balances = balancesOf(
    [
      { day: '2025-01-01', balance: 5 },
      { day: '2026-02-27', balance: 9 },
    ],
    TODAY,
  );
  expect(balances).toHaveLength(CURVE_DAYS);
  expect(balances.slice(-4)).toEqual([5, 9, 9, 9]);
  expect(balances[0]).toBe(5);
  expect(balancesOf([{ day: '2026-03-01', balance: 3 }], TODAY).slice(-2)).toEqual([0, 3]);
});

test('the curve is flat within a day and steps between days', () => {
  expect(curvePath([0, 0, 50, 100], 100)).toBe('M0 100H1H2V50H3V0H4');
});

test('months are named at their first days', () => {
  expect(monthsOf(TODAY)).toHaveLength(11);
  expect(monthsOf(TODAY)[0]).toBe('2025-04-01');
});
