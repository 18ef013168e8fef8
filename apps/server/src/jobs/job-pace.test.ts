import { describe, expect, it } from 'vitest';
import { JobPace } from './job-pace.ts';

/** Batches on a machine that takes so long for a row, give or take; answers with the share of time that the job worked. */
function workFor(pace: JobPace, batches: number, msPerRow: number, unrest: readonly number[] = [1]) {
  let workedMs = 0;
  let pausedMs = 0;
  for (let batch = 0; batch < batches; batch += 1) {
    const elapsedMs = pace.rows * msPerRow * (unrest[batch % unrest.length] ?? 1);
    workedMs += elapsedMs;
    pausedMs += pace.pauseAfter(pace.rows, elapsedMs);
  }
  return workedMs / (workedMs + pausedMs);
}

describe('the pace of a job', () => {
  it('comes to batches of a fifth of a second and works nearly all the time on a machine of its own', () => {
    const pace = new JobPace();
    expect(workFor(pace, 50, 0.1)).toBeGreaterThan(0.95);
    expect(pace.rows).toBe(2_000);
  });

  it('takes batches that differ by themselves for no crowd', () => {
    expect(workFor(new JobPace(), 200, 0.1, [1, 1.3, 0.9, 1.1, 0.8, 1.6, 1])).toBeGreaterThan(0.93);
  });

  it('makes way when its batches take longer than they did, and works half of the time at least [jobs 16]', () => {
    const pace = new JobPace();
    workFor(pace, 10, 0.1);
    const share = workFor(pace, 20, 0.3);
    expect(share).toBeGreaterThanOrEqual(0.49);
    expect(share).toBeLessThan(0.6);
    expect(pace.rows * 0.3).toBeLessThan(220);
    // Quiet again.
    expect(workFor(pace, 40, 0.1)).toBeGreaterThan(0.85);
  });

  it('takes neither endless nor tiny batches', () => {
    const fast = new JobPace();
    workFor(fast, 50, 0.000_1);
    expect(fast.rows).toBe(4_000);
    const slow = new JobPace();
    workFor(slow, 50, 1_000);
    expect(slow.rows).toBe(50);
  });

  it('waits for nothing after an empty batch', () => {
    expect(new JobPace().pauseAfter(0, 50)).toBe(0);
  });
});
