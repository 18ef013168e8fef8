import { type GraphQLField, type OperationTypeNode, parse, print } from 'graphql';
import type { OperationExample } from './operation-examples.ts';

/** A root field of the public slice. */
export interface Operation {
  readonly kind: `${OperationTypeNode}`;
  readonly field: GraphQLField<unknown, unknown>;
}

/** The document of an example, as the printer lays it out. */
export function documentOf({ kind, field }: Operation, { variables, fields }: OperationExample): string {
  const given = field.args.filter(({ name }) => name in variables);
  const declared = given.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = given.map(({ name }) => `${name}: $${name}`).join(', ');
  return print(parse(`${kind} (${declared}) { ${field.name}(${passed}) { ${fields} } }`));
}

/** The example for a shell. Operations with a key of their own need no header for it. */
export function curlExample(operation: Operation, example: OperationExample): string {
  const query = documentOf(operation, example).replace(/\s+/g, ' ');
  const body = JSON.stringify({ query, variables: example.variables }, null, 2);
  const hasKey = JSON.stringify(example.variables).includes('"key"');
  return [
    'curl -sS --fail "$BACKCOUNTER/graphql"',
    '-H "Authorization: Bearer $TOKEN"',
    "-H 'Content-Type: application/json'",
    ...(operation.kind === 'mutation' && !hasKey ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    `-d '${body}'`,
  ].join(' \\\n  ');
}

/** The example in TypeScript, with a `client` of `@backcounter/client`, which takes the fields of an input. */
export function scriptExample({ field }: Operation, { variables }: OperationExample): string {
  const given = JSON.stringify(variables['input'] ?? variables, null, 2)
    .replace(/"(\w+)":/g, '$1:')
    .replaceAll('"', "'");
  return `const answer = await client.${field.name}(${given});\nconsole.log(answer.ok ? answer.data : answer.code);`;
}
