import type { Permission } from '@backcounter/domain';
import type { SqlValues } from '../../listing/list-definition.ts';

/** Validated options of a bulk action, as stored with the job. */
export interface BulkOptions {
  /** Another record the action refers to, such as a topic. */
  readonly targetId: string | null;
  readonly reason: string | null;
  /** ISO instant. */
  readonly until: string | null;
}

/** SQL of what a state had: its reason and its end. */
export interface StateWas {
  readonly why: string;
  readonly until: string;
}

/** A bulk action on records of one kind. */
export interface BulkAction {
  /** Required in addition to the permission for bulk changes. */
  readonly permission: Permission;
  /** Action name in each record's audit row; null: `change` also returns it, as `action`. */
  readonly auditAction: string | null;
  /**
   * If set, the reason is stored under this name with the personal changes of each record, which erasing an account
   * clears, rather than as a reason.
   */
  readonly personalNote?: string;
  /** `change` also returns `personal_changes`, which erasing an account clears. */
  readonly hasPersonalChanges?: true;
  /** SQL of the reason code why a record is left unchanged, for the dry run; null if it would be changed. */
  refusal(values: SqlValues, targetId: string | null): string;
  /**
   * SQL call of the function that locks the records in id order and changes those that allow it. It returns `id`,
   * `refusal` (the same codes) and `changes` (as in an audit row) for each.
   * @param actor placeholder of the requester's subject
   * @param ids SQL of the array of ids
   * @param was SQL of the reason and the end, in place of those of the options
   */
  change(values: SqlValues, options: BulkOptions, actor: string, ids: string, was?: StateWas): string;
}
