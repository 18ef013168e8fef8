import { AppError, LIMITS } from '@backcounter/domain';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';

/** Bounds of one document (decision 0008). */
export const DOCUMENT_LIMITS = {
  tokens: 800,
  aliases: 10,
  directives: 10,
  rootFields: 5,
  depth: 7,
  cost: 2_000,
} as const;

interface Weight {
  readonly depth: number;
  /** Objects that the selection may create, pages counted at their largest size. */
  readonly cost: number;
}

/** Page arguments; a field that has one multiplies what is asked for below it. */
const PAGE_ARGUMENTS = new Set(['first', 'last']);

/** @throws AppError `operation.too-complex` when the document itself has too many of something. */
export function checkDocumentSize(document: DocumentNode): OperationDefinitionNode {
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

/**
 * Root fields, depth and cost of a document that was found valid (so its fragments have no cycles). Each fragment is
 * weighed once, so a chain of fragments that doubles at every step costs nothing to refuse.
 * @throws AppError `operation.too-complex`
 */
export function checkOperationWeight(document: DocumentNode, operation: OperationDefinitionNode): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  const rootFields = countFields(operation.selectionSet, fragments, new Map());
  if (operation.operation === 'mutation' && rootFields !== 1) {
    throw tooComplex('A mutation has exactly one root field.');
  }
  atMost('rootFields', rootFields);
  const weight = weigh(operation.selectionSet, fragments, new Map());
  atMost('depth', weight.depth);
  atMost('cost', weight.cost);
}

/** @throws AppError `operation.too-complex` for a page size beyond the limit or below 1. */
export function checkPageSize(size: number): number {
  if (!Number.isInteger(size) || size < 1 || size > LIMITS.pageSizeMax) {
    throw tooComplex(`A page has 1 to ${LIMITS.pageSizeMax} rows.`);
  }
  return size;
}

/** True when the document asks for the schema itself. */
export function asksForSchema(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field(node) {
      if (isIntrospection(node)) found = true;
    },
  });
  return found;
}

function weigh(
  set: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  known: Map<string, Weight>,
): Weight {
  let depth = 0;
  let cost = 0;
  for (const node of set.selections) {
    let weight: Weight;
    if (node.kind === Kind.FIELD) weight = weighField(node, fragments, known);
    else if (node.kind === Kind.INLINE_FRAGMENT) weight = weigh(node.selectionSet, fragments, known);
    else weight = weighFragment(node.name.value, fragments, known);
    depth = Math.max(depth, weight.depth);
    cost += weight.cost;
  }
  return { depth, cost };
}

function weighField(
  node: FieldNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  known: Map<string, Weight>,
): Weight {
  if (isIntrospection(node)) return { depth: 1, cost: 1 };
  if (node.selectionSet === undefined) return { depth: 1, cost: 0 };
  const below = weigh(node.selectionSet, fragments, known);
  return { depth: below.depth + 1, cost: 1 + pageFactor(node) * below.cost + pageFactor(node) - 1 };
}

function weighFragment(
  name: string,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  known: Map<string, Weight>,
): Weight {
  const before = known.get(name);
  if (before !== undefined) return before;
  const fragment = fragments.get(name);
  const weight = fragment === undefined ? { depth: 0, cost: 0 } : weigh(fragment.selectionSet, fragments, known);
  known.set(name, weight);
  return weight;
}

function pageFactor(node: FieldNode): number {
  for (const argument of node.arguments ?? []) {
    if (!PAGE_ARGUMENTS.has(argument.name.value)) continue;
    // A variable may hold anything up to the limit, which the list itself enforces.
    return argument.value.kind === Kind.INT ? Number(argument.value.value) : LIMITS.pageSizeMax;
  }
  return 1;
}

function countFields(
  set: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  known: Map<string, number>,
): number {
  let count = 0;
  for (const node of set.selections) {
    if (node.kind === Kind.FIELD) count += 1;
    else if (node.kind === Kind.INLINE_FRAGMENT) count += countFields(node.selectionSet, fragments, known);
    else {
      const name = node.name.value;
      const fragment = fragments.get(name);
      if (fragment !== undefined && !known.has(name)) {
        known.set(name, countFields(fragment.selectionSet, fragments, known));
      }
      count += known.get(name) ?? 0;
    }
  }
  return count;
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
