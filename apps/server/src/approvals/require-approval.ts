import { createHash } from 'node:crypto';
import { AppError, type ApprovalAction } from '@backcounter/domain';
import type { Kysely } from 'kysely';
import type { Database } from '../db/client.ts';
import type { ApprovalContent, EffectContext } from '../graphql/request-context.ts';

/** The content of an action, as an approver sees it, read in the transaction of the effect. */
export interface ApprovalReading extends Pick<ApprovalContent, 'title' | 'fields' | 'figures'> {
  /** Everything else that the effect reads: ids and contents, in a fixed order, without times of changes. */
  readonly records: unknown;
}

/** An effect that may need approval. */
export interface ApprovalSubject extends Pick<ApprovalContent, 'entityType' | 'entityId'> {
  readonly action: ApprovalAction;
  /** Or how to find it, where that costs a query. */
  readonly value: ApprovalContent['value'] | (() => Promise<ApprovalContent['value']>);
  /** Read only if an approval is needed or was given. */
  read(): Promise<ApprovalReading>;
}

/** Whether an action needs approval, and from which value on; null: always. */
export async function approvalRule(
  db: Kysely<Database>,
  action: ApprovalAction,
): Promise<{ readonly isOn: boolean; readonly limit: number | null }> {
  const { is_on: isOn, limit_value: limit } = await db
    .selectFrom('approval_rule')
    .select(['is_on', 'limit_value'])
    .where('action', '=', action)
    .executeTakeFirstOrThrow();
  return { isOn, limit: limit === null ? null : Number(limit) };
}

/**
 * The one check of the rules of approval: call it where the effect happens, after all validation and whatever the value
 * is, so that console, commands, machine clients, bulk actions and jobs meet it alike.
 * @throws AppError `approval.required` with the action, its value and limit; `approval.void` if the content is no
 *   longer what was approved
 */
export async function requireApproval(context: EffectContext, subject: ApprovalSubject): Promise<void> {
  const { approval: pass } = context;
  const { action } = subject;
  const granted = pass?.kind === 'GRANTED' && pass.action === action ? pass : null;
  const { isOn, limit } = await approvalRule(context.db, action);
  const isForced = pass?.kind === 'ASKING' && pass.isForced;
  if (!isOn && granted === null && !isForced) return;
  const value = typeof subject.value === 'function' ? await subject.value() : subject.value;
  const isNeeded = isOn && (limit === null || value === null || value > limit);
  if (!isNeeded && granted === null && !isForced) return;
  const { records, ...shown } = await subject.read();
  const { entityType, entityId } = subject;
  const hashed = JSON.stringify([action, entityType, entityId, shown.title, shown.fields, records]);
  const contentHash = createHash('sha256').update(hashed).digest('hex');
  if (granted !== null) {
    if (granted.contentHash !== contentHash)
      throw new AppError('approval.void', { message: 'This has changed since the request.' });
    granted.isUsed = true;
    return;
  }
  if (pass?.kind === 'ASKING') pass.found = { action, value, limit, entityType, entityId, ...shown, contentHash };
  throw new AppError('approval.required', {
    message: 'A second person has to approve this first.',
    details: { action, ...(value !== null && { value }), ...(limit !== null && { limit }) },
  });
}
