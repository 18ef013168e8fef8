/**
 * Writes what the console takes of the records of packages/domain: the traits of their fields, without the rules that only forms load, and the
 * fragments that lists and pages ask for. With `--verify` it only says whether the files are fresh.
 * Run: `node --conditions=source apps/console/record-fragments.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import * as domain from '@backcounter/domain';

type RecordDefinition = domain.RecordDefinition;

const SCHEMA = readFileSync(new URL('../server/schema.graphql', import.meta.url), 'utf8');

const isRecord = (value: unknown): value is RecordDefinition =>
  typeof value === 'object' && value !== null && 'noun' in value && 'fields' in value;

/** Type in the API: `TopicCategory`, or `AreaRecord` where pickers have a short one. */
function typeOf({ noun }: RecordDefinition): string {
  const name = noun.replace(/(?:^|-)(.)/g, (_match, letter: string) => letter.toUpperCase());
  return SCHEMA.includes(`\ntype ${name}Record {`) ? `${name}Record` : name;
}

const WRITTEN = '// Written by apps/console/record-fragments.ts.';

function traits(record: RecordDefinition): string {
  const lines = Object.entries(record.fields).map(
    ([name, { rule: _r, description: _d, example: _e, isPersonal: _p, ...shown }]) => {
      const entries = Object.entries(shown).map(
        ([trait, value]) => `${trait}: ${typeof value === 'string' ? `'${value}'` : value}`,
      );
      return `  ${name}: { ${entries.join(', ')} },\n`;
    },
  );
  return `
/** Entered fields of \`${typeOf(record)}\`. */
export const ${record.noun}Fields = {
${lines.join('')}} as const satisfies ShownFields;
`;
}

function fragments(record: RecordDefinition): string {
  const type = typeOf(record);
  const own = Object.entries(record.fields).filter(([, { shownAs }]) => shownAs === undefined);
  const names = (some: typeof own) => some.map(([name]) => name).join(' ');
  const columns = own.filter(([, { isColumn }]) => isColumn);
  const written = [
    ...(columns.length > 0 ? [`fragment ${type}Columns on ${type} { ${names(columns)} }`] : []),
    `fragment ${type}Fields on ${type} { ${names(own)} }`,
  ];
  return written.map((fragment) => `graphql(\`\n  ${fragment}\n\`);\n`).join('');
}

const FILES = {
  'src/lib/record-fields.ts': `${WRITTEN}
import type { RecordField } from '@backcounter/domain';

/** What is shown of a field that people enter; forms have its rule as well. */
export type ShownField = Omit<RecordField, 'rule' | 'description' | 'example' | 'isPersonal'>;
/** The entered fields of a record. */
export type ShownFields = Readonly<Record<string, ShownField>>;
${traits(domain.accountRecord)}`,
  'src/records/record-fields.operations.ts': `${WRITTEN} \`<Type>Columns\`: what lists ask of a row; \`<Type>Fields\`: what a record's page asks.
import { graphql } from '../generated/gql.ts';

${Object.values(domain).filter(isRecord).map(fragments).sort().join('')}`,
};

for (const [path, text] of Object.entries(FILES)) {
  const file = new URL(path, import.meta.url);
  if (!process.argv.includes('--verify')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${path} is stale: run node --conditions=source apps/console/record-fragments.ts`);
    process.exitCode = 1;
  }
}
