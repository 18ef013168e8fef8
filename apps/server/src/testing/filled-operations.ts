import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';

/** A document for a root field, with variables for all of its arguments. */
export interface FilledOperation {
  readonly name: string;
  readonly query: string;
  readonly variables: Record<string, unknown>;
}

const DEPTH_MAX = 4;
const OTHER: Readonly<Record<string, unknown>> = {
  Boolean: true,
  DateTime: '2026-03-01T12:00:00Z',
  Float: 1,
  Int: 1,
  SafeInt: 1,
};

/** Every operation, with `text` in each argument that accepts a text, including ids; most are refused. */
export function filledOperations(schema: GraphQLSchema, text: string): readonly FilledOperation[] {
  const roots = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  };
  return Object.entries(roots).flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).map(({ name, args, type: answer }) => {
      const declared = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
      const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
      const fields = isCompositeType(getNamedType(answer)) ? ' { __typename }' : '';
      return {
        name,
        query: `${kind}${declared && `(${declared})`} { ${name}${given && `(${given})`}${fields} }`,
        variables: Object.fromEntries(args.map((arg) => [arg.name, filled(arg.type, text, 0)])),
      };
    }),
  );
}

function filled(type: GraphQLInputType, text: string, depth: number): unknown {
  if (isNonNullType(type)) return filled(type.ofType, text, depth);
  if (isListType(type)) return [filled(type.ofType, text, depth)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (!isInputObjectType(type)) return OTHER[type.name] ?? (type.name === 'JSON' ? { [text]: text } : text);
  if (depth >= DEPTH_MAX) return undefined;
  return Object.fromEntries(
    Object.values(type.getFields()).map((field) => [field.name, filled(field.type, text, depth + 1)]),
  );
}
