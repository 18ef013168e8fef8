import { describe, expect, it } from 'vitest';
import { JobPace } from './job-pace.ts';

/** Simulates batches at this speed with some variation; returns the share of time spent working. */
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
  it('settles at batches of 0.2 s and works nearly all the time on an idle machine', () => {
    const pace = new JobPace();
    expect(workFor(pace, 50, 0.1)).toBeGreaterThan(0.95);
    expect(pace.rows).toBe(2_000);
  });

  it('does not mistake natural variation for load', () => {
    expect(workFor(new JobPace(), 200, 0.1, [1, 1.3, 0.9, 1.1, 0.8, 1.6, 1])).toBeGreaterThan(0.93);
  });

  it('slows down when batches take longer, but works at least half of the time [jobs 16]', () => {
    const pace = new JobPace();
    workFor(pace, 10, 0.1);
    const share = workFor(pace, 20, 0.3);
    expect(share).toBeGreaterThanOrEqual(0.49);
    expect(share).toBeLessThan(0.6);
    expect(pace.rows * 0.3).toBeLessThan(220);
    // Idle again.
    expect(workFor(pace, 40, 0.1)).toBeGreaterThan(0.85);
  });

  it('keeps batches within limits', () => {
    const fast = new JobPace();
    workFor(fast, 50, 0.000_1);
    expect(fast.rows).toBe(4_000);
    const slow = new JobPace();
    workFor(slow, 50, 1_000);
    expect(slow.rows).toBe(50);
  });

  it('does not pause after an empty batch', () => {
    expect(new JobPace().pauseAfter(0, 50)).toBe(0);
  });
});
