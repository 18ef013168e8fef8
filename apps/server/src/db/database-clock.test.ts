import { expect, it, vi } from 'vitest';
import { DatabaseClock } from './database-clock.ts';

/** A sample with this round trip, from a process this far ahead. */
const sample = (aheadMs: number, tripMs = 2) => {
  const sentAtMs = Date.now();
  return { sentAtMs, receivedAtMs: sentAtMs + tripMs, databaseAtMs: sentAtMs + tripMs / 2 - aheadMs };
};

const aheadOf = (clock: DatabaseClock) => Date.now() - clock.now().getTime();

it('follows the database, and ignores small differences', () => {
  const clock = new DatabaseClock();
  clock.observe(sample(40));
  expect(aheadOf(clock)).toBeCloseTo(0, -1);
  clock.observe(sample(600_000));
  expect(aheadOf(clock)).toBeCloseTo(600_000, -2);
  clock.observe(sample(-600_000));
  expect(aheadOf(clock)).toBeCloseTo(-600_000, -2);
  expect(clock.offsetMs).toBe(-600_000);
});

it('reports a difference above 2 s once when it starts and once when it ends', () => {
  const report = vi.fn();
  const clock = new DatabaseClock(report);
  clock.observe(sample(1_900));
  expect(report).not.toHaveBeenCalled();
  expect(clock.trouble).toBeNull();
  clock.observe(sample(2_500));
  clock.observe(sample(2_600));
  expect(clock.trouble).toBe(
    'The clock of this process is 2.6 s ahead of the database: synchronise the clocks of both machines (NTP)',
  );
  clock.observe(sample(0));
  clock.observe(sample(0));
  expect(report.mock.calls).toEqual([
    [2_500, true],
    [0, false],
  ]);
});

it('does not blame the clock for a slow response', () => {
  const report = vi.fn();
  const clock = new DatabaseClock(report);
  clock.observe(sample(2_500, 3_000));
  expect(report).not.toHaveBeenCalled();
});
