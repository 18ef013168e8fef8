import { LIMITS } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addMutation } from '../../graphql/schema/mutation.ts';
import type { ImportDefinition } from '../../imports/import-definition.ts';
import { guessMapping, isDerived } from '../../imports/import-fields.ts';
import type { ImportDefinitions } from '../../imports/import-job.ts';
import { TableError } from '../../imports/table-error.ts';
import { lookAtTable, tableRows } from '../../imports/table-thread.ts';
import { fileInvalid } from './import.service.ts';

/** Processor time for the rows: the request waits for them. */
const CPU_MS = 4_000;

/** Keys in a file, for people who have their list as one. */
export function addPastedFile(builder: Builder, definitions: ImportDefinitions): void {
  addMutation(builder, 'readPastedFile', {
    description:
      'Reads the keys in an uploaded table, for `pasteSelection`: the first column with the heading of a key, or the first of all. Deletes the file; nothing of it is stored.',
    extensions: needs('saved-view.use'),
    input: (t) => ({
      uploadId: t.id({ required: true, description: 'Id from `POST /files/uploads?kind=list`; can be used once.' }),
    }),
    resolve: async ({ uploadId }, context) => ({ entries: await readKeys(context, definitions, uploadId) }),
    payload: (t) => ({
      entries: t.exposeStringList('entries', {
        description: 'A key of each row, empty where there is none; one more than 100,000 if there are more.',
        extensions: NEVER_STORED,
      }),
    }),
  });
}

async function readKeys(
  { caller, services: { files } }: RequestContext,
  definitions: ImportDefinitions,
  uploadId: string,
): Promise<string[]> {
  const { uploads, store } = files;
  const key = await uploads.keyFor(caller, uploadId, 'list');
  try {
    const { headers, format, reading } = await lookAtTable(store, key, {});
    const column = keyColumn([...definitions.values()], headers);
    const entries: string[] = [];
    let first: readonly string[] | null = null;
    for await (const { cells } of tableRows(store, { key, format, reading }, CPU_MS)) {
      // Without a known heading, the first row is one of the list.
      if (first !== null || !column.isKnown) entries.push(cells[column.at]?.trim() ?? '');
      first ??= cells;
      if (entries.length > LIMITS.pastedFileEntriesMax) break;
    }
    return entries.length > 1 || first === null || column.isKnown ? entries : [...first];
  } catch (error) {
    throw error instanceof TableError ? fileInvalid(error) : error;
  } finally {
    await uploads.discard(caller, uploadId, 'list');
  }
}

/** The first column whose heading is that of a key of records, or the first of all, and whether any heading is known. */
function keyColumn(definitions: readonly ImportDefinition[], headers: readonly string[]) {
  const keys = definitions.flatMap((definition) => {
    const names = [...definition.matches.flat(), ...definition.unique, 'phone'];
    return guessMapping(definition, headers).flatMap((field, at) =>
      field !== null && names.includes(field) ? [at] : [],
    );
  });
  const isKnown = keys.length > 0 || definitions.some((each) => headers.some((header) => isDerived(each, header)));
  return { at: Math.min(...(keys.length > 0 ? keys : [0])), isKnown };
}
