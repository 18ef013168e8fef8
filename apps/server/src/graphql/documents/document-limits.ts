import { AppError, LIMITS } from '@backcounter/domain';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';

/** Limits of one document (decision 0008). */
export const DOCUMENT_LIMITS = {
  tokens: 800,
  aliases: 10,
  directives: 10,
  rootFields: 5,
  depth: 7,
  cost: 2_000,
  /** Fields and fragments visited when every spread is expanded and each possible type of an interface is counted. */
  visits: 2_000,
} as const;

/** The only operation of a document within its limits. */
export interface WeighedOperation {
  readonly operation: OperationDefinitionNode;
  /** Names of the root fields, including those in fragments. */
  readonly rootFields: readonly string[];
  /** See {@link DOCUMENT_LIMITS}. */
  readonly visits: number;
}

/**
 * Weighs a document in one walk that ends at the budget of visits, before validation and compilation, whose work grows
 * with the same visits. Leaves unknown names and circular fragments to validation.
 * @throws AppError `operation.too-complex`
 */
export function weighDocument(schema: GraphQLSchema, document: DocumentNode): WeighedOperation {
  const operation = checkSize(document);
  const walk = new Walk(schema, document);
  const { depth, cost } = walk.weigh(operation.selectionSet, schema.getRootType(operation.operation), 1, true);
  const { rootFields, visits } = walk;
  if (operation.operation === 'mutation' && rootFields.length !== 1) {
    throw tooComplex('A mutation has exactly one root field.');
  }
  atMost('rootFields', rootFields.length);
  atMost('depth', depth);
  atMost('cost', cost);
  return { operation, rootFields, visits };
}

/** @throws AppError `operation.too-complex` for a page size beyond the limit or below 1. */
export function checkPageSize(size: number): number {
  if (!Number.isInteger(size) || size < 1 || size > LIMITS.pageSizeMax) {
    throw tooComplex(`A page has 1 to ${LIMITS.pageSizeMax} rows.`);
  }
  return size;
}

/** True for an introspection query. */
export function asksForSchema(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field(node) {
      if (isIntrospection(node)) found = true;
    },
  });
  return found;
}

/** Aliases, directives and operations, counted as written. */
function checkSize(document: DocumentNode): OperationDefinitionNode {
  let aliases = 0;
  let directives = 0;
  visit(document, {
    Field(node) {
      if (node.alias !== undefined) aliases += 1;
    },
    Directive() {
      directives += 1;
    },
  });
  atMost('aliases', aliases);
  atMost('directives', directives);
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (operation === undefined || operations.length !== 1) throw tooComplex('A request has exactly one operation.');
  return operation;
}

interface Weight {
  readonly depth: number;
  /** Objects that the selection may create, pages counted at their size. */
  readonly cost: number;
}

type Parent = GraphQLNamedType | null | undefined;

class Walk {
  visits = 0;
  readonly rootFields: string[] = [];
  readonly #schema: GraphQLSchema;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  /** Fragments that the walk is inside of. */
  readonly #open = new Set<string>();

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    this.#schema = schema;
    for (const node of document.definitions) {
      if (node.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(node.name.value, node);
    }
  }

  /** `types`: number of types for which the selection is compiled. */
  weigh(set: SelectionSetNode, parent: Parent, types: number, isRoot: boolean): Weight {
    let depth = 0;
    let cost = 0;
    for (const node of set.selections) {
      this.visits += types;
      atMost('visits', this.visits);
      let weight: Weight;
      if (node.kind === Kind.FIELD) {
        if (isRoot) this.rootFields.push(node.name.value);
        weight = this.#weighField(node, fieldOf(parent, node), types);
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        const type = node.typeCondition ? this.#schema.getType(node.typeCondition.name.value) : parent;
        weight = this.weigh(node.selectionSet, type, types, isRoot);
      } else {
        weight = this.#weighFragment(node.name.value, types, isRoot);
      }
      depth = Math.max(depth, weight.depth);
      cost += weight.cost;
    }
    return { depth, cost };
  }

  #weighField(node: FieldNode, field: GraphQLField<unknown, unknown> | undefined, types: number): Weight {
    if (node.selectionSet === undefined) return { depth: 1, cost: 0 };
    const type = field && getNamedType(field.type);
    const possible = isAbstractType(type) ? Math.max(1, this.#schema.getPossibleTypes(type).length) : 1;
    const below = this.weigh(node.selectionSet, type, types * possible, false);
    // A validation rule limits the depth of introspection.
    if (isIntrospection(node)) return { depth: 1, cost: 1 };
    const page = pageOf(node, field);
    return { depth: below.depth + 1, cost: page * (1 + below.cost) };
  }

  #weighFragment(name: string, types: number, isRoot: boolean): Weight {
    const fragment = this.#fragments.get(name);
    if (fragment === undefined || this.#open.has(name)) return { depth: 0, cost: 0 };
    this.#open.add(name);
    const type = this.#schema.getType(fragment.typeCondition.name.value);
    const weight = this.weigh(fragment.selectionSet, type, types, isRoot);
    this.#open.delete(name);
    return weight;
  }
}

function fieldOf(parent: Parent, node: FieldNode): GraphQLField<unknown, unknown> | undefined {
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined;
}

const PAGE_ARGUMENTS = ['first', 'last'];

/** Rows that a field may return: the requested size, else its default page; 1 for a field without pages. */
function pageOf(node: FieldNode, field: GraphQLField<unknown, unknown> | undefined): number {
  const given = (node.arguments ?? []).filter(({ name }) => PAGE_ARGUMENTS.includes(name.value));
  const sizes = given.flatMap(({ value }) => {
    // A variable may have any value up to the limit, which the list itself enforces.
    if (value.kind === Kind.VARIABLE) return LIMITS.pageSizeMax;
    if (value.kind !== Kind.INT) return [];
    const size = Number(value.value);
    return size < 1 ? checkPageSize(size) : size;
  });
  if (sizes.length > 0) return Math.max(...sizes);
  return field?.args.some(({ name }) => PAGE_ARGUMENTS.includes(name)) ? LIMITS.pageSizeDefault : 1;
}

function isIntrospection(node: FieldNode): boolean {
  return node.name.value === '__schema' || node.name.value === '__type';
}

function atMost(what: Exclude<keyof typeof DOCUMENT_LIMITS, 'tokens'>, count: number): void {
  if (count > DOCUMENT_LIMITS[what]) throw tooComplex(`${what}: ${DOCUMENT_LIMITS[what]} at most.`);
}

function tooComplex(message: string): AppError {
  return new AppError('operation.too-complex', { message });
}
