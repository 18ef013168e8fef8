import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOf, wallTimeOf } from './zoned-time.ts';

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Havana', 'UTC'];

describe('times of a place', () => {
  it.each([
    ['2026-11-30T23:59', 'Europe/Berlin', '2026-11-30T22:59:00.000Z'],
    ['2026-07-01T09:00', 'Asia/Kathmandu', '2026-07-01T03:15:00.000Z'],
    // Skipped by the change to summer time: later by the same amount.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-03-08T00:30', 'America/Havana', '2026-03-08T05:30:00.000Z'],
    // Occurs twice: the first.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-11-01T01:15', 'America/New_York', '2026-11-01T05:15:00.000Z'],
    // Half an hour of summer time.
    ['2026-10-04T02:10', 'Australia/Lord_Howe', '2026-10-03T15:40:00.000Z'],
  ])('%s in %s is %s', (wall, zone, instant) => {
    expect(instantOf(wall, zone)).toBe(instant);
  });

  it('keeps seconds and milliseconds where there are any', () => {
    expect(wallTimeOf('2026-11-30T22:59:59.999Z', 'Europe/Berlin')).toBe('2026-11-30T23:59:59.999');
    expect(wallTimeOf('2026-11-30T22:59:07.000Z', 'Europe/Berlin')).toBe('2026-11-30T23:59:07');
    expect(wallTimeOf('2026-11-30T22:59:00.000Z', 'Europe/Berlin')).toBe('2026-11-30T23:59');
  });

  it('an instant is unchanged by formatting and parsing, except for the hour that occurs twice [campaigns 11]', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2050-01-01'), noInvalidDate: true }),
        fc.constantFrom(...ZONES),
        (date, zone) => {
          const wall = wallTimeOf(date.toISOString(), zone);
          const back = instantOf(wall, zone);
          expect(wallTimeOf(back, zone)).toBe(wall);
          expect(Date.parse(back)).toBeLessThanOrEqual(date.getTime());
          expect(date.getTime() - Date.parse(back)).toBeLessThanOrEqual(3_600_000);
        },
      ),
    );
  });
});
