import { describe, expect, it } from 'vitest';
import { addDays } from '../../lib/format/zoned-time.ts';
import { filterWords, type WordContext } from './filter-words.ts';
import { daysToWindow, startOfDay, windowToDays } from './zoned-day.ts';

const context: WordContext = {
  say: (key, values) => [key.replace('listing.filter.', ''), ...Object.values(values ?? {})].join('|'),
  locale: 'en-US',
  timeZone: 'Europe/Lisbon',
  labelOf: (value) => ({ ERASED: 'Erased', A: 'Lisboa', B: 'Berlin', C: 'Tōkyō' })[value] ?? value,
};

describe('chips in words', () => {
  it('names values and counts the rest [ux 3]', () => {
    const values = ['A', 'B', 'C', 'D', 'E'];
    expect(filterWords({ kind: 'set', mode: 'in', values: ['A'] }, context)).toBe('Lisboa');
    expect(filterWords({ kind: 'set', mode: 'in', values }, context)).toBe('and-more|Lisboa, Berlin, Tōkyō|2');
    expect(filterWords({ kind: 'set', mode: 'notIn', values: ['ERASED'] }, context)).toBe('not|Erased');
  });

  it('describes spans of time in everyday words', () => {
    const words = (range: Parameters<typeof filterWords>[0] & { kind: 'instant' }) => filterWords(range, context);
    expect(words({ kind: 'instant', range: { withinDays: 30 } })).toBe('within-days|30');
    expect(words({ kind: 'instant', range: { olderThanDays: 60 } })).toBe('older-than-days|60');
    expect(words({ kind: 'instant', range: { nextDays: 7 } })).toBe('next-days|7');
    expect(words({ kind: 'instant', range: { isEmpty: true } })).toBe('never');
    const summer = daysToWindow('2026-07-01', '2026-07-31', 'Europe/Lisbon');
    expect(words({ kind: 'instant', range: summer }).replaceAll(/\s/g, ' ')).toBe('Jul 1 – 31, 2026');
    expect(words({ kind: 'instant', range: { ...summer, to: null } })).toBe('from|Jul 1, 2026');
    expect(words({ kind: 'instant', range: { from: null, to: summer.to } })).toBe('until|Jul 31, 2026');
  });

  it('shows both ends of a number range', () => {
    expect(filterWords({ kind: 'number', from: 1000, to: 25_000 }, context)).toBe('1,000–25,000');
    expect(filterWords({ kind: 'number', from: 7, to: 7 }, context)).toBe('7');
    expect(filterWords({ kind: 'number', from: 50_000, to: null }, context)).toBe('at-least|50,000');
    expect(filterWords({ kind: 'number', from: null, to: -3 }, context)).toBe('at-most|-3');
  });

  it('shows the hour where a colleague’s window from another zone is not whole days here', () => {
    const tokyo = daysToWindow('2026-07-01', null, 'Asia/Tokyo');
    expect(filterWords({ kind: 'instant', range: tokyo }, context)).toBe('from|Jun 30, 2026, 4:00 PM');
  });
});

describe('days in a zone', () => {
  it.each([
    ['2026-07-01', 'Europe/Lisbon', '2026-06-30T23:00:00.000Z'],
    ['2026-01-01', 'Europe/Lisbon', '2026-01-01T00:00:00.000Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
    ['2026-11-21', 'Asia/Kathmandu', '2026-11-20T18:15:00.000Z'],
    // Midnight does not exist on this day in Cairo: the clock goes from 00:00 to 01:00.
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ])('%s begins in %s at %s', (day, zone, instant) => {
    expect(startOfDay(day, zone)).toBe(instant);
  });

  it('restores a day exactly through a year of clock changes in every kind of zone [trap 10]', () => {
    for (const zone of [
      'UTC',
      'America/New_York',
      'Africa/Cairo',
      'Asia/Kathmandu',
      'Pacific/Apia',
      'Australia/Lord_Howe',
    ]) {
      for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
        expect(windowToDays(daysToWindow(day, day, zone), zone)).toEqual({ first: day, last: day });
      }
    }
  });
});
