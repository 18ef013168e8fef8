import { describe, expect, test } from 'vitest';
import { contrast } from './color-math.ts';
import { COLOR_TOKENS, TONES } from './tokens.ts';

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('contrast in %s mode', (_mode, index) => {
  const of = (name: keyof typeof COLOR_TOKENS) => COLOR_TOKENS[name][index];

  test.each(['text', 'text2', 'text3', 'brand-ink', ...TONES] as const)('%s is readable on every ground', (name) => {
    for (const ground of ['surface', 'canvas', 'hover', 'selected', 'raised'] as const) {
      expect(contrast(of(name), of(ground))).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(TONES)('%s is readable on its own tint, and text on its fill', (tone) => {
    expect(contrast(of(tone), of(`${tone}-tint`))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of('on-tone'), of(tone))).toBeGreaterThanOrEqual(4.5);
  });

  test('edges, bars and dots hold 3:1', () => {
    for (const name of ['control', 'live', 'chart-2', 'warning-fill', 'focus'] as const) {
      expect(contrast(of(name), of('surface'))).toBeGreaterThanOrEqual(3);
    }
  });
});
