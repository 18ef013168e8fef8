import { z } from 'zod';
import type { Permission } from './policy.ts';
import { defineRecord } from './record.ts';

/** Limits of a segment. */
export const SEGMENT_LIMITS = {
  nameMaxLength: 60,
  descriptionMaxLength: 300,
  /** Clauses of a rule. */
  clausesMax: 20,
  /** Groups and negations inside each other. */
  depthMax: 6,
  /** Ids in one clause. */
  idsMax: 50,
  /** Longest period of a clause about behavior. */
  daysMax: 365,
} as const;

/**
 * Behaviors that a clause can ask for, with the permission to do so. Bounded ones need a period or a record, as
 * everything that anyone ever did of their kind is too much to read.
 */
export const SEGMENT_BEHAVIORS = {
  /** Earned points, at one of these stores. */
  earned: { permission: 'points.read', isBounded: true },
  /** Spent points, at one of these stores. */
  spent: { permission: 'points.read', isBounded: true },
  /** Earned or spent points, at one of these stores. */
  shopped: { permission: 'points.read', isBounded: true },
  /** Has a coupon of their own of one of these campaigns that can be used now or later; received within the period. */
  holds: { permission: 'campaign.read-all', isBounded: false },
  /** Redeemed a coupon of one of these campaigns. */
  redeemed: { permission: 'campaign.read-all', isBounded: false },
  /** Opened one of these notifications. */
  opened: { permission: 'notification.read', isBounded: true },
  /** Entered one of these giveaways, and neither left it nor was disqualified. */
  entered: { permission: 'giveaway.read', isBounded: false },
  /** Won one of these giveaways, and was notified. */
  won: { permission: 'giveaway.read', isBounded: false },
} as const satisfies Readonly<Record<string, { readonly permission: Permission; readonly isBounded: boolean }>>;

/** A behavior. */
export type SegmentBehavior = keyof typeof SEGMENT_BEHAVIORS;

/** The behaviors. */
export const BEHAVIORS = Object.keys(SEGMENT_BEHAVIORS) as readonly SegmentBehavior[];

/** A clause about behavior. Without ids: any record; without days: ever. */
export interface BehaviorTerms {
  readonly ids?: readonly string[];
  readonly withinDays?: number;
}

/** One filter of the list of accounts, by its key, with its value as in the API. */
export type AccountTerms = Readonly<Record<string, unknown>>;

/** A condition on one account. */
export type SegmentClause =
  | { readonly account: AccountTerms }
  | { [Key in SegmentBehavior]: { readonly [Each in Key]: BehaviorTerms } }[SegmentBehavior];

/** The rule of a segment: conditions joined by and, or and not. */
export type SegmentRule =
  | SegmentClause
  | { readonly all: readonly SegmentRule[] }
  | { readonly any: readonly SegmentRule[] }
  | { readonly not: SegmentRule };

/** A problem of a rule, at the path of its clause. */
interface RuleProblem {
  readonly path: readonly (number | string)[];
  readonly rule: string;
}

const behaviorTerms = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(SEGMENT_LIMITS.idsMax).optional(),
  withinDays: z.int().min(1).max(SEGMENT_LIMITS.daysMax).optional(),
});

/** Finds the problems of a rule's form. Values of account filters are checked by the list. */
function* problemsOf(part: unknown, path: RuleProblem['path'], depth: number): Generator<RuleProblem> {
  const entries = typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.entries(part) : [];
  const [entry] = entries;
  if (entry === undefined || entries.length > 1) {
    yield { path, rule: 'clause' };
    return;
  }
  const [key, value] = entry;
  const at = [...path, key];
  if (depth > SEGMENT_LIMITS.depthMax) yield { path, rule: 'too-deep' };
  else if (key === 'all' || key === 'any') {
    if (!Array.isArray(value) || value.length === 0) yield { path: at, rule: 'required' };
    else for (const [index, each] of value.entries()) yield* problemsOf(each, [...at, index], depth + 1);
  } else if (key === 'not') yield* problemsOf(value, at, depth + 1);
  else if (key === 'account') {
    if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1)
      yield { path: at, rule: 'clause' };
  } else if (Object.hasOwn(SEGMENT_BEHAVIORS, key)) {
    const { success, data, error } = behaviorTerms.safeParse(value);
    if (!success) yield { path: [...at, ...(error.issues[0]?.path ?? []).map(String)], rule: 'invalid' };
    else if (
      SEGMENT_BEHAVIORS[key as SegmentBehavior].isBounded &&
      data.ids === undefined &&
      data.withinDays === undefined
    )
      yield { path: [...at, 'withinDays'], rule: 'required' };
  } else yield { path, rule: 'clause' };
}

/** The clauses of a rule in reading order, with their paths: `all.1`. */
export function clausesOf(
  rule: SegmentRule,
  path: readonly (number | string)[] = [],
): readonly { readonly clause: SegmentClause; readonly path: readonly (number | string)[] }[] {
  const among = (parts: readonly SegmentRule[], key: string) =>
    parts.flatMap((part, index) => clausesOf(part, [...path, key, index]));
  if ('all' in rule) return among(rule.all, 'all');
  if ('any' in rule) return among(rule.any, 'any');
  return 'not' in rule ? clausesOf(rule.not, [...path, 'not']) : [{ clause: rule, path }];
}

/** The rule of a segment, with problems at the path of the clause: `all.1.earned.withinDays`. */
export const segmentRule = z
  .unknown()
  .superRefine((value, context) => {
    const problems = [...problemsOf(value, [], 1)];
    for (const { path, rule } of problems) context.addIssue({ code: 'custom', path: [...path], message: rule });
    if (problems.length === 0 && clausesOf(value as SegmentRule).length > SEGMENT_LIMITS.clausesMax)
      context.addIssue({ code: 'custom', message: 'too-many-clauses' });
  })
  .transform((value) => value as SegmentRule);

/** Segment: the fields that people enter. */
export const segmentRecord = defineRecord('segment', {
  name: {
    kind: 'TEXT',
    description: 'Name for staff.',
    rule: z.string().trim().min(1).max(SEGMENT_LIMITS.nameMaxLength),
    isPersonal: true,
  },
  description: {
    kind: 'TEXT',
    description: 'Purpose, for staff.',
    rule: z.string().trim().min(1).max(SEGMENT_LIMITS.descriptionMaxLength).nullable().optional(),
    isPersonal: true,
  },
  rule: {
    kind: 'JSON',
    description:
      'Accounts that are in it: `{"all": [rule, …]}`, `{"any": [rule, …]}`, `{"not": rule}`, `{"account": {filter: value}}` with one filter of `AccountFilter` except `online`, `pasted` and `segment`, or a behavior, `{"earned": {"ids": […], "withinDays": 30}}`: `earned`, `spent` and `shopped` (stores), `holds` and `redeemed` (campaigns), `opened` (notifications), `entered` and `won` (giveaways).',
    rule: segmentRule,
    isPersonal: true,
  },
});
