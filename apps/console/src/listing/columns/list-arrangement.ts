import { DENSITIES, type Density, PAGE_SIZES } from '@backcounter/domain';
import { isListOf, isNumber, isRecord, isText, type Shape } from '../../lib/settings/shape.ts';

/**
 * Layout of a list's rows and columns. Null: the list's default; for the density, the person's setting for all lists.
 * Widths are in px.
 */
export interface Arrangement {
  readonly columns: readonly string[] | null;
  readonly widths: Readonly<Record<string, number>>;
  readonly density: Density | null;
  readonly size: number | null;
}

/** The layout with the effective density. */
export interface ShownArrangement extends Arrangement {
  readonly density: Density;
}

/** The default layout of a list. */
export const DEFAULT_ARRANGEMENT: Arrangement = { columns: null, widths: {}, density: null, size: null };

/** Row heights in px by density. */
export const ROW_HEIGHTS: Readonly<Record<Density, number>> = { compact: 32, normal: 36, comfortable: 44 };

const isColumnKey: Shape<string> = (value): value is string => isText(value) && value.length <= 40;
const isColumns = isListOf(isColumnKey, 60);
const isWidth = (entry: readonly [string, unknown]): entry is [string, number] =>
  isColumnKey(entry[0]) && isNumber(entry[1]) && entry[1] >= 1 && entry[1] <= 2000;

/** Parses a stored layout of any version of the console: an invalid part falls back to its default. */
export function readArrangement(stored: unknown): Arrangement {
  if (!isRecord(stored)) return DEFAULT_ARRANGEMENT;
  const { columns, widths, density, size } = stored;
  return {
    columns: isColumns(columns) && columns.length > 0 ? columns : null,
    widths: isRecord(widths) ? Object.fromEntries(Object.entries(widths).filter(isWidth)) : {},
    density: DENSITIES.find((each) => each === density) ?? null,
    size: PAGE_SIZES.find((each) => each === size) ?? null,
  };
}
