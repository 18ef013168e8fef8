import { expect, it } from 'vitest';
import { barsPath, stepsPath } from './chart-shapes.ts';

const PLOT = { width: 200, height: 100, top: 50 };

it('draws a bar of each value above 0, side by side with the other series', () => {
  expect(barsPath([50, 0, 25], 0, 1, { ...PLOT, width: 30 })).toBe(
    'M1,100v-98a2,2 0 0 1 2,-2h4a2,2 0 0 1 2,2v98zM21,100v-48a2,2 0 0 1 2,-2h4a2,2 0 0 1 2,2v48z',
  );
  const starts = [0, 1].map((each) => /^M([\d.]+)/.exec(barsPath([1, 1], each, 2, PLOT))?.[1]);
  expect(starts).toEqual(['20', '52']);
});

it('makes bars of a long time thin rather than wider than their day', () => {
  const path = barsPath([50, 50], 0, 1, { ...PLOT, width: 1 });
  expect(path).toBe(
    'M0.05,100v-99.8a0.2,0.2 0 0 1 0.2,-0.2h0a0.2,0.2 0 0 1 0.2,0.2v99.8zM0.55,100v-99.8a0.2,0.2 0 0 1 0.2,-0.2h0a0.2,0.2 0 0 1 0.2,0.2v99.8z',
  );
});

it('keeps each value of a line until the next day', () => {
  expect(stepsPath([0, 50, 25], PLOT)).toBe('M0,100H100V0H200V50');
  expect(stepsPath([25], PLOT)).toBe('M100,50');
});

it('leaves a gap in a line and its area where a value is unknown', () => {
  const values = [25, null, null, 50, 0, null];
  const plot = { ...PLOT, width: 50 };
  expect(stepsPath(values, plot)).toBe('M0,50H10M30,0H40V100H50');
  expect(stepsPath(values, plot, 'area')).toBe('M0,50H10V100H0zM30,0H40V100H50V100H30z');
});
