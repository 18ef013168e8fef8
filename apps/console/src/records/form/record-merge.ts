/** Value of a form field. A date remains the text from the server, so that no zone can shift it. */
export type FieldValue = string | number | boolean | null;
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** A field of a form with a value that fits it. */
export type FieldEntry<Values> = {
  [Name in Extract<keyof Values, string>]: [field: Name, value: Values[Name]];
}[Extract<keyof Values, string>];

/** For values of the API and of history. */
export function isFieldValue(value: unknown): value is FieldValue {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** An empty text means "no value"; whitespace is trimmed, as by the field rules of the domain. */
export function normalise(value: FieldValue): FieldValue {
  if (typeof value !== 'string') return value;
  const trimmed = value.trim();
  return trimmed === '' ? null : trimmed;
}

/** The fields whose value differs from the initial one, in the form's order. */
export function changedFields(base: FieldValues, mine: FieldValues): readonly string[] {
  return Object.keys(mine).filter((field) => normalise(mine[field] ?? null) !== normalise(base[field] ?? null));
}

/** The patch to send: the changed fields only. */
export function patchOf<Values extends FieldValues>(base: Values, mine: Values): Partial<Values> {
  const patch = changedFields(base, mine).map((field) => [field, normalise(mine[field] ?? null)]);
  return Object.fromEntries(patch) as Partial<Values>;
}

export type Choice = 'mine' | 'theirs';

/** A field that both a colleague and this person changed. */
export interface FieldConflict {
  readonly field: string;
  readonly base: FieldValue;
  readonly mine: FieldValue;
  readonly theirs: FieldValue;
}

export interface Merge {
  /** Both changed it, differently: the person decides. */
  readonly conflicts: readonly FieldConflict[];
  /** Only they changed it: their value is adopted, and shown. */
  readonly theirsOnly: readonly FieldConflict[];
  /** Only this person changed it: it will be saved. */
  readonly mineOnly: readonly string[];
}

/** Compares three versions field by field. Fields missing in `theirs` (hidden ones) count as unchanged. */
export function mergeRecords(base: FieldValues, mine: FieldValues, theirs: FieldValues): Merge {
  const conflicts: FieldConflict[] = [];
  const theirsOnly: FieldConflict[] = [];
  const mineOnly: string[] = [];
  for (const field of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const was = normalise(base[field] ?? null);
    const own = normalise(mine[field] ?? null);
    const other = Object.hasOwn(theirs, field) ? normalise(theirs[field] ?? null) : was;
    const entry = { field, base: was, mine: own, theirs: other };
    if (own === other) continue;
    if (own === was) theirsOnly.push(entry);
    else if (other === was) mineOnly.push(field);
    else conflicts.push(entry);
  }
  return { conflicts, theirsOnly, mineOnly };
}

/** The form's values after the decisions; an undecided conflict keeps the typed value. */
export function resolveMerge<Values extends FieldValues>(
  mine: Values,
  merge: Merge,
  choices: Readonly<Record<string, Choice>>,
): Values {
  const taken = [...merge.theirsOnly, ...merge.conflicts.filter(({ field }) => choices[field] === 'theirs')];
  return { ...mine, ...Object.fromEntries(taken.map(({ field, theirs }) => [field, theirs])) };
}
