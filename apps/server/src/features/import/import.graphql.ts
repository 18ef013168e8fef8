import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addMutation, type PayloadFields } from '../../graphql/schema/mutation.ts';
import { type ImportRecord, readImports } from '../../imports/import-record.ts';
import type { JobTypes } from '../../jobs/job-types.graphql.ts';
import {
  createImport,
  definitionFor,
  discardImport,
  findImport,
  type ImportParts,
  startImportJob,
  updateImport,
} from './import.service.ts';
import { addImportTypes, type ImportTypes, targetOf } from './import-types.graphql.ts';

const USE = needs('import.use');

/** Filling records from files: what a file may hold, the files that a person has sent, and the steps from one to its end. */
export function addImport(builder: Builder, jobs: JobTypes, parts: ImportParts): void {
  const types = addImportTypes(builder, jobs, parts);
  builder.queryField('importTarget', (t) =>
    t.field({
      type: types.target,
      description: 'What a file of a kind may have columns for.',
      extensions: USE,
      args: { entity: t.arg({ type: types.entity, required: true, description: 'What is filled.' }) },
      resolve: (_root, { entity }, context) => targetOf(definitionFor(context, parts, entity), null),
    }),
  );
  builder.queryField('import', (t) =>
    t.field({
      type: types.item,
      description: "One of the caller's own imports.",
      extensions: USE,
      args: { id: t.arg.id({ required: true, description: 'Id of the import.' }) },
      resolve: (_root, { id }, context) => findImport(context, parts, id),
    }),
  );
  builder.queryField('myImports', (t) =>
    t.field({
      type: [types.item],
      description: "The caller's own imports of a kind that are kept, the last one first.",
      extensions: USE,
      args: { entity: t.arg({ type: types.entity, required: true, description: 'What is filled.' }) },
      resolve: (_root, { entity }, context) => {
        definitionFor(context, parts, entity);
        return readImports(context.db, context.caller.sub, { entity });
      },
    }),
  );
  addChanges(builder, types, parts);
  addSteps(builder, types, parts);
}

function addChanges(builder: Builder, types: ImportTypes, parts: ImportParts): void {
  addMutation(builder, 'createImport', {
    description: 'Takes an uploaded file for an import, and guesses how it is read and what its columns mean.',
    extensions: USE,
    input: (t) => ({
      entity: t.field({ type: types.entity, required: true, description: 'What is filled.' }),
      uploadId: t.id({ required: true, description: 'From `POST /files/uploads?kind=import`; good for one use.' }),
      fileName: t.string({ required: true, description: 'Name of the file, as people read it.' }),
    }),
    resolve: async (input, context) => ({ import: await createImport(context, parts, input) }),
    payload: importPayload(types),
  });
  const patch = builder.inputType('ImportPatchInput', {
    description: 'Absent and null fields stay. Another encoding, delimiter or sheet makes the mapping be guessed anew.',
    fields: (t) => ({
      encoding: t.field({ type: types.encoding, description: 'How the characters of a CSV file are written.' }),
      delimiter: t.field({ type: types.delimiter, description: 'What stands between the cells of a CSV file.' }),
      sheet: t.string({ description: 'Name of the sheet of a workbook.' }),
      mapping: t.field({
        type: t.listRef('String', { required: false }),
        description: 'Field of each column, in the order of the columns; null leaves a column out.',
      }),
      matchBy: t.stringList({ description: 'Fields by which rows find their records: one of `matches` of `target`.' }),
      emptyCells: t.field({ type: types.emptyCells, description: 'What an empty cell does to a record.' }),
      existingRows: t.field({ type: types.existingRows, description: 'What becomes of rows that find a record.' }),
      missingRows: t.field({ type: types.missingRows, description: 'What becomes of rows that find none.' }),
    }),
  });
  addMutation(builder, 'updateImport', {
    description: 'Changes how a file is read or what its columns mean; it then needs another check.',
    extensions: USE,
    input: (t) => ({
      id: t.id({ required: true, description: 'The import.' }),
      patch: t.field({ type: patch, required: true, description: 'What to change.' }),
    }),
    resolve: async ({ id, patch: changes }, context) => {
      const { encoding, delimiter, sheet, mapping, matchBy, emptyCells, existingRows, missingRows } = changes;
      const settings = {
        ...(mapping != null && { mapping: mapping.map((key) => key ?? null) }),
        ...(matchBy != null && { matchBy }),
        ...(emptyCells != null && { emptyCells }),
        ...(existingRows != null && { existingRows }),
        ...(missingRows != null && { missingRows }),
      };
      return { import: await updateImport(context, parts, { id, encoding, delimiter, sheet, settings }) };
    },
    payload: importPayload(types),
  });
  addMutation(builder, 'discardImport', {
    description: 'Deletes the file of one import, and what was said about it.',
    extensions: USE,
    input: (t) => ({ id: t.id({ required: true, description: 'The import.' }) }),
    resolve: async ({ id }, context) => ({ importId: await discardImport(context, parts, id) }),
    payload: (t) => ({ importId: t.exposeID('importId', { description: 'Id of the import, which is gone.' }) }),
  });
}

function addSteps(builder: Builder, types: ImportTypes, parts: ImportParts): void {
  addMutation(builder, 'checkImport', {
    description: 'Starts a job that says what would become of each row, and changes nothing.',
    extensions: USE,
    input: (t) => ({ id: t.id({ required: true, description: 'The import.' }) }),
    resolve: async ({ id }, context) => ({ import: await startImportJob(context, parts, id, 'check') }),
    payload: importPayload(types),
  });
  addMutation(builder, 'runImport', {
    description: 'Starts the import; it needs a check of the same settings.',
    extensions: USE,
    input: (t) => ({ id: t.id({ required: true, description: 'The import.' }) }),
    resolve: async ({ id }, context) => ({ import: await startImportJob(context, parts, id, 'run') }),
    payload: importPayload(types),
  });
}

/** Payload of a mutation of one import: `{ import }`. */
function importPayload({ item }: ImportTypes) {
  return (t: PayloadFields<{ readonly import: ImportRecord }>) => ({
    import: t.expose('import', { type: item, description: 'The import after the change.' }),
  });
}
