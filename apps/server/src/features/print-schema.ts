import { writeFile } from 'node:fs/promises';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { createSchema } from './index.ts';

/** Prints the schema that is committed as apps/server/schema.graphql. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(createSchema()))}\n`;
}

if (import.meta.main) await writeFile(new URL('../../schema.graphql', import.meta.url), printedSchema());
