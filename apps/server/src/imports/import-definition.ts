import type {
  FieldProblem,
  ImportEmptyCells,
  ImportEntity,
  ImportExistingRows,
  ImportMissingRows,
  Permission,
} from '@backcounter/domain';
import type { EffectContext } from '../graphql/request-context.ts';

/** What a cell holds. */
export type ImportFieldKind = 'BOOLEAN' | 'DATE' | 'ENUM' | 'TEXT' | 'WHOLE';
/** What a cell says: null where it empties a value. */
export type ImportValue = boolean | number | string | null;

/** A value that a file may have a column for. */
export interface ImportField {
  /** As the API names it; a text in several languages has one field a language: `nameI18n.de-DE`. */
  readonly key: string;
  readonly kind: ImportFieldKind;
  /** Values of an `ENUM`. */
  readonly values?: readonly string[];
  /** Values that differ in the case of letters alone are the same. */
  readonly ignoresCase?: boolean;
  /** A new record needs it. */
  readonly isRequired?: boolean;
  readonly example: string;
  /** Headings by which it is recognised besides its key, in the languages of the console. */
  readonly names: readonly string[];
}

/** A text in several languages: as many fields as the file has languages. */
export interface LocalizedImportField extends Omit<ImportField, 'kind' | 'values'> {
  readonly kind: 'LOCALIZED_TEXT';
  /** A heading has to name the language: without one it does not mean English. */
  readonly needsLanguage?: true;
}

/** What a person says about a file. */
export interface ImportSettings {
  /** Field of each column; null: the column is left out. */
  readonly mapping: readonly (string | null)[];
  /** Fields by which rows find their records; one of the definition's `matches`. */
  readonly matchBy: readonly string[];
  readonly emptyCells: ImportEmptyCells;
  readonly existingRows: ImportExistingRows;
  readonly missingRows: ImportMissingRows;
}

/** A row whose cells could be read. */
export interface ImportRow {
  readonly number: number;
  readonly values: Readonly<Record<string, ImportValue>>;
}

/** Something wrong with a value of a row; `field` is a key, or null where it is the row as a whole. */
export interface RowProblem extends FieldProblem {
  readonly field: string | null;
}

/** What became of a row, or would. */
export type RowOutcome = 'created' | 'exists' | 'missing' | 'unchanged' | 'updated' | readonly RowProblem[];

/** How rows are to be written. */
export interface WriteOptions {
  readonly settings: ImportSettings;
  /** Nothing that is written stays, so what costs much may be left out once it is clear what would become of a row. */
  readonly isDryRun: boolean;
}

/** How one kind of record is filled from files. */
export interface ImportDefinition {
  readonly entity: ImportEntity;
  /** What it takes, besides `import.use`. */
  readonly permission: Permission;
  readonly fields: readonly (ImportField | LocalizedImportField)[];
  /** Ways in which rows find their records, the best one first; each a list of fields that are unique together. */
  readonly matches: readonly (readonly string[])[];
  /** The field of the second column of a file of texts (JSON) with such a name; null or absent: none. */
  fieldOfFile?(fileName: string): string | null;
  /** Further fields of which no two rows of a file may hold the same value. */
  readonly unique: readonly string[];
  /** False where records are given and only change. */
  readonly canCreate: boolean;
  /** Rows of one transaction; about a tenth of a second's work. */
  readonly batchRows: number;
  /** Writes rows and their audit rows in the context's transaction; answers in the order of the rows. */
  write(context: EffectContext, rows: readonly ImportRow[], options: WriteOptions): Promise<RowOutcome[]>;
}
