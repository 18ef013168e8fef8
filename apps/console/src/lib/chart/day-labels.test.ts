import { expect, test } from 'vitest';
import { chartLabels } from './points-chart-labels.ts';

const points = Array.from({ length: 101 }, (_each, place) => ({
  day: `2026-${String(1 + Math.floor(place / 25)).padStart(2, '0')}-${String(1 + (place % 25)).padStart(2, '0')}`,
  balance: place,
}));
const at = (place: number, delta: number) => ({
  day: points[place]?.day ?? '1999-01-01',
  code: 'ISSUE' as const,
  delta,
  transferId: `t${place}`,
});
const named = (movements: ReturnType<typeof at>[], gap = 0.1) =>
  chartLabels({ points, movements }, gap).map(({ movement, side }) => `${movement.transferId} ${side}`);

test('movements are labelled in the order of time, at the end of the chart on the other side of their line', () => {
  expect(named([at(10, 5), at(50, -9), at(90, 7)])).toEqual(['t10 after', 't50 after', 't90 before']);
  expect(named([])).toEqual([]);
});

test('of two that are too close the larger one is labelled, in either direction', () => {
  expect(named([at(40, 5), at(45, -9), at(60, 1)])).toEqual(['t45 after', 't60 after']);
  expect(named([at(40, 5), at(45, -9), at(60, 1)], 0.2)).toEqual(['t45 after']);
});

test('labels that face each other need twice the room', () => {
  expect(named([at(65, 5), at(75, -9)])).toEqual(['t75 before']);
  expect(named([at(65, 5), at(86, -9)])).toEqual(['t65 after', 't86 before']);
});

test('a movement of a day outside of the chart is skipped', () => {
  expect(named([at(500, 5), at(0, 3)])).toEqual(['t0 after']);
  expect(chartLabels({ points: points.slice(0, 1), movements: [at(0, 1)] }, 0.1)).toHaveLength(1);
});
