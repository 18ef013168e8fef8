import type {
  FieldProblem,
  ImportEmptyCells,
  ImportEntity,
  ImportExistingRows,
  ImportMissingRows,
  Permission,
} from '@backcounter/domain';
import type { Entity } from '../crud/entity.ts';
import type { EffectContext, PictureContext, RequestContext } from '../graphql/request-context.ts';
import type { JobToStart, UndoOptions } from '../jobs/bulk/bulk-undo.ts';
import type { JobRun } from '../jobs/job-definition.ts';
import type { TableRow } from './table-row.ts';

/** Type of a cell. */
export type ImportFieldKind =
  | 'BOOLEAN'
  | 'COUNTRY'
  | 'DATE'
  | 'EMAIL'
  | 'ENUM'
  | 'INSTANT'
  | 'LOCALE'
  | 'PHONE'
  | 'TEXT'
  | 'WHOLE'
  | 'ZONE';
/** Value of a cell; null clears the field. */
export type ImportValue = boolean | number | string | null;

/** A field that a file may have a column for. */
export interface ImportField {
  /** API field name. A localized text has one field per language: `nameI18n.de-DE`. */
  readonly key: string;
  readonly kind: ImportFieldKind;
  /** Values of an `ENUM`. */
  readonly values?: readonly string[];
  /** The form's rule of a value, where it has one. */
  readonly rule?: undefined | { safeParse(value: unknown): { readonly success: boolean } };
  /** The form in which values are compared; by default they are compared as they are. */
  compareAs?(text: string): string;
  /** A form in which different values still count as the same. */
  lookAlike?(text: string): string;
  /** Required for new records. */
  readonly isRequired?: boolean;
  /** Whether several columns may be joined to its text, such as first and last name. */
  readonly isJoined?: boolean;
  readonly example: string;
  /** Headings recognised besides the key, in the console's languages. */
  readonly names: readonly string[];
}

/** A localized text, with one field per language of the file. */
export interface LocalizedImportField extends Omit<ImportField, 'kind' | 'values'> {
  readonly kind: 'LOCALIZED_TEXT';
  /** The heading must name the language; without one it does not default to English. */
  readonly needsLanguage?: true;
}

/** Import settings chosen by a person. */
export interface ImportSettings {
  /** Field of each column; null to ignore the column. */
  readonly mapping: readonly (string | null)[];
  /** Of each column: its order of dates, its decimal mark, the country of its phone numbers, or `LAST` for last names. */
  readonly formats?: readonly (string | null)[] | undefined;
  /** Fields that identify a row's record; one of the definition's `matches`. */
  readonly matchBy: readonly string[];
  readonly emptyCells: ImportEmptyCells;
  readonly existingRows: ImportExistingRows;
  readonly missingRows: ImportMissingRows;
}

/** A row whose cells could be parsed. */
export interface ImportRow {
  readonly number: number;
  readonly values: Readonly<Record<string, ImportValue>>;
  /** As it is stored. */
  readonly picture?: Buffer;
}

/** A problem with a row's value; `field` is null if it concerns the whole row. */
export interface RowProblem extends FieldProblem {
  readonly field: string | null;
  /** Position of its column, if it is known: a field may have several. */
  readonly at?: number;
  /** A cell that would be read instead, for the person to accept. */
  readonly suggestion?: string;
}

/** The value of a cell, or its problem. */
export type Parsed = { readonly value: ImportValue } | { readonly problem: Omit<RowProblem, 'field'> };

/** Result of a row, or in a dry run its expected result. */
export type RowOutcome = 'created' | 'exists' | 'missing' | 'unchanged' | 'updated' | readonly RowProblem[];

/** The campaign that a job adds codes to. */
export interface ImportInto {
  readonly campaignId: string;
  readonly jobId: string;
  /** Rows created by its earlier batches, which a dry run has rolled back. */
  readonly created: number;
}

/** The file and the job that reads it. */
export interface ImportWork {
  readonly importId: string;
  readonly jobId: string;
  readonly fileName: string;
  /** SHA-256 of the content and the name of the sheet. */
  readonly sha256: Buffer;
}

/** Sums of a check or an import of points. */
export interface ImportTotals {
  readonly wallets: number;
  readonly before: number;
  readonly credited: number;
  readonly debited: number;
}

/** Options of `write`. */
export interface WriteOptions {
  readonly settings: ImportSettings;
  /** Everything is rolled back, so expensive work can be skipped once a row's result is known. */
  readonly isDryRun: boolean;
  /** Whether an account whose time zone is none gets that of its country, instead of being refused. */
  readonly replacesTimezones?: boolean;
  /** For codes only. */
  readonly into?: ImportInto;
  /** For entries only. */
  readonly work?: ImportWork;
  /** For pictures only: the start of the check of a run, after which no change is overwritten. */
  readonly checkedAt?: Date | null;
}

/** Reads a file of an archive; of one that is not `isNew`, only its record is needed. */
export type ReadEntry = (row: TableRow, isNew: boolean) => Promise<ImportRow | readonly RowProblem[]>;

/** Declares how a kind of record is imported. */
export interface ImportDefinition {
  readonly entity: ImportEntity;
  /** Required in addition to `import.use`. */
  readonly permission: Permission;
  readonly fields: readonly (ImportField | LocalizedImportField)[];
  /** Alternative sets of fields that identify a row's record, best first. */
  readonly matches: readonly (readonly string[])[];
  /** For a JSON file of texts: the field of its second column, by file name; null or absent if unsupported. */
  fieldOfFile?(fileName: string): string | null;
  /** Further fields whose values must be unique within a file. */
  readonly unique: readonly string[];
  /**
   * For rows that are entries of the records that they match, several of a record, and are never changed. `write` undoes
   * a dry run itself, and keeps its sums, which later rows depend on.
   */
  readonly entries?: {
    /** Equal for rows that are the same entry; null if no other row can be. */
    keyOf(values: ImportRow['values'], matchBy: readonly string[]): string | null;
    totals(db: EffectContext['db'], jobId: string): Promise<ImportTotals | null>;
  };
  /** False if records can only be updated. */
  readonly canCreate: boolean;
  /** Whether a cell, masked or not, is a value, so that a file of such cells alone has no heading. */
  isData?(cell: string): boolean;
  /** Hides secrets of a file in texts that are stored for display. */
  mask?(text: string): string;
  /**
   * Checks the campaign that rows are added to; absent if they are added to none.
   * @throws AppError if the caller may not add to it now
   */
  admit?(context: RequestContext, campaignId: string): Promise<void>;
  /** For a ZIP archive of pictures: reads its files in order, before the transaction of their batch. */
  entryReader?(run: JobRun): ReadEntry;
  /** Rows per transaction, about 0.1 s of work. */
  readonly batchRows: number;
  /** Writes rows and their audit rows in the context's transaction. Returns results in row order. */
  write(context: PictureContext, rows: readonly ImportRow[], options: WriteOptions): Promise<RowOutcome[]>;
  /** Its records, for reference data. */
  readonly record?: Entity;
  /** The job that undoes an import; absent if imports can't be undone. */
  undo?(how: UndoOptions, fileName: string): JobToStart;
  /** Problems of a row that only the database refused, by the field; null for the row as a whole. */
  problemsOf?(error: unknown): readonly RowProblem[] | null;
}
