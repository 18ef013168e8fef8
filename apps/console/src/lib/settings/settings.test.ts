// @vitest-environment happy-dom
import { staffSettings } from '@backcounter/domain';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, readSettings } from './settings.ts';

const OWN = {
  timeZone: 'Asia/Tokyo',
  region: 'CH',
  clock: 'h12',
  hasLatinDigits: true,
  weekStart: 7,
  density: 'compact',
  startPage: '/stores',
} as const;

describe('settings of a person', () => {
  test('are read as they were kept, and the server takes what is kept', () => {
    expect(readSettings(JSON.parse(JSON.stringify(OWN)))).toEqual(OWN);
    for (const settings of [OWN, DEFAULT_SETTINGS]) expect(staffSettings.parse(settings)).toEqual(settings);
  });

  test.each([undefined, null, 7, 'text', [], {}])('%j is nothing kept', (stored) => {
    expect(readSettings(stored)).toEqual(DEFAULT_SETTINGS);
  });

  test('an invalid part is ignored, the rest is kept', () => {
    const stored = {
      ...OWN,
      timeZone: 'Mars/Olympus',
      weekStart: 3,
      startPage: 'https://elsewhere.example',
      clock: 24,
    };
    expect(readSettings(stored)).toEqual({ ...OWN, timeZone: null, weekStart: null, startPage: '/', clock: 'h23' });
  });
});
