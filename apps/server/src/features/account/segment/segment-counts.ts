import type { SegmentRule } from '@backcounter/domain';
import { type RequestContext, readingContext } from '../../../graphql/request-context.ts';
import { countAll, type ListCount } from '../../../listing/list-count.ts';
import { accountList } from '../account.list.ts';
import { segmentCondition } from './segment-condition.ts';

/** Time for all counts together, and for the members; then counts are estimates. */
const BUDGET_MS = 1_900;
const MEMBERS_MS = 1_400;
/** A count that has no time left is an estimate. */
const TIMEOUT_MIN_MS = 20;

/** Accounts that remain after each part of a group, in order. */
export interface GroupCounts {
  /** Indexes of parts from the outermost group to this one. */
  readonly path: readonly number[];
  readonly steps: readonly ListCount[];
}

/** Counts of a rule. */
export interface SegmentCounts {
  readonly accounts: ListCount;
  readonly members: ListCount;
  /** Those of the outermost group. */
  readonly steps: readonly ListCount[];
  /** Those of the groups inside, in reading order. */
  readonly groups: readonly GroupCounts[];
}

/** Accounts of a rule alone; estimated after a while. */
export async function countMembers(request: RequestContext, rule: SegmentRule): Promise<number> {
  const context = await readingContext(request);
  const { caller, now } = context;
  const { value } = await countAll(accountList, context, MEMBERS_MS, (values) => [
    segmentCondition(accountList, rule, { values, caller, now }),
  ]);
  return value;
}

/** Counts the accounts of a rule and after each part of its groups. */
export async function countSegment(request: RequestContext, rule: SegmentRule): Promise<SegmentCounts> {
  const context = await readingContext(request);
  const { caller, now } = context;
  const count = (of: SegmentRule | null, timeoutMs: number) =>
    countAll(accountList, context, timeoutMs, (values) =>
      of === null ? [] : [segmentCondition(accountList, of, { values, caller, now })],
    );
  const until = performance.now() + BUDGET_MS;
  const members = await count(rule, MEMBERS_MS);
  const accounts = await count(null, MEMBERS_MS);
  const [outermost, ...groups] = groupsOf(rule, [], []);
  const stepsOf = async (parts: readonly SegmentRule[]): Promise<ListCount[]> => {
    const steps: ListCount[] = [];
    for (const part of parts) steps.push(await count(part, Math.max(TIMEOUT_MIN_MS, until - performance.now())));
    return steps;
  };
  const steps = [...(await stepsOf(outermost?.steps.slice(0, -1) ?? [])), members];
  const inside: GroupCounts[] = [];
  for (const group of groups) inside.push({ path: group.path, steps: await stepsOf(group.steps) });
  return { accounts, members, steps, groups: inside };
}

interface Group {
  readonly path: readonly number[];
  /** The rule of the accounts that remain after each part. */
  readonly steps: readonly SegmentRule[];
}

/**
 * The groups of a rule. Accounts of a group inside are among those of the parts before it, where both must match;
 * a negated group has no steps of its own.
 */
function groupsOf(rule: SegmentRule, path: readonly number[], among: readonly SegmentRule[]): readonly Group[] {
  const isAll = 'all' in rule;
  const parts = isAll ? rule.all : 'any' in rule ? rule.any : null;
  if (parts === null) return [];
  const steps = parts.map((_part, index): SegmentRule => {
    const some = parts.slice(0, index + 1);
    return isAll
      ? { all: [...among, ...some] }
      : among.length === 0
        ? { any: some }
        : { all: [...among, { any: some }] };
  });
  const inside = parts.flatMap((part, index) =>
    groupsOf(part, [...path, index], isAll ? [...among, ...parts.slice(0, index)] : among),
  );
  return [{ path, steps }, ...inside];
}
