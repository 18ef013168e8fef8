import {
  IMPORT_LIMITS,
  type ImportDelimiter,
  type ImportEmptyCells,
  type ImportEncoding,
  type ImportEntity,
  type ImportExistingRows,
  type ImportMissingRows,
} from '@backcounter/domain';
import type { EnumRef, ObjectRef } from '@pothos/core';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { selectionOf } from '../../graphql/schema/selection.ts';
import type { ImportDefinition, ImportField } from '../../imports/import-definition.ts';
import { fieldOf, offeredFields } from '../../imports/import-fields.ts';
import { firstProblems, type StoredProblem } from '../../imports/import-problems.ts';
import type { BrokenAt, ImportColumn, ImportRecord } from '../../imports/import-record.ts';
import { findJob } from '../../jobs/job-record.ts';
import type { JobTypes } from '../../jobs/job-types.graphql.ts';
import { definitionFor, type ImportParts } from './import.service.ts';
import { missingFields } from './import-settings.ts';

const ENTITIES: Readonly<Record<ImportEntity, string>> = {
  ACCOUNTS: 'Accounts.',
  AREAS: 'Areas.',
  BADGES: 'Badges.',
  BADGE_CATEGORIES: 'Categories of badges.',
  COUNTRIES: 'Countries.',
  STORES: 'Stores.',
  TOPICS: 'Topics.',
  TOPIC_CATEGORIES: 'Categories of topics.',
  TRANSLATIONS: 'Texts of the app in other languages.',
};

const EMPTY_CELLS: Readonly<Record<ImportEmptyCells, string>> = {
  LEAVE: 'The value of the record stays.',
  CLEAR: 'The value of the record is removed.',
};

const EXISTING_ROWS: Readonly<Record<ImportExistingRows, string>> = {
  UPDATE: 'The record is changed.',
  SKIP: 'The row is left out.',
};

const MISSING_ROWS: Readonly<Record<ImportMissingRows, string>> = {
  CREATE: 'A record is created.',
  SKIP: 'The row is left out.',
};

const ENCODINGS: Readonly<Record<ImportEncoding, string>> = {
  UTF_8: 'UTF-8.',
  UTF_16LE: 'UTF-16, little-endian.',
  UTF_16BE: 'UTF-16, big-endian.',
  WINDOWS_1252: 'Windows-1252, as older programs write Western languages.',
};

const DELIMITERS: Readonly<Record<ImportDelimiter, string>> = {
  COMMA: 'Comma.',
  SEMICOLON: 'Semicolon.',
  TAB: 'Tab.',
  BAR: 'Vertical bar.',
};

/** The types of imports, for the fields that start and change them. */
export interface ImportTypes {
  readonly item: ObjectRef<BuilderTypes, ImportRecord>;
  readonly target: ObjectRef<BuilderTypes, ImportTarget>;
  readonly entity: EnumRef<BuilderTypes, ImportEntity>;
  readonly emptyCells: EnumRef<BuilderTypes, ImportEmptyCells>;
  readonly existingRows: EnumRef<BuilderTypes, ImportExistingRows>;
  readonly missingRows: EnumRef<BuilderTypes, ImportMissingRows>;
  readonly encoding: EnumRef<BuilderTypes, ImportEncoding>;
  readonly delimiter: EnumRef<BuilderTypes, ImportDelimiter>;
}

/** Adds the types of imports. */
export function addImportTypes(builder: Builder, jobs: JobTypes, parts: ImportParts): ImportTypes {
  const entity = addEnum(builder, 'ImportEntity', 'What is filled from a file.', ENTITIES);
  const emptyCells = addEnum(builder, 'ImportEmptyCells', 'What an empty cell does to a record.', EMPTY_CELLS);
  const existingRows = addEnum(
    builder,
    'ImportExistingRows',
    'What becomes of rows that find a record.',
    EXISTING_ROWS,
  );
  const missingRows = addEnum(builder, 'ImportMissingRows', 'What becomes of rows that find no record.', MISSING_ROWS);
  const encoding = addEnum(builder, 'ImportEncoding', 'How the characters of a CSV file are written.', ENCODINGS);
  const delimiter = addEnum(builder, 'ImportDelimiter', 'What stands between the cells of a CSV file.', DELIMITERS);
  const target = addTarget(builder, entity);
  const column = builder.objectRef<ImportColumn>('ImportColumn').implement({
    description: 'A column of a file.',
    fields: (t) => ({
      header: t.exposeString('header', { description: 'Its heading; empty without one.' }),
      samples: t.field({
        type: ['String'],
        extensions: NEVER_STORED,
        description: `Its cells in the first ${IMPORT_LIMITS.sampleRows} rows.`,
        resolve: ({ samples }) => [...samples],
      }),
    }),
  });
  const problem = builder.objectRef<StoredProblem>('ImportProblem').implement({
    description: 'What is wrong with a row.',
    fields: (t) => ({
      column: t.exposeString('column', {
        nullable: true,
        description: 'Heading of the column that is wrong; null: the row as a whole.',
      }),
      field: t.exposeString('field', {
        nullable: true,
        description: 'Field that is wrong; null: the row as a whole.',
      }),
      value: t.exposeString('value', {
        nullable: true,
        extensions: NEVER_STORED,
        description: 'What the cell holds, shortened; null where no cell is meant.',
      }),
      rule: t.exposeString('rule', { description: 'Rule that it breaks, such as `too-long`.' }),
      params: t.field({
        type: 'JSON',
        nullable: true,
        description: 'Values of the rule, such as `{"max": 80}`; null without any.',
        resolve: ({ params }) => params ?? null,
      }),
    }),
  });
  const refused = builder
    .objectRef<{ readonly row: number; readonly problems: readonly StoredProblem[] }>('ImportRefusedRow')
    .implement({
      description: 'A row that was refused.',
      fields: (t) => ({
        row: t.exposeInt('row', { description: 'Its number, as a spreadsheet counts: the heading is 1.' }),
        problems: t.field({
          type: [problem],
          description: 'What is wrong with it.',
          resolve: ({ problems }) => [...problems],
        }),
      }),
    });
  const broken = builder.objectRef<BrokenAt>('ImportBroken').implement({
    description: 'Where a file could no longer be read.',
    fields: (t) => ({
      rule: t.exposeString('rule', { description: 'What is wrong there.' }),
      row: t.exposeInt('row', { description: 'The row, as a spreadsheet counts: the heading is 1.' }),
    }),
  });
  const item = builder.objectRef<ImportRecord>('Import').implement({
    description: 'A file to import, and what was said about it; kept for a day.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      entity: t.expose('entity', { type: entity, description: 'What is filled.' }),
      fileName: t.exposeString('fileName', { description: 'Name of the file, as people read it.' }),
      sizeBytes: t.expose('sizeBytes', { type: 'SafeInt', description: 'Size of the file in bytes.' }),
      format: t.exposeString('format', { description: '`CSV`, `XLSX` or, for texts, `JSON`.' }),
      encoding: t.field({
        type: encoding,
        nullable: true,
        description: 'How its characters are written; null unless it is CSV.',
        resolve: ({ reading }) => reading.encoding,
      }),
      delimiter: t.field({
        type: delimiter,
        nullable: true,
        description: 'What stands between its cells; null unless it is CSV.',
        resolve: ({ reading }) => reading.delimiter,
      }),
      sheet: t.string({
        nullable: true,
        description: 'Name of the sheet that is read; null unless it is a workbook.',
        resolve: ({ reading }) => reading.sheet,
      }),
      sheets: t.field({
        type: ['String'],
        description: 'Names of the sheets of a workbook; otherwise empty.',
        resolve: ({ reading }) => [...reading.sheets],
      }),
      broken: t.field({
        type: broken,
        nullable: true,
        description: 'From where on the check could not read the file; null where it could.',
        resolve: ({ reading }) => reading.broken ?? null,
      }),
      columns: t.field({ type: [column], description: 'Its columns.', resolve: ({ columns }) => [...columns] }),
      target: t.field({
        type: target,
        description: 'What its columns may mean.',
        resolve: (record, _args, context) => targetOf(definitionFor(context, parts, record.entity), record),
      }),
      mapping: t.field({
        type: t.listRef('String', { nullable: true }),
        description: 'Field of each column; null: the column is left out.',
        resolve: ({ settings }) => [...settings.mapping],
      }),
      matchBy: t.field({
        type: ['String'],
        description: 'Fields by which rows find their records.',
        resolve: ({ settings }) => [...settings.matchBy],
      }),
      emptyCells: t.field({
        type: emptyCells,
        description: 'What an empty cell does to a record.',
        resolve: ({ settings }) => settings.emptyCells,
      }),
      existingRows: t.field({
        type: existingRows,
        description: 'What becomes of rows that find a record.',
        resolve: ({ settings }) => settings.existingRows,
      }),
      missingRows: t.field({
        type: missingRows,
        description: 'What becomes of rows that find none.',
        resolve: ({ settings }) => settings.missingRows,
      }),
      missingFields: t.field({
        type: ['String'],
        description: 'Fields that need a column before the file can be checked.',
        resolve: ({ entity: name, settings }, _args, context) =>
          missingFields(definitionFor(context, parts, name), settings),
      }),
      check: t.field({
        type: jobs.job,
        nullable: true,
        description: 'The check of these settings; null where there is none.',
        resolve: ({ checkJobId }, _args, context, info) =>
          checkJobId === null ? null : findJob(context, checkJobId, selectionOf(info)),
      }),
      run: t.field({
        type: jobs.job,
        nullable: true,
        description: 'The import itself; null before it was started.',
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
      createdAt: t.field({
        type: 'DateTime',
        description: 'When it was created.',
        resolve: ({ createdAt }) => createdAt.toISOString(),
      }),
      expiresAt: t.field({
        type: 'DateTime',
        description: 'When it is deleted.',
        resolve: ({ expiresAt }) => expiresAt.toISOString(),
      }),
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

function addTarget(builder: Builder, entity: EnumRef<BuilderTypes, ImportEntity>) {
  const field = builder.objectRef<ImportField>('ImportField').implement({
    description: 'What a column may mean.',
    fields: (t) => ({
      key: t.exposeString('key', { description: 'Its key, such as `email` or `nameI18n.de-DE`.' }),
      isRequired: t.boolean({
        description: 'Whether a new record needs it.',
        resolve: ({ isRequired }) => isRequired === true,
      }),
      example: t.exposeString('example', { description: 'A value that it may have.' }),
      values: t.field({
        type: ['String'],
        description: 'The values that it may have; empty where they are not a fixed set.',
        resolve: ({ values }) => [...(values ?? [])],
      }),
    }),
  });
  return builder.objectRef<ImportTarget>('ImportTarget').implement({
    description: 'What a file may fill.',
    fields: (t) => ({
      entity: t.field({ type: entity, description: 'What is filled.', resolve: ({ definition }) => definition.entity }),
      fields: t.field({
        type: [field],
        description: 'Fields that a column may mean.',
        resolve: ({ fields }) => [...fields],
      }),
      matches: t.field({
        type: t.listRef(t.listRef('String')),
        description: 'Ways in which rows find their records: fields that are unique together.',
        resolve: ({ definition }) => definition.matches.map((match) => [...match]),
      }),
      canCreate: t.boolean({
        description: 'Whether rows may become new records.',
        resolve: ({ definition }) => definition.canCreate,
      }),
    }),
  });
}
