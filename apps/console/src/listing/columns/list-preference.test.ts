import { expect, test } from 'vitest';
import { DEFAULT_PREFERENCE, readPreference } from './list-preference.ts';

test('stored preferences are restored [ux 12]', () => {
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

test('an invalid part is ignored, the rest is kept', () => {
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
