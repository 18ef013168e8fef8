import { AppError, LIMITS } from '@backcounter/domain';
import type { LogPosition } from '../db/log-position.ts';
import type { ReadingContext, RequestContext } from '../graphql/request-context.ts';
import { type ListDefinition, SqlValues } from './list-definition.ts';
import { statementFor } from './statements.ts';

/** How exact a count is. */
export type CountKind = 'ESTIMATE' | 'EXACT' | 'LOWER_BOUND';

/** A count and how exact it is. */
export interface ListCount {
  readonly kind: CountKind;
  readonly value: number;
  readonly countedAt: Date;
}

/** A cached count. */
export interface KeptCount {
  readonly madeAtMs: number;
  /** Rows created later are not counted. */
  readonly countedAt: Date;
  /** Everything before this position in the log is counted. */
  readonly position: LogPosition;
  readonly count: Promise<ListCount>;
}

/** Time limit of a count; after that the planner's estimate is used. */
export const COUNT_TIMEOUT_MS = 250;

/** How long a count is reused, along with the time it was made. */
const COUNT_MEMORY_MS = 2_000;

/** Bounds of a count: the largest exact one, null without, and the time. */
interface CountBounds {
  readonly exactUpTo: number | null;
  readonly timeoutMs: number;
}
const BOUNDED: CountBounds = { exactUpTo: LIMITS.countExactUpTo, timeoutMs: COUNT_TIMEOUT_MS };

/** Counts all rows if that takes at most this long, otherwise estimates them. For pages that show a single figure. */
export function countAll(
  definition: ListDefinition,
  context: RequestContext,
  timeoutMs: number,
  conditionsFor: (values: SqlValues) => string[],
): Promise<ListCount> {
  return make(definition, context, conditionsFor, { exactUpTo: null, timeoutMs });
}

/**
 * Counts rows: exactly up to 10,000 rows within 250 ms (or from the maintained total of a whole list), otherwise by the
 * planner's estimate, or as a lower bound if the estimate is below what was counted.
 * @param scope cache key of everything the count depends on besides the data; null disables caching
 */
export function countRows(
  definition: ListDefinition,
  context: ReadingContext,
  scope: string | null,
  conditionsFor: (values: SqlValues) => string[],
): Promise<ListCount> {
  if (scope === null) return make(definition, context, conditionsFor, BOUNDED);
  const { counts } = context.services;
  const nowMs = performance.now();
  const known = counts.get(scope);
  if (known !== undefined && nowMs - known.madeAtMs < COUNT_MEMORY_MS && fits(known, context)) return known.count;
  const count = make(definition, context, conditionsFor, BOUNDED);
  counts.set(scope, { madeAtMs: nowMs, countedAt: context.now, position: context.seen.position, count });
  count.catch(() => counts.delete(scope));
  return count;
}

/**
 * The count must include the caller's changes and must not be newer than the page: rows in between would be in neither
 * the page nor the news.
 */
function fits({ position, countedAt }: KeptCount, { seen, now }: ReadingContext): boolean {
  return position >= seen.wanted && countedAt <= now;
}

async function make(
  definition: ListDefinition,
  context: RequestContext,
  conditionsFor: (values: SqlValues) => string[],
  { exactUpTo, timeoutMs }: CountBounds,
): Promise<ListCount> {
  const values = new SqlValues();
  const conditions = conditionsFor(values);
  const countedAt = context.now;
  // Shared with other requests, so it must not end with this client's request.
  const options = { signal: new AbortController().signal, timeoutMs, isCostly: true } as const;
  if (conditions.length === 0 && definition.totalSql !== null) {
    const [total] = await context.sql.rows<{ value: number | string }>(statementFor(definition.totalSql), [], options);
    return { kind: 'EXACT', value: Number(total?.value ?? 0), countedAt };
  }
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  const limit = exactUpTo === null ? Number.POSITIVE_INFINITY : exactUpTo + 1;
  let seen = 0;
  try {
    const rows = `select 1 from ${definition.from}${where}${exactUpTo === null ? '' : ` limit ${limit}`}`;
    const text = `select count(*) as value from (${rows}) as found`;
    const [row] = await context.sql.rows<{ value: number | string }>(statementFor(text), values.list, options);
    seen = Number(row?.value ?? 0);
    if (seen < limit) return { kind: 'EXACT', value: seen, countedAt };
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'query.timed-out')) throw error;
  }
  const estimate = await estimateRows(`select 1 from ${definition.from}${where}`, values.list, context);
  return estimate > seen
    ? { kind: 'ESTIMATE', value: estimate, countedAt }
    : { kind: 'LOWER_BOUND', value: Math.max(0, seen - 1), countedAt };
}

async function estimateRows(text: string, values: readonly unknown[], context: RequestContext): Promise<number> {
  const [row] = await context.sql.rows<{ 'QUERY PLAN': readonly { Plan: { 'Plan Rows': number } }[] }>(
    { text: `explain (format json) ${text}`, name: null },
    values,
    { signal: new AbortController().signal, timeoutMs: COUNT_TIMEOUT_MS },
  );
  return Math.round(row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0);
}
