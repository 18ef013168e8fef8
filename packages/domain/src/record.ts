import { z } from 'zod';
import type { Permission } from './policy.ts';

/** What a field holds, which decides how it is shown, entered, filtered and kept. */
export type RecordFieldKind = 'BOOLEAN' | 'DATE' | 'ENUM' | 'ID' | 'INT' | 'LOCALIZED_TEXT' | 'SAFE_INT' | 'TEXT';

/** A field of a record that people enter. */
export interface RecordField {
  readonly kind: RecordFieldKind;
  /** Forms, the API and imports check this one rule. */
  readonly rule: z.ZodType;
  /** What the API says about it: a sentence. */
  readonly description: string;
  /** Personal data: values are kept apart in the audit trail. */
  readonly isPersonal?: true;
  /** What its readers need besides reading the record. */
  readonly permission?: Permission;
  /** It is an id or a code, and the API shows the record that it names, under this name. */
  readonly shownAs?: string;
  /** Lists have a column of it. */
  readonly isColumn?: true;
  /** Lists can be filtered by it. */
  readonly isFilter?: true;
  /**
   * Lists can be ordered by it, ignoring case: the table has an index on a column `<column>_sort` that is never null, and the id.
   */
  readonly isSort?: true;
  /** Set when the record is made, never again. */
  readonly isFixed?: true;
  /** ENUM: what the API says about each value. */
  readonly values?: Readonly<Record<string, string>>;
  /** Part of the form, and of the record's page, that it stands in, where there are several. */
  readonly group?: string;
  /** What a file to import may hold in its column. */
  readonly example?: string;
}

/** The fields that people enter, in the order of forms and files. */
export type RecordFields = Readonly<Record<string, RecordField>>;

type Rules<Fields extends RecordFields> = { readonly [Name in keyof Fields]: Fields[Name]['rule'] };

type Changeable<Fields extends RecordFields> = {
  [Name in keyof Fields]: Fields[Name]['isFixed'] extends true ? never : Name;
}[keyof Fields];

/** A record, declared once: the API, lists, files and forms are made of it. */
export interface RecordDefinition<Fields extends RecordFields = RecordFields> {
  /** The glossary's word: `account`. */
  readonly noun: string;
  readonly fields: Fields;
  readonly rules: Rules<Fields>;
  /** Rule of a new record; unknown fields are refused. */
  readonly whole: z.ZodObject<{ -readonly [Name in keyof Fields]: Fields[Name]['rule'] }, z.core.$strict>;
  /** Rule of a change: every field is optional; fixed and unknown ones are refused. */
  readonly patch: z.ZodObject<
    { -readonly [Name in Changeable<Fields>]: z.ZodOptional<Fields[Name]['rule']> },
    z.core.$strict
  >;
}

/** Values of the entered fields of a record. */
export type RecordValues<Definition extends RecordDefinition> = {
  readonly [Name in keyof Definition['rules']]: z.output<Definition['rules'][Name]>;
};

/** Declares a record. */
export function defineRecord<const Fields extends RecordFields>(
  noun: string,
  fields: Fields,
): RecordDefinition<Fields> {
  const rulesOf = (some: readonly (readonly [string, RecordField])[]) =>
    Object.fromEntries(some.map(([name, { rule }]) => [name, rule]));
  const all = Object.entries(fields);
  const rules = rulesOf(all);
  return {
    noun,
    fields,
    rules: rules as Rules<Fields>,
    whole: z.strictObject(rules) as RecordDefinition<Fields>['whole'],
    patch: z
      .strictObject(rulesOf(all.filter(([, { isFixed }]) => !isFixed)))
      .partial() as RecordDefinition<Fields>['patch'],
  };
}
