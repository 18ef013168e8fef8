import type { Theme } from './theme.ts';

/** Built-in colours, light and dark, for those that the provider's theme lacks. */
const BUILT_IN = { primary: { light: '#0f6b81', dark: '#4fa6b9' }, secondary: { light: '#b5852a', dark: '#d9a94a' } };
/** The panel's backgrounds with the lowest contrast. */
const GROUND = { light: '#f1f3f4', dark: '#20262a' };
const TEXT_CONTRAST = 4.5;
const STEPS = 32;

type Rgb = readonly [number, number, number];

function rgbOf(hex: string): Rgb {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1);
  const part = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16);
  return [part(0), part(2), part(4)];
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) =>
    part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2 contrast ratio of two colours, 1 to 21. */
export function contrast(first: string, second: string): number {
  const [dark, light] = [luminance(rgbOf(first)), luminance(rgbOf(second))].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const toHex = (color: Rgb) => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/**
 * The colour, or the nearest one that is readable (4.5:1) on every background of the panel in this mode. Moves towards
 * black, or half way between the brightest of its hue and white, which keeps the hue.
 */
export function readableColor(hex: string, mode: 'light' | 'dark'): string {
  const color = rgbOf(hex);
  const brightest = Math.max(...color, 1);
  const goal = (part: number) => (mode === 'light' ? 0 : (part / brightest) * 127.5 + 127.5);
  const moved = (step: number) =>
    toHex(color.map((part) => part + ((goal(part) - part) * step) / STEPS) as unknown as Rgb);
  let step = 0;
  while (step < STEPS && contrast(moved(step), GROUND[mode]) < TEXT_CONTRAST) step += 1;
  return moved(step);
}

/** The panel's two theme colours, readable in either mode. */
export function panelColors(theme: Theme, mode: 'light' | 'dark'): { primary: string; secondary: string } {
  const of = (name: keyof Theme) => readableColor(theme[name] ?? BUILT_IN[name][mode], mode);
  return { primary: of('primary'), secondary: of('secondary') };
}
