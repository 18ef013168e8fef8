import type { Permission } from '@backcounter/domain';
import type { SqlValues } from '../../listing/list-definition.ts';

/** What a person says of an action besides the records, checked, as a job keeps it. */
export interface BulkOptions {
  /** Record that the action is about besides, such as a topic. */
  readonly targetId: string | null;
  readonly reason: string | null;
  /** ISO instant. */
  readonly until: string | null;
}

/** One thing that a job does with many records of a kind. */
export interface BulkAction {
  /** What it takes besides the right to change many. */
  readonly permission: Permission;
  /** Action of the audit row of each record. */
  readonly auditAction: string;
  /** Name under which the reason is kept with the personal changes of each record, which erasing an account clears, instead of as a reason. */
  readonly personalNote?: string;
  /** SQL of the word for which a record stays as it is, for a dry run; null where it is changed. */
  refusal(values: SqlValues, targetId: string | null): string;
  /**
   * SQL that calls the function which changes those of the records that allow it, in the order of ids and locked. It answers for each
   * with `id`, `refusal` (the same words) and `changes`, as an audit row has them.
   * @param actor placeholder of the requester's subject
   * @param ids SQL of the array of their ids
   */
  change(values: SqlValues, options: BulkOptions, actor: string, ids: string): string;
}
