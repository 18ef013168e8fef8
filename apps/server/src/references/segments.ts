import type { Kysely } from 'kysely';
import type { Database } from '../db/client.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import { SqlValues } from '../listing/list-definition.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../listing/statements.ts';
import type { Caller } from '../ports/identity.ts';

/** On whose behalf, and when, a segment is read. */
export interface SegmentReading {
  readonly db: Kysely<Database>;
  readonly caller: Caller;
  readonly now: Date;
}

/** A segment as other features use it. */
export interface UsedSegment {
  readonly isArchived: boolean;
  /** Members at its last daily count; null before the first. */
  readonly members: number | null;
  /** SQL query of the ids of those members. */
  knownMembers(values: SqlValues): string;
  /** SQL query of the ids of its present members. */
  presentMembers(values: SqlValues): string;
  /** SQL condition of its present members on account `a`, for a few accounts; may be NULL. */
  condition(values: SqlValues): string;
}

/** Segments of accounts for other features; the feature of accounts implements it (decision 0166). */
export interface Segments {
  /**
   * Reads a segment; null if there is none, or with a clause that the caller may not use.
   * @throws AppError `filter.invalid` for a clause that no longer exists
   */
  read(reading: SegmentReading, id: string): Promise<UsedSegment | null>;
  /** True if the caller may use each clause of a rule. */
  mayUse(rule: unknown, caller: Caller): boolean;
}

/** An account by one of its ids. */
export interface AccountName {
  readonly accountId: string | null;
  readonly firebaseId: string | null;
}

/** True if an account is in a segment now; null if the caller may not use a clause of it. */
export async function isMember(
  { db, sql, signal, services, now }: RequestContext,
  segmentId: string,
  { accountId, firebaseId }: AccountName,
  caller: Caller,
): Promise<boolean | null> {
  const segment = await services.segments.read({ db, caller, now }, segmentId);
  if (segment === null) return null;
  const values = new SqlValues();
  const account =
    accountId === null ? `a.firebase_id = ${values.add(firebaseId)}` : `a.id = ${values.add(accountId)}::uuid`;
  const text = `select (${segment.condition(values)}) is true as "isMember" from account a where ${account}`;
  const [found] = await sql.rows<{ isMember: boolean }>(statementFor(text), values.list, {
    signal,
    timeoutMs: LIST_TIMEOUT_MS,
  });
  return found?.isMember === true;
}
