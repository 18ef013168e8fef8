/** Colours of the provider, each `#rgb` or `#rrggbb` (specification, section 3). */
export interface Theme {
  readonly primary?: string;
  readonly secondary?: string;
}

const HEX = /^#([\da-f]{3}|[\da-f]{6})$/i;

/** Parses the answer of `/.well-known/theme`. Skips everything but colours of the strict grammar. */
export function readTheme(json: unknown): Theme {
  const { primary, secondary } = (json as { colors?: Record<string, unknown> } | null)?.colors ?? {};
  const isColor = (value: unknown): value is string => typeof value === 'string' && HEX.test(value);
  return { ...(isColor(primary) ? { primary } : {}), ...(isColor(secondary) ? { secondary } : {}) };
}
