import {
  encodingLabel,
  IMPORT_ENCODINGS,
  IMPORT_LIMITS,
  type ImportDelimiter,
  type ImportEmptyCells,
  type ImportEncoding,
  type ImportEntity,
  type ImportExistingRows,
  type ImportMissingRows,
} from '@backcounter/domain';
import type { EnumRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import { selectionOf } from '../../graphql/schema/selection.ts';
import { type CorrectedRow, pageOfRows } from '../../imports/correct-rows.ts';
import type { ImportDefinition, ImportField, ImportTotals } from '../../imports/import-definition.ts';
import { fieldOf, offeredFields } from '../../imports/import-fields.ts';
import type { StoredProblem } from '../../imports/import-problems.ts';
import type { BrokenAt, ImportRecord } from '../../imports/import-record.ts';
import type { EncodingChoice } from '../../imports/reading/encoding.ts';
import type { TopRow } from '../../imports/reading/table-format.ts';
import { findJob } from '../../jobs/job-record.ts';
import type { JobTypes } from '../../jobs/job-types.graphql.ts';
import { definitionFor, type ImportParts } from './import.service.ts';
import { addColumn, columnView } from './import-column.graphql.ts';
import { addImportCorrections } from './import-corrections.graphql.ts';
import { missingFields, unclearColumns } from './import-settings.ts';

const ENTITIES: Readonly<Record<ImportEntity, string>> = {
  ACCOUNTS: 'Accounts.',
  AREAS: 'Areas.',
  BADGES: 'Badges.',
  BADGE_CATEGORIES: 'Categories of badges.',
  COUNTRIES: 'Countries.',
  OWN_COUPONS: 'Codes of others for a campaign.',
  STORES: 'Stores.',
  TOPICS: 'Topics.',
  TOPIC_CATEGORIES: 'Categories of topics.',
  TRANSLATIONS: 'Texts of the app in other languages.',
  ACCOUNT_PICTURES: 'Pictures of accounts: a ZIP archive.',
  BADGE_PICTURES: 'Pictures of badges: a ZIP archive.',
  POINTS: 'Opening balances and past entries of accounts and stores.',
};

const EMPTY_CELLS: Readonly<Record<ImportEmptyCells, string>> = {
  LEAVE: 'The value of the record is kept.',
  CLEAR: 'The value of the record is removed.',
};

const EXISTING_ROWS: Readonly<Record<ImportExistingRows, string>> = {
  UPDATE: 'The record is changed.',
  SKIP: 'The row is skipped.',
};

const MISSING_ROWS: Readonly<Record<ImportMissingRows, string>> = {
  CREATE: 'A record is created.',
  SKIP: 'The row is skipped.',
};

const ENCODINGS = Object.fromEntries(
  IMPORT_ENCODINGS.map((encoding) => [encoding, `The encoding \`${encodingLabel(encoding)}\`.`]),
) as Readonly<Record<ImportEncoding, string>>;

const DELIMITERS: Readonly<Record<ImportDelimiter, string>> = {
  COMMA: 'Comma.',
  SEMICOLON: 'Semicolon.',
  TAB: 'Tab.',
  BAR: 'Vertical bar.',
};

/** The types of imports, for the fields that start and change them. */
export type ImportTypes = ReturnType<typeof addImportTypes>;

/** Adds the types of imports. */
export function addImportTypes(builder: Builder, jobs: JobTypes, parts: ImportParts) {
  const entity = addEnum(builder, 'ImportEntity', 'Kinds of records that can be imported.', ENTITIES);
  const emptyCells = addEnum(builder, 'ImportEmptyCells', 'Effect of an empty cell on a record.', EMPTY_CELLS);
  const existingRows = addEnum(builder, 'ImportExistingRows', 'Handling of rows that match a record.', EXISTING_ROWS);
  const missingRows = addEnum(builder, 'ImportMissingRows', 'Handling of rows that match no record.', MISSING_ROWS);
  const encoding = addEnum(builder, 'ImportEncoding', 'Encoding of a CSV file.', ENCODINGS);
  const delimiter = addEnum(builder, 'ImportDelimiter', 'Delimiter of a CSV file.', DELIMITERS);
  const target = addTarget(builder, entity);
  const column = addColumn(builder);
  const problem = builder.objectRef<StoredProblem>('ImportProblem').implement({
    description: 'A problem of a row.',
    fields: (t) => ({
      column: t.exposeString('column', orNull('Heading of the column with the problem; null: the row as a whole.')),
      at: t.exposeInt('at', orNull('Position of its column, from 0; null: the row as a whole.')),
      field: t.exposeString('field', orNull('Field with the problem; null: the row as a whole.')),
      value: t.exposeString('value', {
        ...orNull('Content of the cell, shortened; null if the problem is not in a cell.'),
        extensions: NEVER_STORED,
      }),
      rule: t.exposeString('rule', { description: 'Rule that it breaks, such as `too-long`.' }),
      params: t.expose('params', orNull('Values of the rule, such as `{"max": 80}`; null without any.', 'JSON')),
      suggestion: t.exposeString('suggestion', {
        ...orNull('A value that would be read instead, to be accepted by a person; null if none is likely.'),
        extensions: NEVER_STORED,
      }),
    }),
  });
  const refused = builder.objectRef<Pick<CorrectedRow, 'row' | 'problems'>>('ImportRefusedRow').implement({
    description: 'A refused row.',
    fields: (t) => ({
      row: t.exposeInt('row', { description: 'Row number, as in a spreadsheet: the heading is 1.' }),
      problems: t.expose('problems', { type: [problem], description: 'Problems of the row.' }),
    }),
  });
  const broken = builder.objectRef<BrokenAt>('ImportBroken').implement({
    description: 'The place where a file became unreadable.',
    fields: (t) => ({
      rule: t.exposeString('rule', { description: 'Problem at that place.' }),
      row: t.exposeInt('row', { description: 'Row number, as in a spreadsheet: the heading is 1.' }),
    }),
  });
  const choice = builder.objectRef<EncodingChoice>('ImportEncodingChoice').implement({
    description: 'Lines of a file as one encoding reads them.',
    fields: (t) => ({
      encoding: t.expose('encoding', { type: encoding, description: 'The encoding.' }),
      lines: t.expose('lines', {
        type: ['String'],
        extensions: NEVER_STORED,
        description: 'Lines with characters that other encodings read differently.',
      }),
    }),
  });
  const topRow = builder.objectRef<TopRow>('ImportTopRow').implement({
    description: 'A row at the start of a file.',
    fields: (t) => ({
      row: t.exposeInt('row', { description: 'Row number, as in a spreadsheet.' }),
      text: t.exposeString('text', { extensions: NEVER_STORED, description: 'Its cells, shortened.' }),
    }),
  });
  const totals = builder.objectRef<ImportTotals>('ImportTotals').implement({
    description: 'Sums of a file of points: rows that were accepted.',
    fields: (t) => ({
      wallets: t.exposeInt('wallets', { description: 'Number of accounts and stores.' }),
      before: t.expose('before', { type: 'SafeInt', description: 'Sum of their balances before.' }),
      after: t.field({
        type: 'SafeInt',
        description: 'Sum of their balances after.',
        resolve: ({ before, credited, debited }) => before + credited - debited,
      }),
      credited: t.expose('credited', { type: 'SafeInt', description: 'Points in.' }),
      debited: t.expose('debited', { type: 'SafeInt', description: 'Points out.' }),
    }),
  });
  const jobIn = (column: 'checkJobId' | 'recheckJobId' | 'runJobId', description: string) => ({
    ...orNull(description, jobs.job),
    resolve: ({ [column]: id }: ImportRecord, _args: object, context: RequestContext, info: GraphQLResolveInfo) =>
      id === null ? null : findJob(context, id, selectionOf(info)),
  });
  const item = builder.objectRef<ImportRecord>('Import').implement({
    description: 'A file to import, with its settings; kept for a day.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      entity: t.expose('entity', { type: entity, description: 'Kind of record.' }),
      fileName: t.exposeString('fileName', { description: 'Name of the file, as people read it.' }),
      sizeBytes: t.expose('sizeBytes', { type: 'SafeInt', description: 'Size of the file in bytes.' }),
      format: t.exposeString('format', { description: '`CSV`, `XLSX`, for texts `JSON`, for pictures `ZIP`.' }),
      encoding: t.field({
        ...orNull('Encoding; null unless it is CSV.', encoding),
        resolve: ({ reading }) => reading.encoding,
      }),
      encodingChoices: t.field({
        type: [choice],
        description: 'Readings to choose from before the check; empty once the encoding is certain.',
        resolve: ({ reading }) => reading.choices ?? [],
      }),
      headingRow: t.int({
        description: 'Number of the row with the headings, as in a spreadsheet; 0: none.',
        resolve: ({ reading }) => reading.headingRow ?? 1,
      }),
      topRows: t.field({
        type: [topRow],
        description: 'First rows of the file, to choose the heading from.',
        resolve: ({ reading }) => reading.topRows ?? [],
      }),
      delimiter: t.field({
        ...orNull('Delimiter; null unless it is CSV.', delimiter),
        resolve: ({ reading }) => reading.delimiter,
      }),
      sheet: t.string({
        ...orNull('Name of the sheet that is read; null unless it is a workbook.'),
        resolve: ({ reading }) => reading.sheet,
      }),
      sheets: t.field({
        type: ['String'],
        description: 'Names of the sheets of a workbook; otherwise empty.',
        resolve: ({ reading }) => reading.sheets,
      }),
      broken: t.field({
        ...orNull('Place where the check could not read on; null if it read the whole file.', broken),
        resolve: ({ reading }) => reading.broken ?? null,
      }),
      columns: t.field({
        type: [column],
        description: 'Its columns.',
        resolve: ({ columns, entity: name, settings }, _args, context) =>
          columns.map((each, index) => columnView(definitionFor(context, parts, name), each, settings, index)),
      }),
      target: t.field({
        type: target,
        description: 'Fields that its columns can be mapped to.',
        resolve: (record, _args, context) => targetOf(definitionFor(context, parts, record.entity), record),
      }),
      mapping: t.field({
        type: t.listRef('String', { nullable: true }),
        description: 'Field of each column; null: the column is ignored.',
        resolve: ({ settings }) => settings.mapping,
      }),
      unclearColumns: t.field({
        type: ['Int'],
        description: 'Positions, from 0, of columns whose format must be chosen before the file can be checked.',
        resolve: ({ entity: name, settings, columns }, _args, context) =>
          unclearColumns(definitionFor(context, parts, name), columns, settings),
      }),
      matchBy: t.field({
        type: ['String'],
        description: 'Fields by which rows are matched to records.',
        resolve: ({ settings }) => settings.matchBy,
      }),
      emptyCells: t.field({
        type: emptyCells,
        description: 'Effect of an empty cell on a record.',
        resolve: ({ settings }) => settings.emptyCells,
      }),
      existingRows: t.field({
        type: existingRows,
        description: 'Handling of rows that match a record.',
        resolve: ({ settings }) => settings.existingRows,
      }),
      missingRows: t.field({
        type: missingRows,
        description: 'Handling of rows that match none.',
        resolve: ({ settings }) => settings.missingRows,
      }),
      missingFields: t.field({
        type: ['String'],
        description: 'Fields that need a column before the file can be checked.',
        resolve: ({ entity: name, settings }, _args, context) =>
          missingFields(definitionFor(context, parts, name), settings),
      }),
      check: t.field(jobIn('checkJobId', 'The check of the current settings; null without one.')),
      run: t.field(jobIn('runJobId', 'The import itself; null before it was started.')),
      recheck: t.field(jobIn('recheckJobId', 'The last check of corrected rows; null without one.')),
      refusedRows: t.field({
        type: [refused],
        description: `The first ${IMPORT_LIMITS.problemsShown} rows that are still refused.`,
        resolve: ({ id }, _args, { db }) =>
          pageOfRows(db, id, { state: 'REFUSED', after: 0, first: IMPORT_LIMITS.problemsShown }),
      }),
      totals: t.field({
        ...orNull('Sums of a file of points, of the import or, before it, of its check; null for other files.', totals),
        resolve: ({ checkJobId, runJobId, entity: name }, _args, context) => {
          const jobId = runJobId ?? checkJobId;
          return jobId === null
            ? null
            : (definitionFor(context, parts, name).entries?.totals(context.db, jobId) ?? null);
        },
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it is deleted.' }),
    }),
  });
  addImportCorrections(builder, parts, item, problem);
  return { item, target, entity, emptyCells, existingRows, missingRows, encoding, delimiter };
}

/** The fields of an import, with the languages that a file adds. */
export interface ImportTarget {
  readonly definition: ImportDefinition;
  readonly fields: readonly ImportField[];
}

/** Returns the offered fields, and those that the columns of a file add. */
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
    description: 'A field that a column can be mapped to.',
    fields: (t) => ({
      key: t.exposeString('key', { description: 'Its key, such as `email` or `nameI18n.de-DE`.' }),
      isRequired: t.boolean({
        description: 'Whether a new record requires it.',
        resolve: ({ isRequired }) => isRequired === true,
      }),
      isJoined: t.boolean({
        description: 'Whether several columns may be mapped to it, which are joined in their order.',
        resolve: ({ isJoined }) => isJoined === true,
      }),
      example: t.exposeString('example', { description: 'An example value.' }),
      values: t.field({
        type: ['String'],
        description: 'Allowed values; empty if any value is allowed.',
        resolve: ({ values }) => values ?? [],
      }),
    }),
  });
  return builder.objectRef<ImportTarget>('ImportTarget').implement({
    description: 'Import options of a kind of record.',
    fields: (t) => ({
      entity: t.field({ type: entity, description: 'Kind of record.', resolve: ({ definition }) => definition.entity }),
      fields: t.expose('fields', {
        type: [field],
        description: 'Fields that columns can be mapped to.',
      }),
      matches: t.field({
        type: t.listRef(t.listRef('String')),
        description: 'Ways to match rows to records: fields that are unique together.',
        resolve: ({ definition }) => definition.matches,
      }),
      canCreate: t.boolean({
        description: 'Whether rows may create new records.',
        resolve: ({ definition }) => definition.canCreate,
      }),
    }),
  });
}
