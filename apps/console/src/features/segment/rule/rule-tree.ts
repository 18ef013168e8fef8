import type { SegmentClause, SegmentRule } from '@backcounter/domain';

/** A clause of a rule in the editor. */
export interface ClauseNode {
  readonly kind: 'clause';
  readonly isNegated: boolean;
  readonly clause: SegmentClause;
}
/** A group of a rule in the editor; a group without parts is not saved. */
export interface GroupNode {
  readonly kind: 'group';
  readonly isNegated: boolean;
  readonly join: 'all' | 'any';
  readonly parts: readonly RuleNode[];
}
export type RuleNode = ClauseNode | GroupNode;

/** Indexes from the outermost group to a part. */
export type RulePath = readonly number[];

/** A rule without any clause. */
export const EMPTY_RULE: GroupNode = { kind: 'group', isNegated: false, join: 'all', parts: [] };

/** A rule as its outermost group. */
export function treeOf(rule: SegmentRule): GroupNode {
  const node = nodeOf(rule, false);
  return node.kind === 'group' && !node.isNegated ? node : { ...EMPTY_RULE, parts: [node] };
}

function nodeOf(rule: SegmentRule, isNegated: boolean): RuleNode {
  if ('not' in rule) return nodeOf(rule.not, !isNegated);
  const join = 'all' in rule ? 'all' : 'any';
  const parts = 'all' in rule ? rule.all : 'any' in rule ? rule.any : null;
  if (parts !== null) return { kind: 'group', isNegated, join, parts: parts.map((part) => nodeOf(part, false)) };
  return { kind: 'clause', isNegated, clause: rule as SegmentClause };
}

/** The rule of a node; null for a group without clauses. */
export function ruleOf(node: RuleNode): SegmentRule | null {
  const plain = node.kind === 'clause' ? node.clause : groupRule(node);
  return plain !== null && node.isNegated ? { not: plain } : plain;
}

function groupRule({ join, parts }: GroupNode): SegmentRule | null {
  const rules = parts.map(ruleOf).filter((rule) => rule !== null);
  if (rules.length === 0) return null;
  return join === 'all' ? { all: rules } : { any: rules };
}

/** The tree with another part at a path; null removes the part. */
export function withPart(tree: GroupNode, path: RulePath, change: (part: RuleNode) => RuleNode | null): GroupNode {
  const [index, ...rest] = path;
  if (index === undefined) return asGroup(change(tree)) ?? tree;
  const parts = tree.parts.flatMap((part, at) => {
    if (at !== index) return [part];
    const next = rest.length > 0 && part.kind === 'group' ? withPart(part, rest, change) : change(part);
    return next === null ? [] : [next];
  });
  return { ...tree, parts };
}

/** The tree with one more part at the end of a group. */
export function withNewPart(tree: GroupNode, path: RulePath, added: RuleNode): GroupNode {
  return withPart(tree, path, (part) => (part.kind === 'group' ? { ...part, parts: [...part.parts, added] } : part));
}

const asGroup = (node: RuleNode | null) => (node?.kind === 'group' ? node : null);

/** The tree in a form's value, which is the rule as text. */
export function treeOfText(text: string | null): GroupNode {
  return text === null ? EMPTY_RULE : treeOf(JSON.parse(text) as SegmentRule);
}

/** A tree as a form's value; null for one without clauses. */
export function textOfTree(tree: GroupNode): string | null {
  const rule = ruleOf(tree);
  return rule === null ? null : JSON.stringify(rule);
}
