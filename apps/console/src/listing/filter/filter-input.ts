import type { FilterValue } from './filter-value.ts';

/** A boolean filter as API input; undefined without a value. */
export function flagInput(value: FilterValue | undefined): boolean | undefined {
  return value?.kind === 'flag' ? value.value : undefined;
}

/** A filter of instants as API input; undefined without a value. */
export function instantInput(value: FilterValue | undefined) {
  if (value?.kind !== 'instant') return undefined;
  const { range } = value;
  if (!('from' in range)) return range;
  return { ...(range.from === null ? {} : { from: range.from }), ...(range.to === null ? {} : { to: range.to }) };
}

/** A filter of numbers as API input; undefined without a value. */
export function numberInput(value: FilterValue | undefined) {
  if (value?.kind !== 'number') return undefined;
  return { ...(value.from === null ? {} : { from: value.from }), ...(value.to === null ? {} : { to: value.to }) };
}

/** A filter of several values as API input, each in the API's own form; undefined without a value. */
export function setInput<Value extends string>(
  value: FilterValue | undefined,
  read: (text: string) => Value | null,
): { readonly in: Value[] } | { readonly notIn: Value[] } | undefined {
  if (value?.kind !== 'set') return undefined;
  const known = value.values.map(read).filter((each) => each !== null);
  return value.mode === 'in' ? { in: known } : { notIn: known };
}

/** The filters with values; null without any. */
export function chosenInput<Input extends object>(input: Input): Partial<Input> | null {
  const chosen = Object.entries(input).filter(([, value]) => value !== undefined);
  return chosen.length === 0 ? null : (Object.fromEntries(chosen) as Partial<Input>);
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Parses API input of a filter; null for anything that no filter of a list writes. */
export function filterOfInput(input: unknown): FilterValue | null {
  if (typeof input === 'boolean') return { kind: 'flag', value: input };
  if (typeof input === 'string') return { kind: 'text', text: input };
  if (typeof input !== 'object' || input === null) return null;
  const {
    in: chosen,
    notIn,
    withinDays,
    olderThanDays,
    nextDays,
    isEmpty,
    from,
    to,
  } = input as Readonly<Record<string, unknown>>;
  if (isTexts(chosen)) return { kind: 'set', mode: 'in', values: chosen };
  if (isTexts(notIn)) return { kind: 'set', mode: 'notIn', values: notIn };
  if (typeof withinDays === 'number') return { kind: 'instant', range: { withinDays } };
  if (typeof olderThanDays === 'number') return { kind: 'instant', range: { olderThanDays } };
  if (typeof nextDays === 'number') return { kind: 'instant', range: { nextDays } };
  if (typeof isEmpty === 'boolean') return { kind: 'instant', range: { isEmpty } };
  if (typeof from === 'number' || typeof to === 'number') {
    return { kind: 'number', from: typeof from === 'number' ? from : null, to: typeof to === 'number' ? to : null };
  }
  const ends = { from: typeof from === 'string' ? from : null, to: typeof to === 'string' ? to : null };
  return ends.from === null && ends.to === null ? null : { kind: 'instant', range: ends };
}
