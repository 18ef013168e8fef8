import { z } from 'zod';
import { isVisibleText } from './values/localized-text.ts';

/** Kinds of settings; the settings and their defaults are rows of `config_entry`, from `migrations/baseline/14_product.sql` on. DURATION is a whole number of the entry's unit, TIME a local time `HH:MM`, COLOR `#rrggbb` in lower case. */
export const CONFIG_VALUE_TYPES = [
  'BOOLEAN',
  'INTEGER',
  'DECIMAL',
  'STRING',
  'DURATION',
  'TIME',
  'ENUM',
  'COLOR',
] as const;
export type ConfigValueType = (typeof CONFIG_VALUE_TYPES)[number];

const TEXT_MAX_LENGTH = 500;

/** Limits of a setting's value. */
export interface ConfigValueLimits {
  readonly valueType: ConfigValueType;
  readonly minValue: number | null;
  readonly maxValue: number | null;
  readonly allowedValues: readonly string[] | null;
}

/** The rule of a setting's value, for forms and the server. Nothing is converted: `"5"` is not a number. */
export function configValueRule(limits: ConfigValueLimits): z.ZodType<boolean | number | string> {
  switch (limits.valueType) {
    case 'BOOLEAN':
      return z.boolean();
    case 'STRING':
      return z.string().max(TEXT_MAX_LENGTH).refine(isVisibleText, { error: 'characters' });
    case 'TIME':
      return z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'time' });
    case 'COLOR':
      return z.string().regex(/^#[0-9a-f]{6}$/, { error: 'color' });
    case 'ENUM':
      return z.string().refine((value) => limits.allowedValues?.includes(value) === true, { error: 'unknown' });
    case 'DECIMAL':
      return z
        .number()
        .min(limits.minValue ?? -Number.MAX_VALUE)
        .max(limits.maxValue ?? Number.MAX_VALUE);
    default:
      return z
        .int()
        .min(limits.minValue ?? Number.MIN_SAFE_INTEGER)
        .max(limits.maxValue ?? Number.MAX_SAFE_INTEGER);
  }
}
