import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, panelColors, readableColor } from './panel-colors.ts';
import { readTheme } from './theme.ts';

const GROUNDS = { light: ['#ffffff', '#f7f8f9', '#f1f3f4'], dark: ['#15191c', '#0f1214', '#20262a'] };
const hex = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`);

test.each(['light', 'dark'] as const)('any colour of a provider becomes readable in %s mode', (mode) => {
  fc.assert(
    fc.property(hex, (color) => {
      const readable = readableColor(color, mode);
      for (const ground of GROUNDS[mode]) expect(contrast(readable, ground)).toBeGreaterThanOrEqual(4.5);
      // Text on the filled button.
      expect(contrast(readable, mode === 'light' ? '#ffffff' : '#0b0d0f')).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test('a readable colour is kept [spec 2.37]', () => {
  expect(readableColor('#0f6b81', 'light')).toBe('#0f6b81');
  expect(readableColor('#4fa6b9', 'dark')).toBe('#4fa6b9');
  expect(readableColor('#06c', 'light')).toBe('#0066cc');
});

test('an unreadable colour moves no further than necessary, and keeps its hue', () => {
  expect(readableColor('#ffcc00', 'light')).toBe('#876c00');
  expect(readableColor('#000000', 'dark')).toBe('#808080');
  expect(readableColor('#0000ff', 'dark')).toBe('#7c7cff');
  expect(readableColor('#400000', 'dark')).toBe('#db6868');
});

test('without a theme the built-in colours are used', () => {
  expect(panelColors({}, 'light')).toEqual({ primary: '#0f6b81', secondary: '#8d6821' });
  expect(panelColors({}, 'dark')).toEqual({ primary: '#4fa6b9', secondary: '#d9a94a' });
  expect(panelColors({ primary: '#aa0000' }, 'light').primary).toBe('#aa0000');
});

test.each([
  'red',
  '#12345',
  '#1234567',
  '#ggg',
  'rgb(0 0 0)',
  '#fff;background:url(//x.test)',
  ' #fff',
  'var(--text)',
  ['#fff'],
  12,
  null,
  {},
])('%j is no colour', (primary) => {
  expect(readTheme({ colors: { primary } })).toEqual({});
});

test.each([null, [], 'text', {}, { colors: null }, { colors: 'red' }, { colors: ['#fff'] }])(
  '%j is not a theme',
  (answer) => {
    expect(readTheme(answer)).toEqual({});
  },
);

test('colours of the strict grammar are accepted [spec 3.5]', () => {
  expect(readTheme({ colors: { primary: '#ABC', secondary: '#0f6b81', tertiary: '#000' } })).toEqual({
    primary: '#ABC',
    secondary: '#0f6b81',
  });
});
