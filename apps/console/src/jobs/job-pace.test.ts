import { expect, test } from 'vitest';
import { JobPaces } from './job-pace.ts';

const watched = (steps: readonly (readonly [atMs: number, done: number])[]) => {
  const paces = new JobPaces();
  for (const [atMs, done] of steps) paces.note('job', done, atMs);
  return paces;
};
const STEADY = [
  [0, 0],
  [1_500, 1_500],
  [3_000, 3_000],
  [4_500, 4_500],
] as const;

test('a steady job yields its rate and the remaining time', () => {
  expect(watched(STEADY).of('job', 9_000, 4_600)).toEqual({ perSecond: 1_000, leftMs: 4_500 });
  expect(watched(STEADY).of('job', null, 4_600)).toEqual({ perSecond: 1_000, leftMs: null });
});

test('yields nothing too early, for another job, or when nothing moves any longer [jobs 23]', () => {
  expect(watched(STEADY.slice(0, 3)).of('job', 9_000, 3_100)).toBeNull();
  expect(watched(STEADY).of('other', 9_000, 4_600)).toBeNull();
  expect(watched(STEADY).of('job', 9_000, 9_000)).toBeNull();
});

test('the same figure again is no progress, and a smaller one starts again', () => {
  const paces = watched([...STEADY, [5_000, 4_500], [8_000, 4_500]]);
  expect(paces.of('job', 9_000, 8_600)).toBeNull();
  paces.note('job', 10, 9_000);
  expect(paces.of('job', 9_000, 9_100)).toBeNull();
});

test('old progress does not count', () => {
  const paces = watched([
    [0, 0],
    [1_000, 100_000],
    [26_000, 100_100],
    [28_000, 100_120],
    [30_000, 100_140],
    [32_000, 100_160],
  ]);
  expect(paces.of('job', null, 32_100)?.perSecond).toBeCloseTo(10);
});
