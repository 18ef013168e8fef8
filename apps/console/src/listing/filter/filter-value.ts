/** A filter's value, in the shapes of the server's filter inputs. */
export type FilterValue = SetFilter | FlagFilter | InstantFilterValue | TextFilterValue | NumberFilterValue;

export interface SetFilter {
  readonly kind: 'set';
  readonly mode: 'in' | 'notIn';
  readonly values: readonly string[];
}
export interface FlagFilter {
  readonly kind: 'flag';
  readonly value: boolean;
}
/** Half-open interval of instants (UTC, ISO 8601), a time relative to now, or "has no value". */
export interface InstantFilterValue {
  readonly kind: 'instant';
  readonly range: InstantRange;
}
/** One exact text, such as the id of a record of any kind. */
export interface TextFilterValue {
  readonly kind: 'text';
  readonly text: string;
}
/** Whole numbers between two inclusive ends; null: no end there. At least one is given. */
export interface NumberFilterValue {
  readonly kind: 'number';
  readonly from: number | null;
  readonly to: number | null;
}
/** Days (24 hours each) before or after now; the server resolves them for each request. */
export type RelativeRange =
  | { readonly withinDays: number }
  | { readonly olderThanDays: number }
  | { readonly nextDays: number };
export type InstantRange =
  | RelativeRange
  | { readonly from: string | null; readonly to: string | null }
  | { readonly isEmpty: boolean };

/** Format of a filter's text in the URL. */
export type FilterShape = 'set' | 'flag' | 'instant' | 'text' | 'number';

const NOT = 'not';
const SEPARATOR = '.';
const VALUE = /^[A-Za-z0-9_-]{1,400}$/;
const COMPACT_INSTANT = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})Z$/;
const NUMBERS = /^(-?\d{1,15})?\.\.(-?\d{1,15})?$/;
const OLDER_THAN = 'older-than-';
const NEXT = 'next-';
const RELATIVE = /^(older-than-|next-)?(\d{1,4})d$/;
const MAX_VALUES = 100;
export const FILTER_DAYS_MAX = 3650;
export const FILTER_TEXT_MAX = 255;

/** A filter as text in the URL; readable, and without characters that need escaping. */
export function encodeFilter(value: FilterValue): string {
  switch (value.kind) {
    case 'set':
      return [...(value.mode === 'notIn' ? [NOT] : []), ...value.values].join(SEPARATOR);
    case 'flag':
      return value.value ? 'yes' : 'no';
    case 'instant':
      return encodeRange(value.range);
    case 'text':
      return value.text;
    case 'number':
      return `${value.from ?? ''}..${value.to ?? ''}`;
  }
}

/**
 * Parses the output of `encodeFilter`; null for anything else, so that a damaged link is detected and not guessed at.
 */
export function decodeFilter(shape: FilterShape, text: string): FilterValue | null {
  switch (shape) {
    case 'set':
      return decodeSet(text);
    case 'flag':
      return text === 'yes' || text === 'no' ? { kind: 'flag', value: text === 'yes' } : null;
    case 'instant': {
      const range = decodeRange(text);
      return range === null ? null : { kind: 'instant', range };
    }
    case 'text':
      return text.trim() !== '' && text.length <= FILTER_TEXT_MAX ? { kind: 'text', text } : null;
    case 'number':
      return decodeNumbers(text);
  }
}

function decodeNumbers(text: string): NumberFilterValue | null {
  const ends = NUMBERS.exec(text);
  if (!ends) return null;
  const [from, to] = [ends[1], ends[2]].map((end) => (end === '' || end === undefined ? null : Number(end)));
  if (from == null && to == null) return null;
  if (from != null && to != null && from > to) return null;
  return { kind: 'number', from: from ?? null, to: to ?? null };
}

function decodeSet(text: string): SetFilter | null {
  const parts = text.split(SEPARATOR);
  const mode = parts[0] === NOT ? 'notIn' : 'in';
  const values = [...new Set(mode === 'notIn' ? parts.slice(1) : parts)];
  if (values.length === 0 || values.length > MAX_VALUES) return null;
  return values.every((value) => VALUE.test(value) && value !== NOT) ? { kind: 'set', mode, values } : null;
}

function encodeRange(range: InstantRange): string {
  if ('withinDays' in range) return `${range.withinDays}d`;
  if ('olderThanDays' in range) return `${OLDER_THAN}${range.olderThanDays}d`;
  if ('nextDays' in range) return `${NEXT}${range.nextDays}d`;
  if ('isEmpty' in range) return range.isEmpty ? 'never' : 'ever';
  return `${range.from === null ? '' : compact(range.from)}..${range.to === null ? '' : compact(range.to)}`;
}

function decodeRange(text: string): InstantRange | null {
  if (text === 'never' || text === 'ever') return { isEmpty: text === 'never' };
  const relative = RELATIVE.exec(text);
  if (relative) {
    const days = Number(relative[2]);
    if (days < 1 || days > FILTER_DAYS_MAX) return null;
    if (relative[1] === OLDER_THAN) return { olderThanDays: days };
    return relative[1] === NEXT ? { nextDays: days } : { withinDays: days };
  }
  const ends = text.split('..');
  if (ends.length !== 2) return null;
  const [from, to] = ends.map((end) => (end === '' ? null : expandInstant(end)));
  if (from === undefined || to === undefined || (from === null && to === null)) return null;
  if (from !== null && to !== null && from >= to) return null;
  return { from, to };
}

/** `2025-01-31T22:00:00.000Z` -> `20250131T2200Z`; colons would be escaped in a URL. */
export function compact(instant: string): string {
  return `${instant.slice(0, 16).replaceAll(/[-:]/g, '')}Z`;
}

/** Parses the output of `compact`; undefined for anything but an instant, such as 31 February. */
export function expandInstant(text: string): string | undefined {
  const match = COMPACT_INSTANT.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute] = match;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:00.000Z`;
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) || date.toISOString() !== iso ? undefined : iso;
}
