import { ACCOUNT_MACHINE } from '@backcounter/domain';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import { statedReason } from '../../../crud/state-change.ts';
import { type AccountBulkAction, refuseTarget } from './account-bulk-action.ts';

/** A state change of many accounts, by the same SQL function as a single change. */
export function accountStateAction(action: 'SUSPEND' | 'REACTIVATE'): AccountBulkAction {
  const { permission, reason: rule, to } = ACCOUNT_MACHINE.actions[action];
  return {
    permission,
    auditAction: `account.${action.toLowerCase()}`,
    checkTarget: refuseTarget,
    checkOptions: ({ reason, until }, now) => {
      const stated = statedReason(rule, reason);
      if (until !== null && (to !== 'SUSPENDED' || until <= now)) {
        throw fieldsInvalid({ until: [{ rule: to === 'SUSPENDED' ? 'future' : 'invalid' }] });
      }
      return { reason: stated, until: until?.toISOString() ?? null };
    },
    refusal: () => `account_refusal('${action}', a.state, a.state_changed_at)`,
    change: (values, { reason, until }, actor, ids) =>
      `change_account_states('${action}', ${ids}, ${values.add(reason)}::text, ${values.add(until)}::timestamptz(3), null, ${actor})`,
  };
}
