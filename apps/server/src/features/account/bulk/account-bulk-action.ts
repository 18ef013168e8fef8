import { fieldsInvalid } from '../../../crud/field-input.ts';
import { statedReason } from '../../../crud/state-change.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import type { BulkAction, BulkOptions } from '../../../jobs/bulk/bulk-action.ts';

/** Parameters of an action besides the accounts. */
export interface BulkInput {
  /** Topic or badge of the action; null without one. */
  readonly targetId: string | null;
  readonly reason: string | null;
  readonly until: Date | null;
}

/** A bulk action on accounts; each has its own file. */
export interface AccountBulkAction extends BulkAction {
  /** Whether it changes the state, alone. */
  readonly isState?: true;
  /** @throws AppError `field.invalid` on `targetId` */
  checkTarget(context: RequestContext, targetId: string | null): Promise<void>;
  /** @throws AppError `field.invalid`, `reason.required` */
  checkOptions(input: BulkInput, now: Date): Omit<BulkOptions, 'targetId'>;
}

/** For actions without a target. @throws AppError `field.invalid` */
export async function refuseTarget(_context: RequestContext, targetId: string | null): Promise<void> {
  if (targetId !== null) throw fieldsInvalid({ targetId: [{ rule: 'invalid' }] });
}

/** For actions without an end and with an optional reason. @throws AppError `field.invalid` */
export function checkReasonAlone({ reason, until }: BulkInput): Omit<BulkOptions, 'targetId'> {
  if (until !== null) throw fieldsInvalid({ until: [{ rule: 'invalid' }] });
  return { reason: statedReason('optional', reason), until: null };
}
