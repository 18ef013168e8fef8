import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { formatClock, formatDay, formatInstant, formatUtc, InvalidDateError, parseDate } from './dates.ts';

const style = { locale: 'en-GB', timeZone: 'America/Los_Angeles' };
const someDate = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T00:00:00Z'),
  noInvalidDate: true,
});

describe('reads', () => {
  test.each([
    ['2026-11-21T14:31:52.123Z', 1795271512123],
    ['2026-11-21T14:31+01:00', 1795267860000],
    ['2026-11-21T14:31+0100', 1795267860000],
    ['2026-11-21T14:31:00,5Z', 1795271460500],
    ['2026-11-21T14:31+23:00', 1795188660000],
    ['2026-11-21T14:31', new Date(2026, 10, 21, 14, 31).getTime()],
    ['2026-11-21', 1795219200000],
    ['2024-02-29', 1709164800000],
    [1795271512123, 1795271512123],
    [-1, -1],
    [new Date(7), 7],
  ])('%s', (value, expected) => {
    expect(parseDate(value).getTime()).toBe(expected);
  });

  test('text, number and date that any date yields [spec 5.5]', () => {
    fc.assert(
      fc.property(someDate, (date) => {
        const time = date.getTime();
        expect(parseDate(date.toISOString()).getTime()).toBe(time);
        expect(parseDate(time).getTime()).toBe(time);
        expect(parseDate(date).getTime()).toBe(time);
        expect(parseDate(date.toISOString().slice(0, 10)).getTime()).toBe(Math.floor(time / 86_400_000) * 86_400_000);
      }),
    );
  });
});

describe('names the invalid value', () => {
  test.each([
    ['yesterday', 'Not a date: "yesterday"'],
    ['21/11/2026', 'Not a date: "21/11/2026"'],
    ['2026-13-01', 'Not a date: "2026-13-01"'],
    ['2026-02-29', 'Not a date: "2026-02-29"'],
    ['2026-11-31T10:00Z', 'Not a date: "2026-11-31T10:00Z"'],
    ['2026-11-21T24:30Z', 'Not a date: "2026-11-21T24:30Z"'],
    ['2026-00-10', 'Not a date: "2026-00-10"'],
    ['2026-04-00', 'Not a date: "2026-04-00"'],
    ['2026-04-31', 'Not a date: "2026-04-31"'],
    ['at 2026-04-01', 'Not a date: "at 2026-04-01"'],
    ['2026-04-01 10:00', 'Not a date: "2026-04-01 10:00"'],
    ['2026-04-01T10:00Z?', 'Not a date: "2026-04-01T10:00Z?"'],
    ['2026-04-01T1:00Z', 'Not a date: "2026-04-01T1:00Z"'],
    ['2026-04-01T10:00:60Z', 'Not a date: "2026-04-01T10:00:60Z"'],
    ['2026-04-01T10:60Z', 'Not a date: "2026-04-01T10:60Z"'],
    ['x'.repeat(40), `Not a date: "${'x'.repeat(40)}"`],
    ['2026-11-21T10:00+25:00', 'Not a date: "2026-11-21T10:00+25:00"'],
    ['x'.repeat(60), `Not a date: "${'x'.repeat(40)}…"`],
    ['', 'Not a date: ""'],
    [null, 'Not a date: null'],
    [undefined, 'Not a date: undefined'],
    [{}, 'Not a date: object'],
    [true, 'Not a date: boolean'],
    [Number.NaN, 'Not a date: the number NaN'],
    [8.64e15 + 1, 'Not a date: the number 8640000000000001'],
    [new Date('x'), 'Not a date: a Date that is invalid'],
  ])('%j', (value, message) => {
    expect(() => parseDate(value)).toThrow(new InvalidDateError(value));
    expect(() => parseDate(value)).toThrow(message);
    expect(() => parseDate(value)).toThrow(expect.objectContaining({ name: 'InvalidDateError', value }));
  });

  test('rejects or parses any text, and never returns an invalid date [spec 5.5]', () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:?\d{2})?)?$/),
    );
    fc.assert(
      fc.property(text, (value) => {
        try {
          const date = parseDate(value);
          expect(Number.isNaN(date.getTime())).toBe(false);
          if (/^\d{4}-\d{2}-\d{2}$/.test(value)) expect(date.toISOString().slice(0, 10)).toBe(value);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidDateError);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('writes', () => {
  test('a birthday as the same day in every zone, an instant not', () => {
    expect(formatDay('1994-02-17', style)).toBe('17 Feb 1994');
    for (const instant of ['1994-02-17T01:00:00Z', Date.UTC(1994, 1, 17, 1), new Date('1994-02-17T01:00Z')])
      expect(formatDay(instant, style)).toBe('16 Feb 1994');
    expect(formatClock('2026-11-21T14:31:52Z', style)).toBe('06:31');
    expect(formatInstant('2026-11-21T14:31:52Z', style)).toBe('21 Nov 2026, 06:31');
    expect(formatUtc('2026-11-21T06:31:52-08:00', style)).toBe('21 Nov 2026, 14:31 UTC');
  });

  test.each([
    ['en-US', '6:31 AM'],
    ['en-GB', '06:31'],
    ['de-DE', '06:31'],
    ['ar-EG', '٦:٣١ ص'],
  ])('the time of day in the way of %s', (locale, expected) => {
    expect(formatClock('2026-11-21T14:31:52Z', { ...style, locale }).replace(/\s/u, ' ')).toBe(expected);
  });

  test('with a format that is created once for each locale, zone and form', () => {
    const made = vi.spyOn(Intl, 'DateTimeFormat');
    const there = { locale: 'nl-NL', timeZone: 'Asia/Tokyo' };
    for (const day of ['2026-11-21', '2026-11-22']) formatDay(day, there);
    formatClock('2026-11-21T14:31Z', there);
    formatClock('2026-11-22T14:31Z', { ...there, timeZone: 'Asia/Seoul' });
    expect(made).toHaveBeenCalledTimes(3);
    made.mockRestore();
  });

  test('any date in any of the zones as the same instant in all three forms [spec 5.5]', () => {
    const zones = fc.constantFrom('UTC', 'Asia/Kathmandu', 'Pacific/Apia', 'America/St_Johns', 'Africa/Cairo');
    fc.assert(
      fc.property(someDate, zones, fc.constantFrom('en-US', 'de-DE', 'ar-EG'), (date, timeZone, locale) => {
        const forms = [date, date.getTime(), date.toISOString()].map((form) =>
          formatInstant(form, { locale, timeZone }),
        );
        expect(new Set(forms).size).toBe(1);
      }),
    );
  });
});
