import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { ResolveInfoEnricherInput } from 'graphql-jit';

/** Names of the fields that an operation selects below a field, level by level. Immutable. */
export interface Selection {
  readonly [fieldName: string]: Selection;
}

const NOTHING: Selection = Object.freeze(Object.create(null) as Selection);

/**
 * Computed once when a document is compiled, then shared by all its executions, so that the object's identity can key
 * caches. Fields under `@skip` and `@include` count as selected.
 */
export function selectionEnricher(input: ResolveInfoEnricherInput): { selection: Selection } {
  return { selection: select(input.fieldNodes, input.fragments) };
}

/** The selection below the current field. */
export function selectionOf(info: GraphQLResolveInfo): Selection {
  return (info as GraphQLResolveInfo & { selection?: Selection }).selection ?? select(info.fieldNodes, info.fragments);
}

/** Merged selections, by the one of `nodes`: the identity of a selection keys caches. */
const mergedRows = new WeakMap<Selection, Selection>();

/** The selection of each row of a connection, by `nodes`, `edges` or both; undefined when no row is selected. */
export function rowSelection({ nodes, edges }: Selection): Selection | undefined {
  const node = edges && (edges['node'] ?? NOTHING);
  if (nodes === undefined || node === undefined) return nodes ?? node;
  const merged = mergedRows.get(nodes) ?? Object.freeze(mergeFields(nodes, node));
  mergedRows.set(nodes, merged);
  return merged;
}

function mergeFields(left: Selection, right: Selection): Selection {
  const fields: Record<string, Selection> = Object.assign(Object.create(null), left);
  for (const [name, below] of Object.entries(right)) {
    const same = left[name];
    fields[name] = same === undefined ? below : mergeFields(same, below);
  }
  return fields;
}

/** Selections by field node; a field in a fragment is visited as often as the fragment is spread. */
const known = new WeakMap<FieldNode, Selection>();

function select(nodes: readonly FieldNode[], fragments: Readonly<Record<string, FragmentDefinitionNode>>): Selection {
  const [only] = nodes;
  const before = only && nodes.length === 1 ? known.get(only) : undefined;
  if (before !== undefined) return before;
  const selection = merge(nodes, fragments);
  if (only && nodes.length === 1) known.set(only, selection);
  return selection;
}

function merge(nodes: readonly FieldNode[], fragments: Readonly<Record<string, FragmentDefinitionNode>>): Selection {
  const children = new Map<string, Set<FieldNode>>();
  const spread = new Set<string>();
  const visit = (set: SelectionSetNode): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const same = children.get(node.name.value);
        if (same === undefined) children.set(node.name.value, new Set([node]));
        else same.add(node);
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        visit(node.selectionSet);
      } else if (!spread.has(node.name.value)) {
        spread.add(node.name.value);
        const fragment = fragments[node.name.value];
        if (fragment !== undefined) visit(fragment.selectionSet);
      }
    }
  };
  for (const node of nodes) if (node.selectionSet !== undefined) visit(node.selectionSet);
  if (children.size === 0) return NOTHING;
  const selection: Record<string, Selection> = Object.create(null);
  for (const [name, fields] of children) selection[name] = select([...fields], fragments);
  return Object.freeze(selection);
}
