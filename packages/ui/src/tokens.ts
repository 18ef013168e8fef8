/** A colour mode. */
export type Mode = 'light' | 'dark';

/** Tones of a state; colour is the third cue after the icon and the word. */
export const TONES = ['positive', 'warning', 'negative', 'info', 'violet', 'neutral'] as const;
/** One of the six tones. */
export type Tone = (typeof TONES)[number];

/**
 * Colours by name, light then dark; each becomes the CSS variable `--bc-<name>`. Text pairs have 4.5:1 on surface,
 * canvas, hover, selected and their own tint; control edges and chart fills have 3:1 (checked in tokens.test.ts).
 */
export const COLOR_TOKENS = {
  surface: ['#ffffff', '#15191c'],
  canvas: ['#f7f8f9', '#0f1214'],
  sunken: ['#f1f3f4', '#101315'],
  raised: ['#ffffff', '#1d2226'],
  hover: ['#f6f8f9', '#1a1f23'],
  selected: ['#eaf5f8', '#152a31'],
  'nav-active': ['#e9ecee', '#20262a'],
  track: ['#e6e9ec', '#2b3238'],
  line: ['#eaedef', '#23292d'],
  border: ['#dfe3e7', '#2b3238'],
  dash: ['#b9c0c7', '#4a535b'],
  control: ['#7f8792', '#6f7882'],
  text: ['#15191e', '#e7eaec'],
  text2: ['#4d555f', '#a9b1ba'],
  text3: ['#626a75', '#8b939d'],
  brand: ['#0f6b81', '#4fa6b9'],
  'on-brand': ['#ffffff', '#0b0d0f'],
  'brand-hover': ['#0b596c', '#82c1cf'],
  'brand-ink': ['#0b596c', '#7cc3d2'],
  'brand-soft': ['#e3f1f4', '#14303a'],
  focus: ['#0f6b81', '#5fb6c9'],
  positive: ['#17754a', '#62cf95'],
  'positive-tint': ['#e6f5ec', '#13291e'],
  warning: ['#865600', '#e3b24f'],
  'warning-tint': ['#fcf2db', '#2e2512'],
  'warning-fill': ['#b97d10', '#d9a237'],
  negative: ['#b3282d', '#f48d88'],
  'negative-tint': ['#fdebeb', '#351c1d'],
  info: ['#2257bd', '#8cb4f7'],
  'info-tint': ['#e9f0fd', '#18263f'],
  violet: ['#6a3dbd', '#b89df0'],
  'violet-tint': ['#f2ecfc', '#271f3c'],
  neutral: ['#4d555f', '#a9b1ba'],
  'neutral-tint': ['#eef0f2', '#252b30'],
  /** Text on a surface filled with a tone (toasts, the red button of a dialog). */
  'on-tone': ['#ffffff', '#0b0d0f'],
  live: ['#1f9d5f', '#3fc27f'],
  inverse: ['#1b2126', '#2a3137'],
  'inverse-text': ['#ffffff', '#f3f5f6'],
  'inverse-link': ['#8fd3e2', '#8fd3e2'],
  'chart-2': ['#b5852a', '#d9a94a'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

/** Name of a colour token. */
export type ColorToken = keyof typeof COLOR_TOKENS;

const SHADOWS: Record<Mode, readonly [string, string, string]> = {
  light: [
    '0 1px 2px rgba(16,24,32,.05)',
    '0 1px 2px rgba(16,24,32,.06), 0 4px 12px rgba(16,24,32,.08)',
    '0 2px 6px rgba(16,24,32,.08), 0 16px 40px rgba(16,24,32,.18)',
  ],
  dark: [
    '0 1px 2px rgba(0,0,0,.3)',
    '0 1px 2px rgba(0,0,0,.35), 0 4px 12px rgba(0,0,0,.45), inset 0 0 0 1px #2b3238',
    '0 2px 6px rgba(0,0,0,.4), 0 16px 40px rgba(0,0,0,.55), inset 0 0 0 1px #2b3238',
  ],
};

/** All `--bc-*` variables of one mode; `overrides` replace single colours (a provider's theme). */
export function modeVariables(
  mode: Mode,
  overrides: Partial<Record<ColorToken, string>> = {},
): Record<`--bc-${string}`, string> {
  const index = mode === 'light' ? 0 : 1;
  const variables: Record<`--bc-${string}`, string> = {};
  for (const [name, pair] of Object.entries(COLOR_TOKENS)) {
    variables[`--bc-${name}`] = overrides[name as ColorToken] ?? pair[index];
  }
  SHADOWS[mode].forEach((shadow, level) => {
    variables[`--bc-shadow-${level + 1}`] = shadow;
  });
  return variables;
}
