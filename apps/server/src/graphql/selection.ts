import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { ResolveInfoEnricherInput } from 'graphql-jit';

/** Names of the fields that an operation asks for below a field, level by level. Never mutated. */
export interface Selection {
  readonly [fieldName: string]: Selection;
}

const NOTHING: Selection = Object.freeze(Object.create(null) as Selection);

/**
 * Computed once when a document is compiled, then shared by all its executions, so that the object's identity can key
 * caches. Fields under `@skip` and `@include` count as asked for.
 */
export function selectionEnricher(input: ResolveInfoEnricherInput): { selection: Selection } {
  return { selection: select(input.fieldNodes, input.fragments) };
}

/** What is asked for below the field that is being resolved. */
export function selectionOf(info: GraphQLResolveInfo): Selection {
  return (info as GraphQLResolveInfo & { selection?: Selection }).selection ?? select(info.fieldNodes, info.fragments);
}

function select(nodes: readonly FieldNode[], fragments: Readonly<Record<string, FragmentDefinitionNode>>): Selection {
  const children = new Map<string, FieldNode[]>();
  const visit = (set: SelectionSetNode): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const known = children.get(node.name.value);
        if (known === undefined) children.set(node.name.value, [node]);
        else known.push(node);
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        visit(node.selectionSet);
      } else {
        const fragment = fragments[node.name.value];
        if (fragment !== undefined) visit(fragment.selectionSet);
      }
    }
  };
  for (const node of nodes) if (node.selectionSet !== undefined) visit(node.selectionSet);
  if (children.size === 0) return NOTHING;
  const selection: Record<string, Selection> = Object.create(null);
  for (const [name, fields] of children) selection[name] = select(fields, fragments);
  return Object.freeze(selection);
}
