import { contrast, parseHex, toHex, toOklch } from './color-math.ts';
import type { ColorToken, Mode } from './tokens.ts';
import { COLOR_TOKENS } from './tokens.ts';

/** Ten steps of one colour, light to dark. */
export type BrandScale = readonly [string, string, string, string, string, string, string, string, string, string];

/** Petrol: the product's own scale. Step 6 fills in light mode, step 4 in dark mode. */
export const DEFAULT_BRAND: BrandScale = [
  '#eef7f9',
  '#d9edf1',
  '#b3dae3',
  '#82c1cf',
  '#4fa6b9',
  '#26869c',
  '#0f6b81',
  '#0b596c',
  '#094858',
  '#073844',
];

const FILL_STEP: Record<Mode, number> = { light: 6, dark: 4 };
const TEXT_CONTRAST = 4.5;
const FOCUS_CONTRAST = 3;

/** The theme's values for a brand colour. */
export interface BrandTheme {
  readonly scale: BrandScale;
  /** Step that fills buttons and boxes in each mode. */
  readonly fillStep: Readonly<Record<Mode, number>>;
  /** Colour tokens that the brand replaces in each mode; empty for the product's own brand. */
  readonly tokens: Readonly<Record<Mode, Partial<Record<ColorToken, string>>>>;
}

/** Colours of a provider's theme; untrusted text. */
export interface ThemeColors {
  readonly primary?: unknown;
  readonly secondary?: unknown;
}

/**
 * Ten steps with the hue of the colour and the lightness of the product's own scale; the step nearest to the colour is
 * the colour itself.
 * @param color `#rrggbb`
 */
export function brandScale(color: string): BrandScale {
  if (color === DEFAULT_BRAND[FILL_STEP.light]) return DEFAULT_BRAND;
  const given = toOklch(color);
  const own = DEFAULT_BRAND.map(toOklch);
  const ownFill = toOklch(DEFAULT_BRAND[6]);
  const steps = own.map(({ l, c }) => toHex({ l, c: given.c * (c / ownFill.c), h: given.h }));
  const distances = own.map(({ l }) => Math.abs(l - given.l));
  steps[distances.indexOf(Math.min(...distances))] = color;
  return steps as unknown as BrandScale;
}

/**
 * The step nearest to `start` that meets every requirement, searching darker steps first in light mode, lighter ones
 * first in dark mode.
 */
function nearestStep(
  scale: BrandScale,
  start: number,
  mode: Mode,
  demands: readonly [against: string, ratio: number][],
) {
  const direction = mode === 'light' ? 1 : -1;
  for (let distance = 0; distance < scale.length; distance += 1) {
    for (const step of [start + direction * distance, start - direction * distance]) {
      const color = scale[step];
      if (color !== undefined && demands.every(([against, ratio]) => contrast(color, against) >= ratio)) return step;
    }
  }
  return mode === 'light' ? scale.length - 1 : 0;
}

function tokensOf(scale: BrandScale, mode: Mode, fill: number): Partial<Record<ColorToken, string>> {
  const index = mode === 'light' ? 0 : 1;
  const surface = COLOR_TOKENS.surface[index];
  const canvas = COLOR_TOKENS.canvas[index];
  const hue = toOklch(scale[FILL_STEP.light] ?? DEFAULT_BRAND[6]);
  const darkTint = (l: number) => toHex({ l, c: Math.min(hue.c, 0.045), h: hue.h });
  const soft = mode === 'light' ? scale[0] : darkTint(0.29);
  const selected = mode === 'light' ? scale[0] : darkTint(0.27);
  const at = (start: number, demands: readonly [string, number][]) =>
    scale[nearestStep(scale, start, mode, demands)] ?? surface;
  const text: readonly [string, number][] = [surface, canvas, soft, selected].map((color) => [color, TEXT_CONTRAST]);
  return {
    brand: scale[fill] ?? DEFAULT_BRAND[6],
    'brand-hover': at(mode === 'light' ? fill + 1 : fill - 1, [[COLOR_TOKENS['on-brand'][index], TEXT_CONTRAST]]),
    'brand-ink': at(mode === 'light' ? 7 : 3, text),
    'brand-soft': soft,
    selected,
    focus: at(fill, [
      [surface, FOCUS_CONTRAST],
      [canvas, FOCUS_CONTRAST],
    ]),
  };
}

/**
 * The brand for a provider's theme. A colour outside the strict grammar is ignored. The raw value is never used
 * directly: each mode uses the nearest step with 4.5:1 against the text on it. The secondary colour becomes the second
 * chart colour if it has 3:1 against the surface.
 */
export function brandTheme(colors: ThemeColors = {}): BrandTheme {
  const primary = parseHex(colors.primary);
  const scale = primary === null ? DEFAULT_BRAND : brandScale(primary);
  const fillStep: Record<Mode, number> = {
    light: nearestStep(scale, FILL_STEP.light, 'light', [[COLOR_TOKENS['on-brand'][0], TEXT_CONTRAST]]),
    dark: nearestStep(scale, FILL_STEP.dark, 'dark', [[COLOR_TOKENS['on-brand'][1], TEXT_CONTRAST]]),
  };
  const tokens: Record<Mode, Partial<Record<ColorToken, string>>> = scale === DEFAULT_BRAND
    ? { light: {}, dark: {} }
    : { light: tokensOf(scale, 'light', fillStep.light), dark: tokensOf(scale, 'dark', fillStep.dark) };
  const secondary = parseHex(colors.secondary);
  if (secondary !== null) {
    const secondaryScale = brandScale(secondary);
    for (const mode of ['light', 'dark'] as const) {
      const surface = COLOR_TOKENS.surface[mode === 'light' ? 0 : 1];
      const step = nearestStep(secondaryScale, mode === 'light' ? 5 : 3, mode, [[surface, 3]]);
      tokens[mode]['chart-2'] = contrast(secondary, surface) >= 3 ? secondary : (secondaryScale[step] ?? secondary);
    }
  }
  return { scale, fillStep, tokens };
}
