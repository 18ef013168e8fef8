import { readFileSync, writeFileSync } from 'node:fs';
import { accountRecord, type RecordDefinition } from '@backcounter/domain';

/** Records by their type in the API. */
const RECORDS: Readonly<Record<string, RecordDefinition>> = { Account: accountRecord };

const FILE = new URL('src/records/record-fields.operations.ts', import.meta.url);
const HEAD = `import { graphql } from '../generated/gql.ts';

// Written by apps/console/record-fragments.ts. \`<Type>Columns\`: what lists ask of a row; \`<Type>Fields\`: what a record's page asks.
`;

function fragments(type: string, { fields }: RecordDefinition): string {
  const own = Object.entries(fields).filter(([, { shownAs }]) => shownAs === undefined);
  const names = (some: typeof own) => some.map(([name]) => name).join(' ');
  const columns = names(own.filter(([, { isColumn }]) => isColumn));
  return `graphql(\`fragment ${type}Columns on ${type} { ${columns} }\`);
graphql(\`fragment ${type}Fields on ${type} { ${names(own)} }\`);
`;
}

const text =
  HEAD +
  Object.entries(RECORDS)
    .map((record) => fragments(...record))
    .join('');
if (!process.argv.includes('--verify')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  console.error(
    'apps/console/src/records/record-fields.operations.ts is not what the records say: run node --conditions=source apps/console/record-fragments.ts',
  );
  process.exitCode = 1;
}
