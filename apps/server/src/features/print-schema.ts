import { writeFile } from 'node:fs/promises';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { createSchema } from './index.ts';

/** The contract as it is committed in apps/server/schema.graphql. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(createSchema()))}\n`;
}

if (import.meta.main) await writeFile(new URL('../../schema.graphql', import.meta.url), printedSchema());
