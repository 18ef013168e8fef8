import { expect, it } from 'vitest';
import { instantOf } from '../format/zoned-time.ts';
import { presetsOf } from './presets.ts';

const values = (...given: Parameters<typeof presetsOf>) =>
  Object.fromEntries(presetsOf(...given).map(({ name, value }) => [name, value]));
const evening = new Date('2026-11-27T18:40:20Z');

it('frequent times are seen from the zone of the field', () => {
  expect(values('date-time', true, evening, 'America/New_York')).toEqual({
    'in-an-hour': '2026-11-27T14:40',
    tonight: '2026-11-27T20:00',
    'tomorrow-morning': '2026-11-28T09:00',
    'end-of-month': '2026-11-30T23:59',
  });
  expect(Object.keys(values('date-time', true, evening, 'Europe/Berlin'))).not.toContain('tonight');
  expect(values('date', true, evening, 'Asia/Tokyo')).toEqual({
    today: '2026-11-28',
    tomorrow: '2026-11-29',
    'in-a-week': '2026-12-05',
    'end-of-month': '2026-11-30',
  });
});

it.each([
  ['2027-10-31T00:10:00Z', '2027-10-31T03:10'],
  ['2027-10-31T01:10:00Z', '2027-10-31T03:10'],
  ['2027-03-28T00:10:00Z', '2027-03-28T03:10'],
])('an hour from now is ahead, also when an hour is repeated or skipped (%s)', (now, wall) => {
  const later = values('date-time', true, new Date(now), 'Europe/Berlin')['in-an-hour'] ?? '';
  expect(later).toBe(wall);
  expect(Date.parse(instantOf(later, 'Europe/Berlin'))).toBeGreaterThan(Date.parse(now));
});

it('a day that is usually past offers only today, and a time nothing', () => {
  expect(values('date', false, evening, 'UTC')).toEqual({ today: '2026-11-27' });
  expect(values('time', true, evening, 'UTC')).toEqual({});
});
