import { LIMITS, type Permission } from '@backcounter/domain';
import { callerMay, type RequestContext } from '../graphql/request-context.ts';
import type { ListCount } from '../listing/list-count.ts';
import { SqlValues } from '../listing/list-definition.ts';
import type { Caller } from '../ports/identity.ts';
import { ATTENTION_TIMEOUT_MS, type AttentionNames } from './attention-source.ts';
import { withinTime } from './read-attention.ts';

/** One kind of new rows, as SQL. */
export interface ChangeSource {
  readonly kind: AttentionNames['change'];
  readonly permission: Permission;
  /**
   * FROM and WHERE of the rows after an instant, given as a placeholder. Must use an index, since up to 10,000 rows are
   * counted.
   */
  readonly rows: (since: string, values: SqlValues, caller: Caller) => string;
}

/** Number of new rows of a kind. */
export interface ChangeCount {
  readonly kind: AttentionNames['change'];
  readonly count: ListCount;
}

/** Counts, and the kinds whose count failed. */
export interface Changes {
  readonly counts: readonly ChangeCount[];
  readonly failed: readonly AttentionNames['change'][];
}

/**
 * Counts new rows the caller may read: exactly up to 10,000, above that as a lower bound.
 * @throws the reason of the context's signal
 */
export async function countChanges(
  sources: readonly ChangeSource[],
  context: RequestContext,
  since: string,
): Promise<Changes> {
  const readable = sources.filter(({ permission }) => callerMay(context.caller, permission));
  const counts = await Promise.all(
    readable.map((source) =>
      withinTime(`changes: ${source.kind}`, context, ATTENTION_TIMEOUT_MS, (bounded) => count(source, bounded, since)),
    ),
  );
  context.signal.throwIfAborted();
  return {
    counts: counts.flatMap((found) => found ?? []),
    failed: readable.flatMap(({ kind }, index) => (counts[index] === undefined ? [kind] : [])),
  };
}

async function count({ kind, rows }: ChangeSource, context: RequestContext, since: string): Promise<ChangeCount> {
  const values = new SqlValues();
  const from = rows(`${values.add(since)}::timestamptz`, values, context.caller);
  const text = `select count(*) as value from (select ${from} limit ${LIMITS.countExactUpTo + 1}) as found`;
  // Not prepared by name: the best plan depends on how many rows are new.
  const [row] = await context.sql.rows<{ value: number }>({ text, name: null }, values.list, {
    signal: context.signal,
    timeoutMs: ATTENTION_TIMEOUT_MS,
  });
  const found = Number(row?.value ?? 0);
  const isExact = found <= LIMITS.countExactUpTo;
  const value = Math.min(found, LIMITS.countExactUpTo);
  return { kind, count: { kind: isExact ? 'EXACT' : 'LOWER_BOUND', value, countedAt: context.now } };
}
