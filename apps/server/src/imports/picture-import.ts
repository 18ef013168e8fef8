import { AppError, type FieldProblems, IMPORT_PERMISSIONS, type ImportEntity } from '@backcounter/domain';
import { type RawBuilder, sql } from 'kysely';
import type { PictureContext } from '../graphql/request-context.ts';
import type { JobRun } from '../jobs/job-definition.ts';
import type { ImportDefinition, ImportRow, RowOutcome, RowProblem } from './import-definition.ts';
import { importField } from './record-import.ts';
import type { TableRow } from './table-row.ts';

/** Declares whose pictures a ZIP archive has. */
export interface PictureImportDeclaration {
  readonly entity: ImportEntity;
  readonly upload: 'picture' | 'badge';
  readonly table: 'account' | 'badge';
  readonly example: string;
  /** Condition on the record `r` of a file's name; several records may meet it. */
  named(name: string): RawBuilder<unknown>;
  /** Sets the picture of a locked record like a single upload; a dry run says the same and writes nothing. */
  set(context: PictureContext, id: string, picture: Buffer, isDryRun: boolean): Promise<RowOutcome>;
}

/** Creates the import of pictures from a ZIP archive: each file is named by its record. Decision 0209. */
export function pictureImport(declaration: PictureImportDeclaration): ImportDefinition {
  const { entity, table, example, set } = declaration;
  return {
    entity,
    permission: IMPORT_PERMISSIONS[entity],
    fields: [importField('file', 'TEXT', example)],
    matches: [['file']],
    unique: [],
    canCreate: false,
    batchRows: 10,
    entryReader: (run) => {
      const seen = new Set<string>();
      return (row, isNew) => readEntry(declaration, run, row, seen, isNew);
    },
    write: async (context, rows, { isDryRun, checkedAt = null }) => {
      const outcomes: RowOutcome[] = [];
      for (const { values, picture } of rows) {
        context.signal.throwIfAborted();
        const id = String(values['id']);
        const { rows: found } = await sql<{ isChanged: boolean }>`
          select coalesce(updated_at > ${checkedAt}::timestamptz, false) as "isChanged"
          from ${sql.table(table)} where id = ${id} for update`.execute(context.db);
        const [record] = found;
        if (record === undefined || picture === undefined) outcomes.push(problem('unknown'));
        else if (record.isChanged) outcomes.push(problem('changed-since'));
        else outcomes.push(await set(context, id, picture, isDryRun));
      }
      return outcomes;
    },
  };
}

/** A problem of a file. */
export const problem = (rule: string, params?: RowProblem['params']): readonly RowProblem[] => [
  { field: 'file', rule, ...(params && { params }) },
];

async function readEntry(
  { upload, table, named }: PictureImportDeclaration,
  { db, files }: JobRun,
  { number, cells: [path = ''], entry }: TableRow,
  seen: Set<string>,
  isNew: boolean,
): Promise<ImportRow | readonly RowProblem[]> {
  if (entry === undefined || 'rule' in entry) return problem(entry?.rule ?? 'picture-damaged', entry?.params);
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  const { rows } = await sql<{ id: string }>`
    select r.id::text as id from ${sql.table(table)} r where ${named(name)} limit 2`.execute(db);
  const [record] = rows;
  if (record === undefined) return problem('unknown');
  if (rows.length > 1) return problem('ambiguous-file');
  if (seen.has(record.id)) return problem('repeated-file');
  seen.add(record.id);
  if (!isNew) return { number, values: {} };
  try {
    return {
      number,
      values: { id: record.id },
      picture: await files.uploads.normalised(upload, Buffer.from(entry.bytes)),
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'field.invalid') throw error;
    return Object.values((error.details.fields ?? {}) as FieldProblems).flatMap((problems) =>
      problems.map((each) => ({ field: 'file', ...each })),
    );
  }
}
