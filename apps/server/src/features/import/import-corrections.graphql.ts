import { IMPORT_LIMITS } from '@backcounter/domain';
import type { ObjectRef } from '@pothos/core';
import { sql } from 'kysely';
import { needs } from '../../graphql/authorise.ts';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { addMutation, type InputFields, type PayloadFields } from '../../graphql/schema/mutation.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import {
  type ChosenRows,
  type CorrectedRow,
  type Correction,
  correctRows,
  countHeld,
  firstChosen,
  leaveOutRows,
  type Mistake,
  mistakesOf,
  pageOfRows,
} from '../../imports/correct-rows.ts';
import type { HeldState } from '../../imports/held-rows.ts';
import type { RowProblem } from '../../imports/import-definition.ts';
import { ProblemPlaces, type StoredProblem, storable } from '../../imports/import-problems.ts';
import type { ImportRecord } from '../../imports/import-record.ts';
import { RowReader } from '../../imports/read-row.ts';
import { CountryNames } from '../../imports/values/countries.ts';
import { definitionFor, findImport, type ImportParts, keepLonger, notPossible, refuseBusy } from './import.service.ts';
import { invalid } from './import-settings.ts';

const USE = needs('import.use');
/** Rows of a page, and rows that one request names. */
const PAGE_MAX = 100;
const ROWS_MAX = 1_000;

const STATES: Readonly<Record<HeldState, string>> = {
  REFUSED: 'To correct.',
  CORRECTED: 'Corrected, and to be checked again.',
  READY: 'Checked again without a problem.',
  LEFT_OUT: 'Skipped by a person.',
  DONE: 'Imported.',
};

type Progress = NonNullable<Awaited<ReturnType<typeof progressOf>>>;

/** The rows of a checked file by what remains to do; they add up. Null before its check. */
async function progressOf({ id, checkJobId, importedRows }: ImportRecord, { db }: RequestContext) {
  const { rows } = await sql<{ rows: number }>`
    select (done - coalesce((outcomes->>'SKIPPED of-system')::int, 0))::int as rows
    from job where id = ${checkJobId} and state = 'SUCCEEDED'`.execute(db);
  if (rows[0] === undefined) return null;
  const { rows: total } = rows[0];
  const held = await countHeld(db, id);
  const waiting = held.REFUSED + held.CORRECTED + held.LEFT_OUT;
  return {
    rows: total,
    ready: total - waiting - importedRows,
    toCorrect: held.REFUSED,
    corrected: held.CORRECTED,
    leftOut: held.LEFT_OUT,
    imported: importedRows,
  };
}

/** Adds how refused rows are corrected: their kinds of mistakes, their cells, and the changes. */
export function addImportCorrections(
  builder: Builder,
  parts: ImportParts,
  item: ObjectRef<BuilderTypes, ImportRecord>,
  problem: ObjectRef<BuilderTypes, StoredProblem>,
): void {
  const state = addEnum(builder, 'ImportRowState', 'State of a refused row.', STATES);
  const key = builder.inputType('ImportMistakeInput', {
    description: 'A kind of mistake: the first one of a row that is not corrected.',
    fields: (t) => ({
      field: t.string({ description: 'Field with the problem; null: the row as a whole.' }),
      rule: t.string({ required: true, description: 'Rule that is broken.' }),
      value: t.string({ description: 'Value that breaks it; without one, all.' }),
    }),
  });
  const progress = builder.objectRef<Progress>('ImportProgress').implement({
    description: 'Rows of a file by what remains to do; together they are all rows.',
    fields: (t) => ({
      rows: t.exposeInt('rows', { description: 'All rows.' }),
      ready: t.exposeInt('ready', { description: 'Rows that the next import takes.' }),
      toCorrect: t.exposeInt('toCorrect', { description: 'Refused rows.' }),
      corrected: t.exposeInt('corrected', { description: 'Corrected rows that are not checked again.' }),
      leftOut: t.exposeInt('leftOut', { description: 'Skipped rows.' }),
      imported: t.exposeInt('imported', { description: 'Rows that were imported; they never run again.' }),
    }),
  });
  const value = builder.objectRef<Mistake['values'][number]>('ImportMistakeValue').implement({
    description: 'A value with a mistake.',
    fields: (t) => ({
      value: t.exposeString('value', { extensions: NEVER_STORED, description: 'The value.' }),
      rows: t.exposeInt('rows', { description: 'Number of rows with it.' }),
      suggestion: t.exposeString('suggestion', { ...orNull('A value that would be read.'), extensions: NEVER_STORED }),
    }),
  });
  const mistake = builder.objectRef<Mistake>('ImportMistake').implement({
    description: 'A kind of mistake of rows to correct. Each row counts once.',
    fields: (t) => ({
      problem: t.expose('problem', { type: problem, description: 'Its most frequent problem.' }),
      rows: t.exposeInt('rows', { description: 'Number of rows.' }),
      firstRow: t.exposeInt('firstRow', { description: 'The first of these rows.' }),
      suggested: t.exposeInt('suggested', { description: 'Number of these rows for which a value is suggested.' }),
      values: t.expose('values', {
        type: [value],
        description: 'Its most frequent values.',
      }),
    }),
  });
  const correction = builder.objectRef<readonly [string, string]>('ImportCorrectedCell').implement({
    description: 'A corrected cell.',
    fields: (t) => ({
      column: t.int({ description: 'Position of the column, from 0.', resolve: ([column]) => Number(column) }),
      value: t.string({ extensions: NEVER_STORED, description: 'Its new text.', resolve: ([, text]) => text }),
    }),
  });
  const row = builder.objectRef<CorrectedRow>('ImportCorrectionRow').implement({
    description: 'A refused row with its cells.',
    fields: (t) => ({
      row: t.exposeInt('row', { description: 'Row number, as in a spreadsheet.' }),
      state: t.expose('state', { type: state, description: 'Its state.' }),
      cells: t.expose('cells', {
        type: ['String'],
        extensions: NEVER_STORED,
        description: 'Its cells at the last check; those without a problem are shortened.',
      }),
      corrected: t.field({
        type: [correction],
        description: 'Cells corrected since.',
        resolve: ({ corrected }) => Object.entries(corrected ?? {}),
      }),
      problems: t.expose('problems', { type: [problem], description: 'Problems.' }),
      mistake: t.exposeInt('lead', orNull('Position of the first problem that is not corrected.')),
    }),
  });
  builder.objectFields(item, (t) => ({
    progress: t.field({
      ...orNull('Rows by what remains to do; null before the check.', progress),
      resolve: (record, _args, context) => progressOf(record, context),
    }),
    mistakes: t.field({
      type: [mistake],
      description: 'Kinds of mistakes of the rows to correct, the most frequent first.',
      resolve: ({ id }, _args, { db }) => mistakesOf(db, id),
    }),
    rows: t.field({
      type: [row],
      description: `Refused rows in a state, at most ${PAGE_MAX}.`,
      args: {
        state: t.arg({ type: state, required: true, description: 'Their state.' }),
        mistake: t.arg({ type: key, description: 'Only those with a mistake.' }),
        after: t.arg.int({ description: 'Only those after this row.' }),
        first: t.arg.int({ required: true, description: `Number of rows, at most ${PAGE_MAX}.` }),
      },
      resolve: ({ id }, { after, first, ...which }, { db }) =>
        pageOfRows(db, id, { ...which, after: after ?? 0, first: Math.max(0, Math.min(first, PAGE_MAX)) }),
    }),
  }));
  const which = (t: InputFields) => ({
    id: t.id({ required: true, description: 'The import.' }),
    rows: t.intList({ description: 'Numbers of the rows.' }),
    mistake: t.field({ type: key, description: 'All rows to correct with this mistake, instead of or among `rows`.' }),
  });
  const payload = (t: PayloadFields<{ readonly import: ImportRecord; readonly changed: number }>) => ({
    import: t.expose('import', { type: item, description: 'The import after the change.' }),
    changed: t.exposeInt('changed', { description: 'Number of changed rows.' }),
  });
  addMutation(builder, 'correctImportRows', {
    description:
      'Corrects a cell of refused rows. They are checked again by `checkImport`. `changed` of 10,000: repeat it, there are more.',
    extensions: USE,
    input: (t) => ({
      ...which(t),
      column: t.int({ required: true, description: 'Position of the column, from 0.' }),
      value: t.string({ description: "New text of the cell; null takes each row's suggestion." }),
    }),
    resolve: ({ id, column, value: text, ...rows }, context) =>
      correct(context, parts, id, rows, { column, value: text == null ? null : storable(text) }),
    payload,
  });
  addMutation(builder, 'leaveOutImportRows', {
    description: 'Skips refused rows, or includes them again; as many at a time as `correctImportRows`.',
    extensions: USE,
    input: (t) => ({
      ...which(t),
      isLeftOut: t.boolean({ required: true, description: 'False includes them again.' }),
    }),
    resolve: async ({ id, isLeftOut, ...rows }, context) => {
      const record = await openForCorrection(context, parts, id, rows);
      const changed = await leaveOutRows(context.db, record, rows, isLeftOut);
      return { import: await findImport(context, parts, id), changed };
    },
    payload,
  });
}

async function openForCorrection(context: RequestContext, parts: ImportParts, id: string, { rows }: ChosenRows) {
  const record = await findImport(context, parts, id, true);
  await refuseBusy(context, record);
  if ((rows ?? []).length > ROWS_MAX)
    throw invalid('Too many rows.', { rows: [{ rule: 'too-long', params: { max: ROWS_MAX } }] });
  await keepLonger(context, record);
  return record;
}

/** @throws AppError `field.invalid` by the field of the column, if its new text can't be read */
async function correct(context: RequestContext, parts: ImportParts, id: string, rows: ChosenRows, change: Correction) {
  const record = await openForCorrection(context, parts, id, rows);
  const { column, value } = change;
  const { mapping } = record.settings;
  const { mask, entryReader } = definitionFor(context, parts, record.entity);
  if (mask !== undefined || entryReader !== undefined)
    throw notPossible('Secrets and pictures are corrected in the file.');
  if (column < 0 || column >= mapping.length)
    throw invalid('The file has no such column.', { column: [{ rule: 'unknown' }] });
  const field = mapping[column] ?? null;
  const problem = value === null ? undefined : await problemOf(context, parts, record, rows, { column, value });
  if (problem !== undefined) {
    const { rule, params } = problem;
    const fields = { [field ?? 'value']: [{ rule, ...(params && { params }) }] };
    throw invalid(`${field ?? 'The cell'} can't be read: ${rule}.`, fields);
  }
  const changed = await correctRows(context.db, record, rows, change);
  return { import: await findImport(context, parts, id), changed };
}

/** The problem of a cell with a new text, by the file's own reader. The text that it had is always accepted. */
async function problemOf(
  context: RequestContext,
  parts: ImportParts,
  { id, entity, columns, settings }: ImportRecord,
  rows: ChosenRows,
  { column, value }: { readonly column: number; readonly value: string },
): Promise<Pick<RowProblem, 'rule' | 'params'> | undefined> {
  if (value.length > IMPORT_LIMITS.cellMax) return { rule: 'too-long', params: { max: IMPORT_LIMITS.cellMax } };
  const definition = definitionFor(context, parts, entity);
  const first = await firstChosen(context.db, id, rows);
  if (first === undefined || value === (first.cells[column] ?? '')) return undefined;
  const texts = settings.mapping.map((_field, index) => first.corrected?.[index] ?? first.cells[index] ?? '');
  const row = { number: first.row, cells: texts.with(column, value) };
  const read = new RowReader(definition, settings, await CountryNames.read(context.db)).read(row);
  const field = settings.mapping[column] ?? null;
  const problem = 'number' in read || field === null ? undefined : read.find((each) => each.field === field);
  // A typed text is stored, so also a column that isn't imported has no number of a payment card.
  const isStored =
    new ProblemPlaces(
      columns.map(({ header }) => header),
      settings,
      definition,
    ).safe(row).cells[column] === value;
  return problem ?? (isStored ? undefined : { rule: 'card-number' });
}
