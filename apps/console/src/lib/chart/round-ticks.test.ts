import { expect, it } from 'vitest';
import { roundTicks } from './round-ticks.ts';

it('reaches the largest value in round steps, with as few as possible', () => {
  expect(roundTicks(45_300)).toEqual([0, 20_000, 40_000, 60_000]);
  expect(roundTicks(40_000)).toEqual([0, 10_000, 20_000, 30_000, 40_000]);
  expect(roundTicks(2_506)).toEqual([0, 1_000, 2_000, 3_000]);
  expect(roundTicks(7)).toEqual([0, 2, 4, 6, 8]);
  expect(roundTicks(1)).toEqual([0, 1]);
  expect(roundTicks(0)).toEqual([0, 1]);
});
