/**
 * Writes src/generated/schema.ts from the public schema: its types, and a document for each operation that selects every
 * field.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { ERROR_CODES } from '@backcounter/domain';
import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import {
  astFromValue,
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  parse,
  print,
} from 'graphql';

const SDL = readFileSync(new URL('../../apps/server/schema.public.graphql', import.meta.url), 'utf8');
const FILE = new URL('./src/generated/schema.ts', import.meta.url);
const SCHEMA = buildSchema(SDL);

/** A GraphQL field name as part of a type name. */
const upper = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
type Field = GraphQLField<unknown, unknown>;

/** Selects all fields of a type; their arguments become variables of the document. */
function selectionOf(type: GraphQLOutputType, variables: Map<string, GraphQLArgument>): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).filter(({ deprecationReason }) => deprecationReason == null);
  const texts = fields.map((field) => {
    for (const argument of field.args) {
      const known = variables.get(argument.name);
      if (isRequiredArgument(argument) || (known && String(known.type) !== String(argument.type)))
        throw new Error(`${named.name}.${field.name}(${argument.name}) cannot be a variable`);
      variables.set(argument.name, argument);
    }
    return `${field.name}${argumentsOf(field.args)}${selectionOf(field.type, variables)}`;
  });
  return ` { ${texts.join(' ')} }`;
}

function argumentsOf(args: readonly GraphQLArgument[]): string {
  return args.length === 0 ? '' : `(${args.map(({ name }) => `${name}: $${name}`).join(', ')})`;
}

function declarationOf({ name, type, defaultValue }: GraphQLArgument): string {
  const value = defaultValue === undefined ? null : astFromValue(defaultValue, type);
  return `$${name}: ${String(type)}${value ? ` = ${print(value)}` : ''}`;
}

/** Field of the input with the rows of a batch, each of which has a result; null for other operations. */
function rowsOf(field: Field): { name: string; row: string; result: string; hasKey: boolean } | null {
  const input = getNamedType(field.args[0]?.type);
  const answer = getNamedType(field.type);
  const results = isObjectType(answer) ? answer.getFields()['results'] : undefined;
  if (!isInputObjectType(input) || results === undefined) return null;
  const list = Object.values(input.getFields()).find(({ type }) =>
    isListType(isNonNullType(type) ? type.ofType : type),
  );
  const row = getNamedType(list?.type);
  if (list === undefined || !isInputObjectType(row)) return null;
  return { name: list.name, row: row.name, result: getNamedType(results.type).name, hasKey: 'key' in row.getFields() };
}

function operation(kind: 'Query' | 'Mutation', field: Field) {
  const nested = new Map<string, GraphQLArgument>();
  const selection = selectionOf(field.type, nested);
  const variables = [...field.args, ...nested.values()].map(declarationOf);
  const declared = variables.length === 0 ? '' : `(${variables.join(', ')})`;
  const text = `${kind.toLowerCase()} ${upper(field.name)}${declared} { ${field.name}${argumentsOf(field.args)}${selection} }`;
  const extras = [...nested.values()].map(
    ({ name, type }) => `${name}?: InputMaybe<Scalars['${getNamedType(type).name}']['input']>`,
  );
  const rows = rowsOf(field);
  const input = getNamedType(field.args[0]?.type);
  const hasOwnKey = isInputObjectType(input) && 'key' in input.getFields();
  const isInput = field.args.length === 1 && field.args[0]?.name === 'input';
  const key =
    kind === 'Query' ? (isInput ? 'unkeyed' : 'none') : hasOwnKey ? 'input' : rows?.hasKey ? 'rows' : 'header';
  const args = `${kind}${upper(field.name)}Args`;
  return {
    type: `  /** ${(field.description ?? '').replaceAll(/\s+/g, ' ')} */\n  ${field.name}: { args: ${isInput ? `${args}['input']` : args}; extras: { ${extras.join('; ')} }; result: ${kind}['${field.name}'] };`,
    value: `  ${field.name}: { text: ${JSON.stringify(text)}, key: '${key}', rows: ${rows ? `'${rows.name}'` : 'null'} },`,
    batch: rows && `  ${field.name}: { row: ${rows.row}; result: ${rows.result} };`,
  };
}

/**
 * Outcomes with which an operation did what was asked: their descriptions begin with "Done", those of all others with
 * "Refused".
 */
export function doneOutcomes(schema: GraphQLSchema): readonly string[] {
  const words = new Map<string, string>();
  for (const root of [schema.getQueryType(), schema.getMutationType()])
    for (const { type } of Object.values(root?.getFields() ?? {})) {
      const answer = getNamedType(type);
      const outcome = isObjectType(answer) ? getNamedType(answer.getFields()['outcome']?.type) : undefined;
      for (const { name, description } of isEnumType(outcome) ? outcome.getValues() : []) {
        const word = /^(Done|Refused): /.exec(description ?? '')?.[1];
        if (word === undefined || (words.get(name) ?? word) !== word)
          throw new Error(`${outcome?.name}.${name} is neither "Done: …" nor "Refused: …", or differs between enums`);
        words.set(name, word);
      }
    }
  return [...words.keys()].filter((name) => words.get(name) === 'Done').sort();
}

/** The text of src/generated/schema.ts. */
export async function writtenSchema(): Promise<string> {
  const types = await codegen({
    schema: parse(SDL),
    documents: [],
    filename: FILE.pathname,
    plugins: [{ typescript: {} }],
    pluginMap: { typescript },
    config: {
      enumsAsTypes: true,
      skipTypename: true,
      immutableTypes: true,
      strictScalars: true,
      scalars: { Date: 'string', DateTime: 'string', JSON: 'unknown', SafeInt: 'number', ID: 'string' },
      avoidOptionals: { field: true },
      maybeValue: 'T | null',
      inputMaybeValue: 'T | null | undefined',
    },
  });
  const operations = (['Query', 'Mutation'] as const).flatMap((kind) => {
    const root = SCHEMA.getType(kind);
    return isObjectType(root) ? Object.values(root.getFields()).map((field) => operation(kind, field)) : [];
  });
  const batches = operations.flatMap(({ batch }) => batch ?? []);
  return `// Written by packages/client/generate.ts from apps/server/schema.public.graphql.
${types}
/** Why a request is refused; docs/machine-api.md has the cause and remedy of each. */
export type ErrorCode =
${Object.keys(ERROR_CODES)
  .map((code) => `  | '${code}'`)
  .join('\n')};

/** Outcomes with which an operation did what was asked; every other one is a refusal. */
export const DONE = [
${doneOutcomes(SCHEMA)
  .map((name) => `  '${name}',`)
  .join('\n')}
] as const;

/** Arguments and result of each operation; \`extras\` are arguments of fields of the result. */
export interface Operations {
${operations.map(({ type }) => type).join('\n')}
}

/** Operations on rows, each of which has a result. */
export interface Batches {
${batches.join('\n')}
}

/** The document of each operation, where the key of a change is, and the field with rows. */
export const OPERATIONS = {
${operations.map(({ value }) => value).join('\n')}
} as const;
`;
}

if (import.meta.main) writeFileSync(FILE, await writtenSchema());
