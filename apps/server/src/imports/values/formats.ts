import type { ImportFieldKind } from '../import-definition.ts';
import { DATE_ORDERS, readDate } from './dates.ts';
import { DECIMAL_MARKS, readNumber } from './numbers.ts';

/** Values of a text in each format in which it can be read. */
export type Readings = Readonly<Partial<Record<string, string | number>>>;
/** Formats of a column, where its values leave a choice. */
export interface ColumnFormats {
  readonly DATE: readonly string[];
  readonly WHOLE: readonly string[];
}
/** Kinds of cells whose format differs between files. */
export type FormattedKind = keyof ColumnFormats;

/** Formats of a kind, and how a text reads in each. */
export const FORMATS: Readonly<
  Record<FormattedKind, { readonly all: readonly string[]; readonly read: (text: string) => Readings }>
> = {
  DATE: { all: DATE_ORDERS, read: readDate },
  WHOLE: { all: DECIMAL_MARKS, read: readNumber },
};

/** The kind of format of a field's cells: times have that of their day. */
export function formattedKind(kind: ImportFieldKind | undefined): FormattedKind | null {
  if (kind === 'INSTANT') return 'DATE';
  return kind === 'DATE' || kind === 'WHOLE' ? kind : null;
}

/** Values after which a column is given up that is mostly of another kind. */
const TRIES = 100;

/** Whether a text reads differently in different formats. */
export function isUnclear(readings: Readings): boolean {
  return new Set(Object.values(readings)).size > 1;
}

/** Finds the formats in which all values of a column can be read. */
export class FormatSurvey {
  readonly #kind: FormattedKind;
  #left: readonly string[];
  #hasUnclear = false;
  #dependsOnFormat = false;
  #values = 0;
  #read = 0;

  constructor(kind: FormattedKind) {
    this.#kind = kind;
    this.#left = FORMATS[kind].all;
  }

  add(text: string): void {
    if (this.#values >= TRIES && this.#read * 2 < this.#values) return;
    this.#values += 1;
    const readings = FORMATS[this.#kind].read(text);
    const formats = Object.keys(readings);
    if (formats.length === 0) return;
    this.#read += 1;
    this.#hasUnclear ||= isUnclear(readings);
    if (formats.length === FORMATS[this.#kind].all.length && !isUnclear(readings)) return;
    this.#dependsOnFormat = true;
    this.#left = this.#left.filter((format) => formats.includes(format));
  }

  /** One format: it is certain. Several: a person chooses. None: each value is clear on its own. */
  get choices(): readonly string[] {
    if (!this.#dependsOnFormat) return [];
    if (this.#left.length === 1) return this.#left;
    // Values that contradict each other leave those open that could be either.
    return !this.#hasUnclear ? [] : this.#left.length > 1 ? this.#left : FORMATS[this.#kind].all;
  }
}

/** Whether a text may be a date or a number at all. */
export function mayHaveFormat(text: string): boolean {
  return text.length >= 3 && text.length <= 40 && /\p{Nd}/u.test(text);
}
