import { readFile } from 'node:fs/promises';
import { ERROR_CODES, MACHINE_SCOPES, POLICY } from '@backcounter/domain';
import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { permissionOf, scopeOf } from '../graphql/authorise.ts';
import { MACHINE_API, withErrorTable } from './error-guide.ts';
import { createSchema } from './index.ts';
import { printedSchemas } from './print-schema.ts';

const schema = createSchema();
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

describe('schema', () => {
  it('matches the committed contracts; `npm run generate` updates them [spec 3.1]', async () => {
    for (const [file, text] of Object.entries(printedSchemas()))
      expect(await readFile(new URL(`../../${file}`, import.meta.url), 'utf8')).toBe(text);
  });

  it('has its error codes in the documentation; `npm run generate` updates them', async () => {
    const text = await readFile(MACHINE_API, 'utf8');
    expect(text).toBe(withErrorTable(text));
    expect(Object.keys(ERROR_CODES).filter((code) => !text.includes(`\n| \`${code}\` `))).toEqual([]);
  });

  it('requires a permission or a machine scope on every root field', () => {
    for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
      for (const field of Object.values(type?.getFields() ?? {})) {
        expect(permissionOf(field) ?? scopeOf(field), field.name).toBeOneOf([
          ...Object.keys(POLICY),
          ...MACHINE_SCOPES,
        ]);
      }
    }
  });

  it('describes every type, field, argument and enum value', () => {
    expect(types.flatMap(undescribed)).toEqual([]);
  });

  it('names the standard of each scalar', () => {
    const own = types.filter((type) => isScalarType(type));
    expect(own.filter(({ specifiedByURL }) => specifiedByURL == null)).toEqual([]);
    expect(own.length).toBeGreaterThan(0);
  });

  it('gives each mutation one input and one payload, named after it', () => {
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
    const others = mutations.filter(({ name, args, type }) => {
      const own = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      const [input, ...more] = args.map((arg) => `${arg.name}: ${arg.type}`);
      const isOwn = input === undefined || (input === `input: ${own}Input!` && more.length === 0);
      return !isOwn || String(type) !== `${own}Payload!`;
    });
    expect(others.map(({ name }) => name)).toEqual([]);
  });

  it('gives each connection nodes, edges and a pageInfo', () => {
    const connections = types.filter((type) => isObjectType(type) && type.name.endsWith('Connection'));
    for (const type of connections) {
      const fields = isObjectType(type) ? type.getFields() : {};
      const edge = type.name.replace(/Connection$/, 'Edge');
      expect(String(fields['edges']?.type), type.name).toBe(`[${edge}!]!`);
      expect(String(fields['pageInfo']?.type), type.name).toBe('PageInfo!');
      expect(fields['nodes'], type.name).toBeDefined();
    }
    expect(connections.length).toBeGreaterThan(20);
  });
});

function undescribed(type: GraphQLNamedType): string[] {
  const missing = isRoot(type) || type.description ? [] : [type.name];
  const check = (described: { description?: string | null | undefined }, name: string) => {
    if (!described.description) missing.push(`${type.name}.${name}`);
  };
  if (isEnumType(type)) for (const value of type.getValues()) check(value, value.name);
  if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) check(field, field.name);
  if (isObjectType(type)) {
    for (const field of Object.values(type.getFields())) {
      check(field, field.name);
      for (const arg of field.args) check(arg, `${field.name}(${arg.name})`);
    }
  }
  return missing;
}

const isRoot = ({ name }: GraphQLNamedType): boolean => ['Query', 'Mutation', 'Subscription'].includes(name);
