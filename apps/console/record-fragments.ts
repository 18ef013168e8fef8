/**
 * Generates the console's part of the records of packages/domain: the traits of their fields, without the rules that
 * only forms load, and the fragments and documents of lists, pages and forms. With
 * `--verify` it only checks whether the files are fresh.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as domain from '@backcounter/domain';

type RecordDefinition = domain.RecordDefinition;

const SCHEMA = readFileSync(new URL('../server/schema.graphql', import.meta.url), 'utf8');

const isRecord = (value: unknown): value is RecordDefinition =>
  typeof value === 'object' && value !== null && 'noun' in value && 'fields' in value;

/** `topic-category` as `TopicCategory`. */
function nameOf({ noun }: RecordDefinition): string {
  return noun.replace(/(?:^|-)(.)/g, (_match, letter: string) => letter.toUpperCase());
}

/** Type in the API: the name, or `AreaRecord` where pickers have a short `Area`. */
function typeOf(record: RecordDefinition): string {
  const name = nameOf(record);
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

/** `<Type>Columns`: what lists ask of a row; `<Type>Fields`: what a record's page asks. */
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

/** Possible actions on a record: the common ones, and those of its state machine. */
function actionsOf({ noun }: RecordDefinition): readonly string[] {
  const machine = domain.STATE_MACHINES.find(({ record }) => record === noun);
  const own = machine === undefined ? [] : domain.actionsOf(machine).map((action) => action.toLowerCase());
  return ['create', 'update', 'archive', 'restore', 'move', ...own];
}

/**
 * Documents of a record. A plain entity has the common row; other features declare theirs in their operations, as `<Name>Row` and, where the
 * page asks more than the kit of entities does, `<Name>Whole`.
 */
function documents(record: RecordDefinition): string {
  const name = nameOf(record);
  const type = typeOf(record);
  const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
  const many = lower(/[^aeiou]y$/.test(type) ? `${type.slice(0, -1)}ies` : `${type}s`);
  const one = lower(name);
  const isPlain = Object.keys(record.fields).join() === 'code,nameI18n';
  const declared = isPlain
    ? `fragment ${name}Row on ${type} { id version name(locale: $locale) ...${type}Fields archivedAt updatedAt }`
    : readFileSync(new URL(`src/features/${record.noun}/${record.noun}.operations.ts`, import.meta.url), 'utf8');
  const [row = '', whole = ''] = ['Row', 'Whole'].map(
    (part) => new RegExp(`fragment ${name}${part} on [^\`]*`).exec(declared)?.[0],
  );
  const localeOf = (asked: string) => (asked.includes('$locale') ? ', $locale: String' : '');
  const shown = whole === '' ? `...${name}Row actions usedBy { ...Uses } updatedBy { name }` : `...${name}Whole`;
  const written = Object.entries({
    page: `query ${name}Page($first: Int, $after: String, $last: Int, $before: String, $filter: ${type}Filter, $sort: ${type}Sort, $search: String, $startAt: ListStart${localeOf(row)}) {
      list: ${many}(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...${name}Row } pageInfo { ...Ends } matchedBy
      }
    }`,
    count: `query ${name}Count($filter: ${type}Filter, $search: String) { list: ${many}(first: 1, filter: $filter, search: $search) { count { ...Counted } } }`,
    record: `query ${name}Record($id: ID!${localeOf(row + whole)}) { record: ${one}(id: $id) { ${shown} } }`,
    history: `query ${name}History($id: ID!, $first: Int!, $after: String) { record: ${one}(id: $id) { history(first: $first, after: $after) { ...Events } } }`,
    ...Object.fromEntries(
      actionsOf(record)
        .map((action) => [action, action.charAt(0).toUpperCase() + action.slice(1) + name] as const)
        .filter(([, title]) => new RegExp(`\\ntype ${title}Payload \\{[^}]*\\n  ${one}: `).test(SCHEMA))
        .map(([action, title]) => [
          action,
          `mutation ${title}($input: ${title}Input!) { saved: ${action}${name}(input: $input) { record: ${one} { id version } } }`,
        ]),
    ),
  }).map(([key, text]) => `  ${key}: graphql(\`\n    ${text}\n  \`),\n`);
  return `${WRITTEN}
import { graphql } from '../../generated/gql.ts';

${fragments(record)}${isPlain ? `\ngraphql(\`\n  ${declared}\n\`);\n` : ''}
/** Documents of the ${record.noun.replaceAll('-', ' ')} for the kit of records. */
export const ${one}Documents = {
${written.join('')}};
`;
}

const RECORDS = [
  ...Object.values(domain).filter(isRecord),
  ...domain.PLAIN_NOUNS.map((noun) => domain.plainRecord(noun)),
];
/** Those whose documents follow one form. */
const UNIFORM = RECORDS.filter(({ noun }) => noun !== domain.accountRecord.noun);

const FILES = {
  'src/lib/record/record-fields.ts': `${WRITTEN}
import type { RecordField } from '@backcounter/domain';

/** Traits of an entered field, without the rule that only forms load. */
export type ShownField = Omit<RecordField, 'rule' | 'description' | 'example' | 'isPersonal'>;
/** The entered fields of a record. */
export type ShownFields = Readonly<Record<string, ShownField>>;
${traits(domain.accountRecord)}`,
  'src/features/account/account-record.operations.ts': `${WRITTEN}
import { graphql } from '../../generated/gql.ts';

${fragments(domain.accountRecord)}`,
  ...Object.fromEntries(
    UNIFORM.map((record) => [`src/features/${record.noun}/${record.noun}-record.operations.ts`, documents(record)]),
  ),
};

for (const [path, text] of Object.entries(FILES)) {
  const file = new URL(path, import.meta.url);
  if (!process.argv.includes('--verify')) {
    mkdirSync(new URL('.', file), { recursive: true });
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${path} is stale: run npm run generate`);
    process.exitCode = 1;
  }
}
