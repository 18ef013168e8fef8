import {
  type GraphQLInputType,
  type GraphQLScalarType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isScalarType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { fileApp } from '../testing/file-app.ts';
import { filledOperations } from '../testing/filled-operations.ts';
import { insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import { createSchema } from './index.ts';

const schema = createSchema();
const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, 3);

const within = (depth: number, wrap: (inner: string) => string) => {
  let text = '1';
  for (let level = 0; level < depth; level += 1) text = wrap(text);
  return text;
};
const INHERITED = ['toString', 'constructor', 'hasOwnProperty', 'valueOf', '__proto__', 'toLocaleString'];

/** JSON texts that a program may take for something else, or fail on. */
const HOSTILE: readonly string[] = [
  ...INHERITED.flatMap((key) => [
    `{"${key}":{}}`,
    `{"${key}":"x"}`,
    `{"account":{"${key}":{}}}`,
    `{"account":{"country":{"in":["DE"]}},"${key}":{}}`,
    `{"all":[{"${key}":{}}]}`,
    `{"not":{"${key}":[]}}`,
    `{"en-US":"x","${key}":"y"}`,
    `{"filters":{"${key}":{}},"sort":{"key":"${key}"}}`,
  ]),
  ...[65, 6_000, 40_000]
    .flatMap((depth) => [
      within(depth, (inner) => `[${inner}]`),
      within(depth, (inner) => `{"a":${inner}}`),
      within(depth, (inner) => `{"not":${inner}}`),
      within(depth, (inner) => `{"all":[${inner}]}`),
    ])
    .filter((text) => text.length < 95_000),
  ...['null', 'true', '0', '-1', '1e308', '9007199254740993', '""', '"x"', '[]', '[[]]', '[null]', '{}', '{"":{}}'],
  ...[
    '{"all":{"length":3}}',
    '{"all":null}',
    '{"account":null}',
    '{"account":[]}',
    '{"en-US":{"en-US":"x"}}',
    '{"length":1}',
  ],
];

const acceptsObjects = (scalar: GraphQLScalarType) => {
  try {
    scalar.parseValue({ any: ['thing'] });
    return true;
  } catch {
    return false;
  }
};

type Path = readonly (number | string)[];

/** Paths of a type to values that may be any JSON. */
function jsonPaths(type: GraphQLInputType, path: Path, depth = 0): readonly Path[] {
  const named = getNamedType(type);
  const at = isListType(getNullableType(type)) ? [...path, 0] : path;
  if (isScalarType(named)) return acceptsObjects(named) ? [at] : [];
  if (!isInputObjectType(named) || depth > 3) return [];
  return Object.values(named.getFields()).flatMap((field) => jsonPaths(field.type, [...at, field.name], depth + 1));
}

/** The variables as JSON with a text at a path. */
function withText(variables: object, path: Path, text: string): string {
  const copy = structuredClone(variables) as Record<string, unknown>;
  let parent: Record<number | string, unknown> = copy;
  for (const step of path.slice(0, -1)) parent = parent[step] as Record<number | string, unknown>;
  parent[path.at(-1) as string] = '@@';
  return JSON.stringify(copy).replace('"@@"', () => text);
}

const OPERATIONS = filledOperations(schema, 'x').filter(({ query }) => !query.startsWith('subscription'));
const PLACES = OPERATIONS.flatMap((operation) => {
  const type = operation.query.startsWith('query') ? schema.getQueryType() : schema.getMutationType();
  const args = type?.getFields()[operation.name]?.args ?? [];
  return args.flatMap((arg) => jsonPaths(arg.type, [arg.name])).map((path) => ({ operation, path }));
});

async function send(query: string, variables: string) {
  const { statusCode, body } = await test.app.inject({
    method: 'POST',
    url: '/graphql',
    payload: `{"query":${JSON.stringify(query)},"variables":${variables}}`,
    headers: { authorization: 'Bearer admin', 'content-type': 'application/json' },
  });
  const answer = JSON.parse(body);
  return { status: statusCode, code: answer.errors?.[0].extensions.code ?? 'done' };
}

describe('a JSON value from outside [security 23]', () => {
  it('is taken at these places', () => {
    expect(PLACES.map(({ operation, path }) => [operation.name, ...path].join('.'))).toMatchSnapshot();
  });

  it.each(PLACES.map(({ operation, path }) => [[operation.name, ...path].join('.'), operation, path] as const))(
    'is never an unexpected error: %s',
    async (_name, { query, variables }, path) => {
      for (const text of HOSTILE) {
        const { status, code } = await send(query, withText(variables, path, text));
        expect([text.slice(0, 80), status < 500, code]).toEqual([
          text.slice(0, 80),
          true,
          /[[{].{64}/.test(text.replaceAll(/[^[{]/g, ''))
            ? 'request.malformed'
            : expect.not.stringMatching(/^unexpected$/),
        ]);
      }
    },
  );

  it('is refused inside a document as well', async () => {
    for (const depth of [65, 6_000, 20_000]) {
      const value = within(depth, (inner) => `[${inner}]`);
      const { status, code } = await send(
        `mutation { setPreference(input: { key: "x", value: ${value} }) { preference { key } } }`,
        '{}',
      );
      expect([depth, status < 500, code]).toEqual([
        depth,
        true,
        depth < 100 ? 'request.malformed' : 'operation.too-complex',
      ]);
    }
  });
});

describe('a number from outside [security 23]', () => {
  const takes = (scalar: GraphQLScalarType, value: unknown) => {
    try {
      scalar.parseValue(value);
      return true;
    } catch {
      return false;
    }
  };
  const numeric = Object.values(schema.getTypeMap())
    .filter(isScalarType)
    .filter((scalar) => takes(scalar, 10.5) || (takes(scalar, 10) && scalar.name !== 'ID'))
    .filter((scalar) => !acceptsObjects(scalar));

  it('is never a text, a list or a truth value', () => {
    expect(numeric.map(({ name }) => name)).toEqual(expect.arrayContaining(['Int', 'SafeInt']));
    for (const scalar of numeric) {
      for (const value of ['10', ' 10', '1e1', '0x10', '', [10], true, new Date(10), {}, Number.NaN, Infinity, 10n]) {
        expect([scalar.name, value, takes(scalar, value)]).toEqual([scalar.name, value, false]);
      }
      if (scalar.name !== 'Float')
        expect([scalar.name, takes(scalar, 10.5), takes(scalar, 2 ** 53)]).toEqual([scalar.name, false, false]);
    }
  });

  it('is refused as a text through variables and inside a document', async () => {
    const query = (amount: string, declared = '') =>
      `query${declared} { accounts(first: 1, filter: { points: { from: ${amount} } }) { nodes { id } } }`;
    expect(await send(query('$n', '($n: SafeInt)'), '{"n":"10"}')).toMatchObject({ code: 'request.malformed' });
    expect(await send(query('"10"'), '{}')).toMatchObject({ code: 'request.malformed' });
    expect(await send(query('$n', '($n: SafeInt)'), '{"n":10}')).toEqual({ status: 200, code: 'done' });
  });
});
