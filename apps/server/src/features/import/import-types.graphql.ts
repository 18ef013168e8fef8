import {
  IMPORT_DELIMITERS,
  IMPORT_EMPTY_CELLS,
  IMPORT_ENCODINGS,
  IMPORT_ENTITIES,
  IMPORT_EXISTING_ROWS,
  IMPORT_LIMITS,
  IMPORT_MISSING_ROWS,
} from '@backcounter/domain';
import type { Builder } from '../../graphql/builder.ts';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { ImportDefinition, ImportField } from '../../imports/import-definition.ts';
import { fieldOf, offeredFields } from '../../imports/import-fields.ts';
import { firstProblems, type StoredProblem } from '../../imports/import-problems.ts';
import type { BrokenAt, ImportColumn, ImportRecord } from '../../imports/import-record.ts';
import type { JobTypes } from '../../jobs/job.graphql.ts';
import { findJob } from '../../jobs/job-record.ts';
import { definitionFor, type ImportParts } from './import.service.ts';
import { missingFields } from './import-settings.ts';

/** The types of imports, for the fields that start and change them. */
export function addImportTypes(builder: Builder, jobs: JobTypes, parts: ImportParts) {
  const entity = builder.enumType('ImportEntity', { values: IMPORT_ENTITIES });
  const emptyCells = builder.enumType('ImportEmptyCells', { values: IMPORT_EMPTY_CELLS });
  const existingRows = builder.enumType('ImportExistingRows', { values: IMPORT_EXISTING_ROWS });
  const missingRows = builder.enumType('ImportMissingRows', { values: IMPORT_MISSING_ROWS });
  const encoding = builder.enumType('ImportEncoding', { values: IMPORT_ENCODINGS });
  const delimiter = builder.enumType('ImportDelimiter', { values: IMPORT_DELIMITERS });
  const target = addTarget(builder, entity);
  const column = builder.objectRef<ImportColumn>('ImportColumn').implement({
    fields: (t) => ({
      header: t.exposeString('header', { description: 'Empty for a column without a heading.' }),
      samples: t.field({
        type: ['String'],
        extensions: NEVER_STORED,
        resolve: ({ samples }) => [...samples],
      }),
    }),
  });
  const problem = builder.objectRef<StoredProblem>('ImportProblem').implement({
    fields: (t) => ({
      column: t.exposeString('column', { nullable: true, description: 'Heading; null: the row as a whole.' }),
      field: t.exposeString('field', { nullable: true }),
      value: t.exposeString('value', {
        nullable: true,
        extensions: NEVER_STORED,
        description: 'What the cell holds, shortened.',
      }),
      rule: t.exposeString('rule'),
      params: t.field({ type: 'JSON', nullable: true, resolve: ({ params }) => params ?? null }),
    }),
  });
  const refused = builder
    .objectRef<{ readonly row: number; readonly problems: readonly StoredProblem[] }>('ImportRefusedRow')
    .implement({
      fields: (t) => ({
        row: t.exposeInt('row', { description: 'As a spreadsheet counts: the heading is 1.' }),
        problems: t.field({ type: [problem], resolve: ({ problems }) => [...problems] }),
      }),
    });
  const broken = builder.objectRef<BrokenAt>('ImportBroken').implement({
    fields: (t) => ({ rule: t.exposeString('rule'), row: t.exposeInt('row') }),
  });
  const item = builder.objectRef<ImportRecord>('Import').implement({
    description: 'A file to import, and what was said about it; kept for a day.',
    fields: (t) => ({
      id: t.exposeID('id'),
      entity: t.expose('entity', { type: entity }),
      fileName: t.exposeString('fileName'),
      sizeBytes: t.expose('sizeBytes', { type: 'SafeInt' }),
      format: t.exposeString('format', { description: '`CSV`, `XLSX` or, for texts, `JSON`.' }),
      encoding: t.field({ type: encoding, nullable: true, resolve: ({ reading }) => reading.encoding }),
      delimiter: t.field({ type: delimiter, nullable: true, resolve: ({ reading }) => reading.delimiter }),
      sheet: t.string({ nullable: true, resolve: ({ reading }) => reading.sheet }),
      sheets: t.field({ type: ['String'], resolve: ({ reading }) => [...reading.sheets] }),
      broken: t.field({
        type: broken,
        nullable: true,
        description: 'From where on the check could not read the file.',
        resolve: ({ reading }) => reading.broken ?? null,
      }),
      columns: t.field({ type: [column], resolve: ({ columns }) => [...columns] }),
      target: t.field({
        type: target,
        resolve: (record, _args, context) => targetOf(definitionFor(context, parts, record.entity), record),
      }),
      mapping: t.field({
        type: t.listRef('String', { nullable: true }),
        description: 'Field of each column; null: the column is left out.',
        resolve: ({ settings }) => [...settings.mapping],
      }),
      matchBy: t.field({ type: ['String'], resolve: ({ settings }) => [...settings.matchBy] }),
      emptyCells: t.field({ type: emptyCells, resolve: ({ settings }) => settings.emptyCells }),
      existingRows: t.field({ type: existingRows, resolve: ({ settings }) => settings.existingRows }),
      missingRows: t.field({ type: missingRows, resolve: ({ settings }) => settings.missingRows }),
      missingFields: t.field({
        type: ['String'],
        description: 'Fields that need a column before the file can be checked.',
        resolve: ({ entity: name, settings }, _args, context) =>
          missingFields(definitionFor(context, parts, name), settings),
      }),
      check: t.field({
        type: jobs.job,
        nullable: true,
        description: 'The check of these settings.',
        resolve: ({ checkJobId }, _args, context, info) =>
          checkJobId === null ? null : findJob(context, checkJobId, selectionOf(info)),
      }),
      run: t.field({
        type: jobs.job,
        nullable: true,
        resolve: ({ runJobId }, _args, context, info) =>
          runJobId === null ? null : findJob(context, runJobId, selectionOf(info)),
      }),
      refusedRows: t.field({
        type: [refused],
        description: `The first ${IMPORT_LIMITS.problemsShown} rows that were refused, by the import or, before it, by its check.`,
        resolve: async ({ checkJobId, runJobId }, _args, { db }) => {
          const jobId = runJobId ?? checkJobId;
          return jobId === null ? [] : [...(await firstProblems(db, jobId, IMPORT_LIMITS.problemsShown))];
        },
      }),
      createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => createdAt.toISOString() }),
      expiresAt: t.field({ type: 'DateTime', resolve: ({ expiresAt }) => expiresAt.toISOString() }),
    }),
  });
  return { item, target, entity, emptyCells, existingRows, missingRows, encoding, delimiter };
}

/** What a file may fill, with the languages that a file brings. */
export interface ImportTarget {
  readonly definition: ImportDefinition;
  readonly fields: readonly ImportField[];
}

/** The offered fields, and those that the columns of a file have besides. */
export function targetOf(definition: ImportDefinition, record: ImportRecord | null): ImportTarget {
  const offered = offeredFields(definition);
  const known = new Set(offered.map(({ key }) => key));
  const further = (record?.settings.mapping ?? []).flatMap((key) => {
    const field = key === null || known.has(key) ? null : fieldOf(definition, key);
    return field === null ? [] : [field];
  });
  return { definition, fields: [...offered, ...further] };
}

function addTarget(builder: Builder, entity: ReturnType<Builder['enumType']>) {
  const field = builder.objectRef<ImportField>('ImportField').implement({
    fields: (t) => ({
      key: t.exposeString('key', { description: 'Such as `email` or `nameI18n.de-DE`.' }),
      isRequired: t.boolean({
        description: 'A new record needs it.',
        resolve: ({ isRequired }) => isRequired === true,
      }),
      example: t.exposeString('example'),
      values: t.field({ type: ['String'], resolve: ({ values }) => [...(values ?? [])] }),
    }),
  });
  return builder.objectRef<ImportTarget>('ImportTarget').implement({
    fields: (t) => ({
      entity: t.field({ type: entity, resolve: ({ definition }) => definition.entity }),
      fields: t.field({ type: [field], resolve: ({ fields }) => [...fields] }),
      matches: t.field({
        type: t.listRef(t.listRef('String')),
        description: 'Ways in which rows find their records: fields that are unique together.',
        resolve: ({ definition }) => definition.matches.map((match) => [...match]),
      }),
      canCreate: t.boolean({ resolve: ({ definition }) => definition.canCreate }),
    }),
  });
}
