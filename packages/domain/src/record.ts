import { z } from 'zod';
import type { Permission } from './policy.ts';

/** Type of a field, which determines display, input, filter and storage. */
export type RecordFieldKind =
  | 'BOOLEAN'
  | 'DATE'
  | 'ENUM'
  | 'ID'
  | 'INSTANT'
  | 'INT'
  | 'JSON'
  | 'LOCALIZED_TEXT'
  | 'SAFE_INT'
  | 'TEXT';

/** A field of a record that people enter. */
export interface RecordField {
  readonly kind: RecordFieldKind;
  /** The only rule; forms, the API and imports check it. */
  readonly rule: z.ZodType;
  /** Description in the API: a sentence. */
  readonly description: string;
  /** Personal data: the audit trail stores its values separately. */
  readonly isPersonal?: true;
  /** Permission needed besides reading the record. */
  readonly permission?: Permission;
  /** For an id or code: API field with the record that it names. */
  readonly shownAs?: string;
  /** Available as a column of lists. */
  readonly isColumn?: true;
  /** Available as a filter of lists. */
  readonly isFilter?: true;
  /**
   * Available as an order of lists, ignoring case: the table has an index on a column `<column>_sort` that is never
   * null, and the id.
   */
  readonly isSort?: true;
  /** Staff can set it for many records at once. Not for fields that identify a record or that only the person decides. */
  readonly isBulk?: true;
  /** Set at creation, then fixed. */
  readonly isFixed?: true;
  /** ENUM: API description of each value. */
  readonly values?: Readonly<Record<string, string>>;
  /** Section of the form and of the record's page, where there are several. */
  readonly group?: string;
  /** Example value for import files. */
  readonly example?: string;
}

/** The entered fields, in the order of forms and files. */
export type RecordFields = Readonly<Record<string, RecordField>>;

type Rules<Fields extends RecordFields> = { readonly [Name in keyof Fields]: Fields[Name]['rule'] };

type Changeable<Fields extends RecordFields> = {
  [Name in keyof Fields]: Fields[Name]['isFixed'] extends true ? never : Name;
}[keyof Fields];

type Bulk<Fields extends RecordFields> = {
  [Name in keyof Fields]: Fields[Name]['isBulk'] extends true ? Name : never;
}[keyof Fields];

type Patch<Fields extends RecordFields, Names extends keyof Fields> = z.ZodObject<
  { -readonly [Name in Names]: z.ZodOptional<Fields[Name]['rule']> },
  z.core.$strict
>;

/** A record, declared once: the API, lists, files and forms derive from it. */
export interface RecordDefinition<Fields extends RecordFields = RecordFields, Noun extends string = string> {
  /** The glossary's term: `account`. */
  readonly noun: Noun;
  readonly fields: Fields;
  readonly rules: Rules<Fields>;
  /** Rule of a new record; unknown fields are rejected. */
  readonly whole: z.ZodObject<{ -readonly [Name in keyof Fields]: Fields[Name]['rule'] }, z.core.$strict>;
  /** Rule of a change: every field is optional; fixed and unknown fields are rejected. */
  readonly patch: Patch<Fields, Changeable<Fields>>;
  /** Rule of a change of many records: as `patch`, with `isBulk` fields only. */
  readonly bulkPatch: Patch<Fields, Bulk<Fields>>;
}

/** Values of the entered fields of a record. */
export type RecordValues<Definition extends RecordDefinition> = {
  readonly [Name in keyof Definition['rules']]: z.output<Definition['rules'][Name]>;
};

/** Declares a record. */
export function defineRecord<const Noun extends string, const Fields extends RecordFields>(
  noun: Noun,
  fields: Fields,
): RecordDefinition<Fields, Noun> {
  const rulesOf = (some: readonly (readonly [string, RecordField])[]) =>
    Object.fromEntries(some.map(([name, { rule }]) => [name, rule]));
  const all = Object.entries(fields);
  const rules = rulesOf(all);
  const patchOf = (some: typeof all) => z.strictObject(rulesOf(some)).partial();
  return {
    noun,
    fields,
    rules: rules as Rules<Fields>,
    whole: z.strictObject(rules) as RecordDefinition<Fields>['whole'],
    patch: patchOf(all.filter(([, { isFixed }]) => !isFixed)) as RecordDefinition<Fields>['patch'],
    bulkPatch: patchOf(all.filter(([, { isBulk }]) => isBulk)) as RecordDefinition<Fields>['bulkPatch'],
  };
}
