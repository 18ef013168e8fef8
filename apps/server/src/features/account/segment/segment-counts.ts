import type { SegmentRule } from '@backcounter/domain';
import { type RequestContext, readingContext } from '../../../graphql/request-context.ts';
import { countAll, type ListCount } from '../../../listing/list-count.ts';
import { accountList } from '../account.list.ts';
import { segmentCondition } from './segment-condition.ts';

/** Time for the members, and again for all steps together; then counts are estimates. */
const BUDGET_MS = 2_000;
/** A count that has no time left is an estimate. */
const TIMEOUT_MIN_MS = 20;

/** Counts of a rule. */
export interface SegmentCounts {
  readonly accounts: ListCount;
  readonly members: ListCount;
  /** Accounts that remain after each part of the outermost group, in order. */
  readonly steps: readonly ListCount[];
}

/** Counts the accounts of a rule and after each part of its outermost group. */
export async function countSegment(request: RequestContext, rule: SegmentRule): Promise<SegmentCounts> {
  const context = await readingContext(request);
  const { caller, now } = context;
  const count = (of: SegmentRule | null, timeoutMs: number) =>
    countAll(accountList, context, timeoutMs, (values) =>
      of === null ? [] : [segmentCondition(accountList, of, { values, caller, now })],
    );
  const members = await count(rule, BUDGET_MS);
  const accounts = await count(null, BUDGET_MS);
  const until = performance.now() + BUDGET_MS;
  const steps: ListCount[] = [];
  for (const part of stepsOf(rule).slice(0, -1))
    steps.push(await count(part, Math.max(TIMEOUT_MIN_MS, until - performance.now())));
  return { accounts, members, steps: [...steps, members] };
}

/** The rule after each part of its outermost group. */
function stepsOf(rule: SegmentRule): readonly SegmentRule[] {
  if ('all' in rule) return rule.all.map((_part, index) => ({ all: rule.all.slice(0, index + 1) }));
  if ('any' in rule) return rule.any.map((_part, index) => ({ any: rule.any.slice(0, index + 1) }));
  return [rule];
}
