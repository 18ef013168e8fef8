import { parseReason } from './account.service.ts';
import { type AccountBulkAction, refuseTarget } from './account-bulk-action.ts';
import { stateChange, stateRefusal } from './account-bulk-state.ts';
import { fieldsInvalid } from './account-patch.ts';

/** Suspends accounts for a reason, for good or until an instant. */
export const suspendAccounts: AccountBulkAction = {
  permission: 'account.change-state',
  auditAction: 'account.suspend',
  checkTarget: refuseTarget,
  checkOptions: ({ reason, until }, now) => {
    const checked = parseReason(reason);
    if (until !== null && until <= now) throw fieldsInvalid({ until: [{ rule: 'future' }] });
    return { reason: checked, until: until?.toISOString() ?? null };
  },
  refusal: () => stateRefusal('SUSPENDED'),
  change: (values, { reason, until }, actor) =>
    stateChange('SUSPENDED', `${values.add(reason)}::text`, `${values.add(until)}::timestamptz(3)`, actor),
};
