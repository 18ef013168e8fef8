import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brandScale, brandTheme, DEFAULT_BRAND } from './brand-scale.ts';
import { contrast, parseHex, toHex, toOklch } from './color-math.ts';
import { COLOR_TOKENS } from './tokens.ts';

const hexColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('strict colour grammar', () => {
  test.each([
    ['#0f6b81', '#0f6b81'],
    ['#ABC', '#aabbcc'],
    ['#FFFFFF', '#ffffff'],
  ])('parses %s', (value, expected) => {
    expect(parseHex(value)).toBe(expected);
  });

  test.each([
    'red',
    'url(https://evil.example/x)',
    '#12345',
    '#0f6b81;background:url(//x)',
    'rgb(1,2,3)',
    'var(--x)',
    '#0f6b81\n',
    ' #0f6b81',
    '#ggg',
    '',
    null,
    7,
    {},
    ['#fff'],
  ])('refuses %j', (value) => {
    expect(parseHex(value)).toBeNull();
  });
});

test('OKLCH converts there and back', () => {
  fc.assert(
    fc.property(hexColor, (color) => {
      const distance = [1, 3, 5].map((at) => {
        const back = toHex(toOklch(color));
        return Math.abs(Number.parseInt(back.slice(at, at + 2), 16) - Number.parseInt(color.slice(at, at + 2), 16));
      });
      expect(Math.max(...distance)).toBeLessThanOrEqual(2);
    }),
  );
});

describe('brand scale', () => {
  test('the product colour yields the product scale and replaces no token', () => {
    const theme = brandTheme({ primary: '#0F6B81' });
    expect(theme.scale).toBe(DEFAULT_BRAND);
    expect(theme.fillStep).toEqual({ light: 6, dark: 4 });
    expect(theme.tokens).toEqual({ light: {}, dark: {} });
  });

  test('a colour outside the grammar is ignored', () => {
    expect(brandTheme({ primary: 'javascript:alert(1)', secondary: 'red' })).toEqual(brandTheme());
  });

  test('the given colour is one of the ten steps', () => {
    fc.assert(fc.property(hexColor, (color) => brandScale(color).includes(color)));
  });

  test('for any colour of a provider, text is readable in both modes', () => {
    fc.assert(
      fc.property(hexColor, hexColor, (primary, secondary) => {
        const { tokens } = brandTheme({ primary, secondary });
        for (const [mode, index] of [
          ['light', 0],
          ['dark', 1],
        ] as const) {
          const of = (name: keyof typeof COLOR_TOKENS) => tokens[mode][name] ?? COLOR_TOKENS[name][index];
          expect(contrast(of('brand'), of('on-brand'))).toBeGreaterThanOrEqual(4.5);
          expect(contrast(of('brand-hover'), of('on-brand'))).toBeGreaterThanOrEqual(4.5);
          for (const ground of ['surface', 'canvas', 'brand-soft', 'selected'] as const) {
            expect(contrast(of('brand-ink'), of(ground))).toBeGreaterThanOrEqual(4.5);
          }
          expect(contrast(of('text'), of('selected'))).toBeGreaterThanOrEqual(7);
          expect(contrast(of('focus'), of('surface'))).toBeGreaterThanOrEqual(3);
          expect(contrast(of('chart-2'), of('surface'))).toBeGreaterThanOrEqual(3);
        }
      }),
      {
        numRuns: 500,
        examples: [
          ['#ffffff', '#000000'],
          ['#000000', '#ffffff'],
          ['#ffff00', '#00ff00'],
        ],
      },
    );
  });
});
