import { type AccountBulkAction, checkReasonAlone, refuseTarget } from './account-bulk-action.ts';
import { stateChange, stateRefusal } from './account-bulk-state.ts';

/** Makes accounts active again that were suspended, or closed not too long ago. */
export const reactivateAccounts: AccountBulkAction = {
  permission: 'account.change-state',
  auditAction: 'account.reactivate',
  checkTarget: refuseTarget,
  checkOptions: checkReasonAlone,
  refusal: () => stateRefusal('ACTIVE'),
  change: (_values, _options, actor) => stateChange('ACTIVE', 'null::text', 'null::timestamptz(3)', actor),
};
