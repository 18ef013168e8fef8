import type { Permission } from '@backcounter/domain';
import type { SqlValues } from '../listing/list-definition.ts';

/** What a person says of an action besides the records, checked, as a job keeps it. */
export interface BulkOptions {
  /** Record that the action is about besides, such as a topic. */
  readonly targetId: string | null;
  readonly reason: string | null;
  /** ISO instant. */
  readonly until: string | null;
}

/** SQL by which a batch changes records; a step of the statement in `bulk-batch.ts`. */
export interface BulkChange {
  /** Columns of the records that `effect` needs as they were; `ruled r` has them. */
  readonly before: readonly string[];
  /**
   * Reads one row with the column `refusal`: why nobody can be changed any more, such as a topic that was archived meanwhile; null
   * means go on. Locks what it reads. Null for an action that depends on nothing but the record.
   */
  readonly target: string | null;
  /** Changes the records of `ruled r` whose `refusal` is null; returns `id` and `changes`, as an audit row has them. */
  readonly effect: string;
}

/** One thing that a job does with many records of a kind. */
export interface BulkAction {
  /** What it takes besides the right to change many. */
  readonly permission: Permission;
  /** Action of the audit row of each record. */
  readonly auditAction: string;
  /** SQL of the reason for which a record stays as it is; null where it is changed. */
  refusal(values: SqlValues, targetId: string | null): string;
  /** @param actor placeholder of the requester's subject */
  change(values: SqlValues, options: BulkOptions, actor: string): BulkChange;
}
