import { expect, it } from 'vitest';
import { ProviderHealth } from './provider-health.ts';
import { pushPauseMs } from './push-pause.ts';

it('retries follow after 1, 2, 4, … 32 s plus up to 50 %, no sooner than requested', () => {
  expect([1, 2, 3, 4, 5, 6, 9].map((tries) => pushPauseMs(tries, null, 0))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 32_000,
  ]);
  expect(pushPauseMs(2, null, 0.5)).toBe(2_500);
  expect(pushPauseMs(1, 7_000, 0)).toBe(7_000);
  expect(pushPauseMs(6, 7_000, 0)).toBe(32_000);
  // A requested pause of a day is capped at an hour.
  expect(pushPauseMs(1, 86_400_000, 0)).toBe(3_600_000);
});

it('failures of the push service slow sending down, and three bad batches in a row stop it', () => {
  const health = new ProviderHealth();
  health.note(500, 250, null, 0, 100);
  expect(health.pauseMs(100)).toBe(0);
  health.note(500, 251, null, 100, 200);
  expect(health.pauseMs(200)).toBe(1_000);
  // Already in flight.
  health.note(500, 500, null, 150, 300);
  expect(health.pauseMs(300)).toBe(900);
  health.note(500, 500, 5_000, 1_300, 1_400);
  expect(health.pauseMs(1_400)).toBe(5_000);
  expect(health.isDown).toBe(false);
  health.note(500, 500, null, 6_500, 6_600);
  expect(health.isDown).toBe(true);
});

it('one good batch resets the count, and small batches are ignored', () => {
  const health = new ProviderHealth();
  for (const at of [0, 10_000, 20_000, 30_000]) health.note(20, 20, null, at, at);
  expect(health.isDown).toBe(false);
  health.note(500, 0, null, 50_000, 50_000);
  expect(health.pauseMs(50_000)).toBe(0);
  health.note(500, 500, null, 50_001, 50_001);
  expect(health.pauseMs(50_001)).toBe(1_000);
});
