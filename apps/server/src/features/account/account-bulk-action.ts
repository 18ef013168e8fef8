import type { Permission } from '@backcounter/domain';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { SqlValues } from '../../listing/list-definition.ts';
import { parseReason } from './account.service.ts';
import { fieldsInvalid } from './account-patch.ts';

/** What a person says of an action besides the accounts. */
export interface BulkInput {
  /** The topic or badge that it is about, where it is about one. */
  readonly targetId: string | null;
  readonly reason: string | null;
  readonly until: Date | null;
}

/** The same, checked, as a job keeps it. */
export interface BulkOptions {
  readonly targetId: string | null;
  readonly reason: string | null;
  /** ISO instant. */
  readonly until: string | null;
}

/** SQL by which a batch changes accounts; a step of the statement in `account-bulk-batch.ts`. */
export interface BulkChange {
  /** Columns of `account a` that `effect` needs as they were; `ruled r` has them. */
  readonly before: readonly string[];
  /**
   * Reads one row with the column `refusal`: why nobody can be changed any more, such as a topic that was archived meanwhile; null
   * means go on. Locks what it reads. Null for an action that depends on nothing but the account.
   */
  readonly target: string | null;
  /** Changes the accounts of `ruled r` whose `refusal` is null; returns `id` and `changes`, as an audit row has them. */
  readonly effect: string;
}

/** One thing that can be done with many accounts; each in a file of its own. */
export interface AccountBulkAction {
  /** What it takes besides the right to change many. */
  readonly permission: Permission;
  /** Action of the audit row of each account. */
  readonly auditAction: string;
  /** @throws AppError `field.invalid` on `targetId` */
  checkTarget(context: RequestContext, targetId: string | null): Promise<void>;
  /** @throws AppError `field.invalid`, `reason.required` */
  checkOptions(input: BulkInput, now: Date): Omit<BulkOptions, 'targetId'>;
  /** SQL of the reason for which `account a` stays as it is; null where it is changed. */
  refusal(values: SqlValues, targetId: string | null): string;
  /** @param actor placeholder of the requester's subject */
  change(values: SqlValues, options: BulkOptions, actor: string): BulkChange;
}

/** For actions that are about nothing but the accounts. @throws AppError `field.invalid` */
export async function refuseTarget(_context: RequestContext, targetId: string | null): Promise<void> {
  if (targetId !== null) throw fieldsInvalid({ targetId: [{ rule: 'invalid' }] });
}

/** For actions that have no end and need no reason. @throws AppError `field.invalid` */
export function checkReasonAlone({ reason, until }: BulkInput): Omit<BulkOptions, 'targetId'> {
  if (until !== null) throw fieldsInvalid({ until: [{ rule: 'invalid' }] });
  return { reason: (reason ?? '').trim() === '' ? null : parseReason(reason), until: null };
}
