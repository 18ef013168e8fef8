import { describe, expect, test } from 'vitest';
import { contrast } from './color-math.ts';
import { COLOR_TOKENS, TONES } from './tokens.ts';

/** `color-mix(in srgb, over share, ground)` of two `#rrggbb` colours. */
function mix(over: string, ground: string, share: number): string {
  const parts = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const below = parts(ground);
  const mixed = parts(over).map((part, at) => Math.round(part * share + (below[at] ?? 0) * (1 - share)));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

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

  test('toasts are readable, also on a button under the pointer', () => {
    const toasts = [
      ['inverse', 'inverse-text'],
      ...(['positive', 'negative', 'warning', 'info'] as const).map((tone) => [tone, 'on-tone'] as const),
    ] as const;
    for (const [fill, ink] of toasts) {
      expect(contrast(of(ink), of(fill)), fill).toBeGreaterThanOrEqual(4.5);
      expect(contrast(of(ink), mix(of(ink), of(fill), 0.1)), `${fill}, hovered`).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(of('inverse-link'), of('inverse'))).toBeGreaterThanOrEqual(4.5);
  });

  test('edges, bars and dots have 3:1', () => {
    for (const name of ['control', 'live', 'chart-2', 'warning-fill', 'focus'] as const) {
      expect(contrast(of(name), of('surface'))).toBeGreaterThanOrEqual(3);
    }
  });
});
