import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addMutation, type PayloadFields } from '../../graphql/schema/mutation.ts';
import { type ImportRecord, readImports } from '../../imports/import-record.ts';
import type { JobTypes } from '../../jobs/job-types.graphql.ts';
import { isUuid } from '../../listing/list-filter.ts';
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
import { addPastedFile } from './pasted-file.graphql.ts';

const USE = needs('import.use');

/** Imports of records from files: the options, the caller's files, and the steps of an import. */
export function addImport(builder: Builder, jobs: JobTypes, parts: ImportParts): void {
  const types = addImportTypes(builder, jobs, parts);
  builder.queryField('importTarget', (t) =>
    t.field({
      type: types.target,
      description: 'Import options of a kind of record.',
      extensions: USE,
      args: { entity: t.arg({ type: types.entity, required: true, description: 'Kind of record.' }) },
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
      description: "The caller's own imports of a kind that are still kept, newest first.",
      extensions: USE,
      args: {
        entity: t.arg({ type: types.entity, required: true, description: 'Kind of record.' }),
        into: t.arg.id({ description: 'Record that rows are added to: for codes, the campaign.' }),
      },
      resolve: (_root, { entity, into }, context) => {
        definitionFor(context, parts, entity);
        if (into != null && !isUuid(into)) return [];
        return readImports(context.db, context.caller.sub, { entity, campaignId: into ?? null });
      },
    }),
  );
  addPastedFile(builder, parts.definitions);
  addChanges(builder, types, parts);
  addSteps(builder, types, parts);
}

function addChanges(builder: Builder, types: ImportTypes, parts: ImportParts): void {
  addMutation(builder, 'createImport', {
    description: 'Creates an import from an uploaded file, and guesses its format and mapping.',
    extensions: USE,
    input: (t) => ({
      entity: t.field({ type: types.entity, required: true, description: 'Kind of record.' }),
      uploadId: t.id({ required: true, description: 'Id from `POST /files/uploads?kind=import`; can be used once.' }),
      fileName: t.string({ required: true, description: 'Name of the file, as people read it.' }),
      into: t.id({ description: 'Record that rows are added to: for codes, the campaign.' }),
    }),
    resolve: async (input, context) => ({ import: await createImport(context, parts, input) }),
    payload: importPayload(types),
  });
  const patch = builder.inputType('ImportPatchInput', {
    description:
      'Absent and null fields are kept. Changing encoding, delimiter, sheet or heading row guesses the mapping again.',
    fields: (t) => ({
      encoding: t.field({ type: types.encoding, description: 'Encoding of a CSV file.' }),
      delimiter: t.field({ type: types.delimiter, description: 'Delimiter of a CSV file.' }),
      sheet: t.string({ description: 'Name of the sheet of a workbook.' }),
      headingRow: t.int({ description: 'Number of the row with the headings: one of `topRows`; 0: none.' }),
      mapping: t.field({
        type: t.listRef('String', { required: false }),
        description: 'Field of each column, in the order of the columns; null ignores a column.',
      }),
      formats: t.field({
        type: t.listRef('String', { required: false }),
        description:
          'Format of each column, in their order: one of its `formatChoices`, or the country of its phone numbers.',
      }),
      matchBy: t.stringList({
        description: 'Fields by which rows are matched to records: one of `matches` of `target`.',
      }),
      emptyCells: t.field({ type: types.emptyCells, description: 'Effect of an empty cell on a record.' }),
      existingRows: t.field({ type: types.existingRows, description: 'Handling of rows that match a record.' }),
      missingRows: t.field({ type: types.missingRows, description: 'Handling of rows that match none.' }),
    }),
  });
  addMutation(builder, 'updateImport', {
    description: 'Changes the settings of an import, which then needs another check.',
    extensions: USE,
    input: (t) => ({
      id: t.id({ required: true, description: 'The import.' }),
      patch: t.field({ type: patch, required: true, description: 'Changes to apply.' }),
    }),
    resolve: async ({ id, patch: { encoding, delimiter, sheet, headingRow, ...changes } }, context) => {
      const settings = Object.fromEntries(
        Object.entries(changes).flatMap(([key, value]) =>
          value == null
            ? []
            : [[key, key === 'mapping' || key === 'formats' ? [...value].map((each) => each ?? null) : value]],
        ),
      );
      return { import: await updateImport(context, parts, { id, encoding, delimiter, sheet, headingRow, settings }) };
    },
    payload: importPayload(types),
  });
  addMutation(builder, 'discardImport', {
    description: 'Deletes one import with its file.',
    extensions: USE,
    input: (t) => ({ id: t.id({ required: true, description: 'The import.' }) }),
    resolve: async ({ id }, context) => ({ importId: await discardImport(context, parts, id) }),
    payload: (t) => ({ importId: t.exposeID('importId', { description: 'Id of the deleted import.' }) }),
  });
}

function addSteps(builder: Builder, types: ImportTypes, parts: ImportParts): void {
  addMutation(builder, 'checkImport', {
    description: 'Starts a job that checks each row and changes nothing.',
    extensions: USE,
    input: (t) => ({ id: t.id({ required: true, description: 'The import.' }) }),
    resolve: async ({ id }, context) => ({ import: await startImportJob(context, parts, id, 'check') }),
    payload: importPayload(types),
  });
  addMutation(builder, 'runImport', {
    description: 'Starts the import; requires a check of the same settings.',
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
