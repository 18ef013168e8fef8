import { ACCOUNT_MACHINE, normaliseCouponCode } from '@backcounter/domain';
import { recordAudit } from '../../audit/record-audit.ts';
import { fieldsInvalid } from '../../crud/field-input.ts';
import { statedReason } from '../../crud/state-change.ts';
import { callFunction } from '../../db/call-function.ts';
import { violatedConstraint } from '../../graphql/constraint-violation.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { type Expected, lockAccount, refuseAccount, writeAccount } from './account.service.ts';

/**
 * Issues a card with this number, or with a random one, and ends the one that the account has.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `field.invalid`
 */
export async function issueCard(
  context: RequestContext,
  expected: Expected,
  given: { readonly number: string | null; readonly reason: string | null },
): Promise<void> {
  const reason = statedReason(ACCOUNT_MACHINE.actions.ISSUE_CARD.reason, given.reason);
  refuseAccount(context, await lockAccount(context, expected), 'ISSUE_CARD');
  const { number, former } = await callFunction(context.db, 'issue_account_card', {
    of_account: expected.id,
    own_number: given.number === null ? null : normaliseCouponCode(given.number),
  }).catch((error) => {
    throw violatedConstraint(error)?.name === 'account_card_card_number_check'
      ? fieldsInvalid({ number: [{ rule: 'card-number' }] })
      : error;
  });
  if (number === null) throw fieldsInvalid({ number: [{ rule: 'taken' }] });
  await writeAccount(context, expected, {});
  await recordAudit(context, {
    action: 'account.issue-card',
    entityType: 'account',
    entityId: expected.id,
    outcome: 'DONE',
    reason,
    personalChanges: { card: [former, number] },
  });
}
