import { fieldsInvalid } from '../../../crud/field-input.ts';
import { statedReason } from '../../../crud/state-change.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import type { BulkAction, BulkOptions } from '../../../jobs/bulk/bulk-action.ts';

/** What a person says of an action besides the accounts. */
export interface BulkInput {
  /** The topic or badge that it is about, where it is about one. */
  readonly targetId: string | null;
  readonly reason: string | null;
  readonly until: Date | null;
}

/** One thing that can be done with many accounts; each in a file of its own. */
export interface AccountBulkAction extends BulkAction {
  /** @throws AppError `field.invalid` on `targetId` */
  checkTarget(context: RequestContext, targetId: string | null): Promise<void>;
  /** @throws AppError `field.invalid`, `reason.required` */
  checkOptions(input: BulkInput, now: Date): Omit<BulkOptions, 'targetId'>;
}

/** For actions that are about nothing but the accounts. @throws AppError `field.invalid` */
export async function refuseTarget(_context: RequestContext, targetId: string | null): Promise<void> {
  if (targetId !== null) throw fieldsInvalid({ targetId: [{ rule: 'invalid' }] });
}

/** For actions that have no end and need no reason. @throws AppError `field.invalid` */
export function checkReasonAlone({ reason, until }: BulkInput): Omit<BulkOptions, 'targetId'> {
  if (until !== null) throw fieldsInvalid({ until: [{ rule: 'invalid' }] });
  return { reason: statedReason('optional', reason), until: null };
}
