import { expect, test } from 'vitest';
import { dayLabels } from './day-labels.ts';

const days = Array.from(
  { length: 101 },
  (_each, place) =>
    `2026-${String(1 + Math.floor(place / 25)).padStart(2, '0')}-${String(1 + (place % 25)).padStart(2, '0')}`,
);
const at = (place: number) => ({ day: days[place] ?? '1999-01-01', place });
const named = (places: readonly number[], gap = 0.1) =>
  dayLabels(places.map(at), days, gap).map(({ place, side }) => `${place} ${side}`);

test('events are labelled in the order of time, at the end of the chart on the other side of their line', () => {
  expect(named([50, 90, 10])).toEqual(['10 after', '50 after', '90 before']);
  expect(named([])).toEqual([]);
});

test('of two that are too close the first one given is labelled, in either direction', () => {
  expect(named([45, 40, 60])).toEqual(['45 after', '60 after']);
  expect(named([45, 40, 60], 0.2)).toEqual(['45 after']);
});

test('labels that face each other need twice the room', () => {
  expect(named([75, 65])).toEqual(['75 before']);
  expect(named([86, 65])).toEqual(['65 after', '86 before']);
});

test('an event of a day outside of the chart is skipped', () => {
  expect(named([500, 0])).toEqual(['0 after']);
  expect(dayLabels([at(0)], days.slice(0, 1), 0.1)).toHaveLength(1);
});
