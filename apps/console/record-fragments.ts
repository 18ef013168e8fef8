/**
 * Writes what the console takes of the records of packages/domain: the traits of their fields, without the rules that only forms load, and the
 * fragments that lists and pages ask for. With `--verify` it only says whether the files are fresh.
 * Run: `node --conditions=source apps/console/record-fragments.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { accountRecord, type RecordDefinition } from '@backcounter/domain';

/** Records by their type in the API. */
const RECORDS: Readonly<Record<string, RecordDefinition>> = { Account: accountRecord };

const WRITTEN = '// Written by apps/console/record-fragments.ts.';

function traits(type: string, { fields }: RecordDefinition): string {
  const lines = Object.entries(fields).map(
    ([name, { rule: _r, description: _d, example: _e, isPersonal: _p, ...shown }]) => {
      const entries = Object.entries(shown).map(
        ([trait, value]) => `${trait}: ${typeof value === 'string' ? `'${value}'` : value}`,
      );
      return `  ${name}: { ${entries.join(', ')} },\n`;
    },
  );
  return `
/** Entered fields of \`${type}\`. */
export const ${type.charAt(0).toLowerCase()}${type.slice(1)}Fields = {
${lines.join('')}} as const satisfies ShownFields;
`;
}

function fragments(type: string, { fields }: RecordDefinition): string {
  const own = Object.entries(fields).filter(([, { shownAs }]) => shownAs === undefined);
  const names = (some: typeof own) => some.map(([name]) => name).join(' ');
  const columns = names(own.filter(([, { isColumn }]) => isColumn));
  return `graphql(\`fragment ${type}Columns on ${type} { ${columns} }\`);
graphql(\`fragment ${type}Fields on ${type} { ${names(own)} }\`);
`;
}

const ofAll = (write: typeof traits) =>
  Object.entries(RECORDS)
    .map((record) => write(...record))
    .join('');

const FILES = {
  'src/lib/record-fields.ts': `${WRITTEN}
import type { RecordField } from '@backcounter/domain';

/** What is shown of a field that people enter; forms have its rule as well. */
export type ShownField = Omit<RecordField, 'rule' | 'description' | 'example' | 'isPersonal'>;
/** The entered fields of a record. */
export type ShownFields = Readonly<Record<string, ShownField>>;
${ofAll(traits)}`,
  'src/records/record-fields.operations.ts': `${WRITTEN} \`<Type>Columns\`: what lists ask of a row; \`<Type>Fields\`: what a record's page asks.
import { graphql } from '../generated/gql.ts';

${ofAll(fragments)}`,
};

for (const [path, text] of Object.entries(FILES)) {
  const file = new URL(path, import.meta.url);
  if (!process.argv.includes('--verify')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${path} is stale: run node --conditions=source apps/console/record-fragments.ts`);
    process.exitCode = 1;
  }
}
