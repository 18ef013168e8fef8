import type { MachineScope } from '@backcounter/domain';
import {
  type GraphQLFieldConfigMap,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { permissionOf, scopeOf } from './authorise.ts';

/** Marks an object type as part of the public slice: `implement({ extensions: IN_PUBLIC, … })`. */
export const IN_PUBLIC = { inPublic: true } as const;

/**
 * The part of the schema that programs may use: the root fields that declare a scope, and the marked types that they
 * reach. It excludes fields of unmarked types and fields with a permission.
 * @throws Error when a root field with a scope has a type that is not marked
 */
export function publicSchema(schema: GraphQLSchema, isOpen: (scope: MachineScope) => boolean = () => true) {
  const copies = new Map<GraphQLNamedType, GraphQLObjectType>();
  const roots = new Set<GraphQLNamedType | null | undefined>([
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ]);

  const isPublic = (type: GraphQLNamedType): boolean =>
    isLeafType(type) || (isObjectType(type) && type.extensions['inPublic'] === true);

  function copyOf(type: GraphQLNamedType): GraphQLNamedType {
    if (!isObjectType(type)) return type;
    const known = copies.get(type);
    if (known !== undefined) return known;
    const copy = new GraphQLObjectType({ ...type.toConfig(), interfaces: [], fields: () => fieldsOf(type) });
    copies.set(type, copy);
    return copy;
  }

  function fieldsOf(type: GraphQLObjectType): GraphQLFieldConfigMap<unknown, unknown> {
    const fields: GraphQLFieldConfigMap<unknown, unknown> = {};
    for (const [name, field] of Object.entries(type.toConfig().fields)) {
      const declared = { extensions: field.extensions ?? {} };
      const scope = scopeOf(declared);
      if (scope === null ? roots.has(type) || permissionOf(declared) !== null : !isOpen(scope)) continue;
      const isReached = isPublic(getNamedType(field.type));
      if (!isReached && roots.has(type)) throw new Error(`The type of ${type.name}.${name} is not marked as public.`);
      if (!isReached) continue;
      const description = scope === null ? field.description : `${field.description}\n\nScope: \`${scope}\`.`;
      fields[name] = { ...field, description, type: wrapped(field.type, copyOf) };
    }
    return fields;
  }

  const rootOf = (type: GraphQLObjectType | null | undefined) =>
    type && Object.keys(fieldsOf(type)).length > 0 ? (copyOf(type) as GraphQLObjectType) : null;

  return new GraphQLSchema({
    query: rootOf(schema.getQueryType()),
    mutation: rootOf(schema.getMutationType()),
    subscription: rootOf(schema.getSubscriptionType()),
    directives: schema.getDirectives(),
  });
}

/** A type with the lists and marks around it, of the copy of its named type. */
function wrapped(type: GraphQLOutputType, copyOf: (type: GraphQLNamedType) => GraphQLNamedType): GraphQLOutputType {
  if (isNonNullType(type)) return new GraphQLNonNull(wrapped(type.ofType, copyOf));
  if (isListType(type)) return new GraphQLList(wrapped(type.ofType, copyOf));
  return copyOf(type) as GraphQLOutputType;
}
