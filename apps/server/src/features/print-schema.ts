import { readFile, writeFile } from 'node:fs/promises';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { publicSchema } from '../graphql/public-slice.ts';
import { MACHINE_API, withErrorTable } from './error-guide.ts';
import { createSchema } from './index.ts';

/** The schemas that are committed under apps/server, by file: the whole one, and its public slice. */
export function printedSchemas(): Readonly<Record<string, string>> {
  const schema = createSchema();
  return {
    'schema.graphql': `${printSchema(lexicographicSortSchema(schema))}\n`,
    'schema.public.graphql': `${printSchema(lexicographicSortSchema(publicSchema(schema)))}\n`,
  };
}

if (import.meta.main) {
  await writeFile(MACHINE_API, withErrorTable(await readFile(MACHINE_API, 'utf8')));
  for (const [file, text] of Object.entries(printedSchemas()))
    await writeFile(new URL(`../../${file}`, import.meta.url), text);
}
