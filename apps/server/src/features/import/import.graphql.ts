import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { readImports } from '../../imports/import-record.ts';
import type { JobTypes } from '../../jobs/job.graphql.ts';
import {
  createImport,
  definitionFor,
  discardImport,
  findImport,
  type ImportParts,
  startImportJob,
  updateImport,
} from './import.service.ts';
import { addImportTypes, targetOf } from './import-types.graphql.ts';

const USE = needs('import.use');

/** Filling records from files: what a file may hold, the files that a person has sent, and the steps from one to its end. */
export function addImport(builder: Builder, jobs: JobTypes, parts: ImportParts): void {
  const types = addImportTypes(builder, jobs, parts);
  builder.queryField('importTarget', (t) =>
    t.field({
      type: types.target,
      description: 'What a file may have columns for.',
      extensions: USE,
      args: { entity: t.arg({ type: types.entity, required: true }) },
      resolve: (_root, { entity }, context) => targetOf(definitionFor(context, parts, entity), null),
    }),
  );
  builder.queryField('import', (t) =>
    t.field({
      type: types.item,
      description: "One of the caller's own imports.",
      extensions: USE,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context) => findImport(context, parts, id),
    }),
  );
  builder.queryField('myImports', (t) =>
    t.field({
      type: [types.item],
      description: "The caller's own imports of a kind that are kept, the last one first.",
      extensions: USE,
      args: { entity: t.arg({ type: types.entity, required: true }) },
      resolve: (_root, { entity }, context) => {
        definitionFor(context, parts, entity);
        return readImports(context.db, context.caller.sub, { entity });
      },
    }),
  );
  addChanges(builder, types, parts);
  addSteps(builder, types, parts);
}

type Types = ReturnType<typeof addImportTypes>;

function addChanges(builder: Builder, types: Types, parts: ImportParts): void {
  const create = builder.inputType('CreateImportInput', {
    fields: (t) => ({
      entity: t.field({ type: types.entity, required: true }),
      uploadId: t.id({ required: true, description: 'From `POST /files/uploads?kind=import`; good for one use.' }),
      fileName: t.string({ required: true }),
    }),
  });
  const update = builder.inputType('UpdateImportInput', {
    description: 'Absent fields stay. Another encoding, delimiter or sheet makes the mapping be guessed anew.',
    fields: (t) => ({
      id: t.id({ required: true }),
      encoding: t.field({ type: types.encoding }),
      delimiter: t.field({ type: types.delimiter }),
      sheet: t.string(),
      mapping: t.field({
        type: t.listRef('String', { required: false }),
        description: 'Field of each column, in the order of the columns; null leaves a column out.',
      }),
      matchBy: t.stringList(),
      emptyCells: t.field({ type: types.emptyCells }),
      existingRows: t.field({ type: types.existingRows }),
      missingRows: t.field({ type: types.missingRows }),
    }),
  });
  builder.mutationField('createImport', (t) =>
    t.field({
      type: types.item,
      extensions: USE,
      args: { input: t.arg({ type: create, required: true }) },
      resolve: (_root, { input }, context) => createImport(context, parts, input),
    }),
  );
  builder.mutationField('updateImport', (t) =>
    t.field({
      type: types.item,
      extensions: USE,
      args: { input: t.arg({ type: update, required: true }) },
      resolve: (_root, { input }, context) => {
        const { id, encoding, delimiter, sheet, mapping, matchBy, emptyCells, existingRows, missingRows } = input;
        const settings = {
          ...(mapping != null && { mapping: mapping.map((key) => key ?? null) }),
          ...(matchBy != null && { matchBy }),
          ...(emptyCells != null && { emptyCells }),
          ...(existingRows != null && { existingRows }),
          ...(missingRows != null && { missingRows }),
        };
        return updateImport(context, parts, { id, encoding, delimiter, sheet, settings });
      },
    }),
  );
  builder.mutationField('discardImport', (t) =>
    t.id({
      description: 'Forgets the file.',
      extensions: USE,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context) => discardImport(context, parts, id),
    }),
  );
}

function addSteps(builder: Builder, types: Types, parts: ImportParts): void {
  builder.mutationField('checkImport', (t) =>
    t.field({
      type: types.item,
      description: 'Starts a job that says what would become of each row, and changes nothing.',
      extensions: USE,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context) => startImportJob(context, parts, id, 'check'),
    }),
  );
  builder.mutationField('runImport', (t) =>
    t.field({
      type: types.item,
      description: 'Starts the import; it needs a check of the same settings.',
      extensions: USE,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context) => startImportJob(context, parts, id, 'run'),
    }),
  );
}
