import { expect, test } from 'vitest';
import { DEFAULT_PREFERENCE, readPreference } from './list-preference.ts';

test('what was kept comes back [ux 12]', () => {
  const kept = {
    columns: ['name', 'state'],
    widths: { name: 240 },
    density: 'compact',
    size: 50,
    isTableOnPhone: true,
  };
  expect(readPreference(kept)).toEqual(kept);
});

test.each([undefined, null, 7, 'text', []])('%j is nothing kept', (stored) => {
  expect(readPreference(stored)).toEqual(DEFAULT_PREFERENCE);
});

test('a part that does not fit is left out, the rest stays', () => {
  const stored = {
    columns: ['name', 7],
    widths: { name: 240, number: '12', state: -1, x: Number.NaN, ['k'.repeat(41)]: 10 },
    density: 'huge',
    size: '50',
    isTableOnPhone: 'yes',
    other: true,
  };
  expect(readPreference(stored)).toEqual({ ...DEFAULT_PREFERENCE, widths: { name: 240 } });
});
