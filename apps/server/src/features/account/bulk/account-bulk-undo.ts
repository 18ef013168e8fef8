import { ACCOUNT_MACHINE } from '@backcounter/domain';
import type { BulkAction } from '../../../jobs/bulk/bulk-action.ts';
import type { UndoneJob } from '../../../jobs/bulk/bulk-undo.ts';
import { ACCOUNT_FIELDS } from '../account-change.ts';

const FIELDS = [...ACCOUNT_FIELDS, { name: 'emailVerified', column: 'email_verified', isPersonal: false }].map(
  ({ name, column, isPersonal }) => ({ name, column, isPersonal: isPersonal === true }),
);
const COLUMNS = Object.fromEntries(FIELDS.map(({ name, column }) => [name, column]));

/** Restores the values of accounts that a job changed, closes those that it created, and reactivates those that it closed. */
export function undoChanges({ requestId, isForced }: UndoneJob): BulkAction {
  return {
    permission: ACCOUNT_MACHINE.actions.EDIT.permission,
    auditAction: null,
    hasPersonalChanges: true,
    refusal: (values) => `account_undo_refusal(a.id, a.state, a.state_changed_at, to_jsonb(a), e.action, e.occurred_at,
      e.changes || coalesce(e.personal_changes, '{}'), ${values.add(JSON.stringify(COLUMNS))}::jsonb, ${isForced})`,
    change: (values, { reason }, actor, ids) =>
      `undo_account_changes(${values.add(requestId)}::text, ${values.add(JSON.stringify(FIELDS))}::jsonb, ${ids}, ${isForced}, ${values.add(reason)}::text, ${actor})`,
  };
}

/** Revokes the awards of a job that are still held. */
export function revokeAwards(requestId: string): BulkAction {
  return {
    permission: ACCOUNT_MACHINE.actions.REVOKE_BADGE.permission,
    auditAction: 'account.revoke-badge',
    refusal: () => `coalesce(account_refusal('REVOKE_BADGE', a.state, a.state_changed_at),
      case when not exists (select from account_badge_award w join badge b on b.id = w.badge_id
        where w.account_id = a.id and w.awarded_at = e.occurred_at and w.revoked_at is null and b.code = e.changes #>> '{badge,1}')
      then 'not-awarded' end)`,
    change: (values, { reason }, actor, ids) =>
      `undo_awards(${values.add(requestId)}::text, ${ids}, ${values.add(reason)}::text, ${actor})`,
  };
}
