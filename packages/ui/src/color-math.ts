/** A colour as lightness 0-1, chroma and hue in radians (OKLCH, Björn Ottosson 2020). */
export interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

type Rgb = readonly [red: number, green: number, blue: number];

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/**
 * Parses a colour of the strict grammar `#rgb` or `#rrggbb`; null for anything else. All external colours pass through
 * here before they reach a style sheet, so nothing but six hexadecimal digits does.
 */
export function parseHex(value: unknown): string | null {
  if (typeof value !== 'string' || !HEX.test(value)) return null;
  const digits = value.slice(1).toLowerCase();
  return digits.length === 6 ? `#${digits}` : `#${[...digits].map((digit) => digit + digit).join('')}`;
}

function toRgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const toGamma = (part: number) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055);

/** WCAG 2.2 contrast ratio of two `#rrggbb` colours, 1 to 21. */
export function contrast(first: string, second: string): number {
  const luminance = (hex: string) => {
    const [red, green, blue] = toRgb(hex);
    return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
  };
  const [lighter, darker] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** `#rrggbb` to OKLCH. */
export function toOklch(hex: string): Oklch {
  const [red, green, blue] = toRgb(hex).map(toLinear) as [number, number, number];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { l, c: Math.hypot(a, b), h: Math.atan2(b, a) };
}

function toLinearRgb({ l, c, h }: Oklch): Rgb {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const isInGamut = (color: Oklch) => toLinearRgb(color).every((part) => part >= -0.0005 && part <= 1.0005);

/** OKLCH to `#rrggbb`; reduces chroma to the sRGB gamut, keeping hue and lightness. */
export function toHex(color: Oklch): string {
  let c = color.c;
  if (!isInGamut(color)) {
    let low = 0;
    for (let step = 0, high = c; step < 20; step += 1) {
      c = (low + high) / 2;
      if (isInGamut({ ...color, c })) low = c;
      else high = c;
    }
    c = low;
  }
  const parts = toLinearRgb({ ...color, c }).map((part) => Math.round(255 * Math.min(1, Math.max(0, toGamma(part)))));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
