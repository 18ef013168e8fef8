import { REVEAL_LIMITS, type RevealPurpose } from '@backcounter/domain';
import { disclose } from '../../../audit/disclosure.ts';
import { recordAudit } from '../../../audit/record-audit.ts';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import { requiredReason } from '../../../crud/state-change.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { accountNotFound } from '../account-record.ts';

/** An account whose contact to reveal, and the purpose. */
export interface Reveal {
  readonly id: string;
  /** Absent: OTHER. */
  readonly purpose?: RevealPurpose | null | undefined;
  readonly reason?: string | null | undefined;
}

/**
 * Reveals the contact of one account for a stated purpose, within the caller's budgets; counted and audited in the same transaction.
 * @throws AppError `record.not-found`, `reason.required`, `field.invalid`, `disclosure.limit-reached`, `second-factor.required`
 */
export async function revealContact(
  context: RequestContext,
  { id, purpose: givenPurpose, reason: reasonText }: Reveal,
): Promise<{ email: string | null; phone: string | null }> {
  const purpose = givenPurpose ?? 'OTHER';
  const reason = groundsOf(purpose, reasonText ?? '');
  const row = isUuid(id)
    ? await context.db
        .selectFrom('account')
        .select(['email', 'phone_e164 as phone'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (row === undefined) throw accountNotFound();
  await disclose(context, 'CONTACT', 1);
  await recordAudit(context, {
    action: 'account.reveal-contact',
    entityType: 'account',
    entityId: id,
    outcome: 'DONE',
    reason,
    changes: { purpose: [null, purpose] },
  });
  return row;
}

/** The trimmed reason; OTHER requires one. @throws AppError `reason.required`, `field.invalid` */
function groundsOf(purpose: RevealPurpose, text: string): string | null {
  if (purpose !== 'OTHER' && text.trim() === '') return null;
  const reason = requiredReason(text);
  const min = REVEAL_LIMITS.reasonMinLength;
  if (purpose === 'OTHER' && reason.length < min)
    throw fieldsInvalid({ reason: [{ rule: 'too-short', params: { min } }] });
  return reason;
}
