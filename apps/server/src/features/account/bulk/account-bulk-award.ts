import { ACCOUNT_MACHINE } from '@backcounter/domain';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { type AccountBulkAction, checkReasonAlone } from './account-bulk-action.ts';

/** Checks that staff may award a badge. @throws AppError `field.invalid` on the field of the badge */
export async function checkBadge({ db }: RequestContext, targetId: string | null, field = 'targetId'): Promise<void> {
  if (targetId === null) throw fieldsInvalid({ [field]: [{ rule: 'required' }] });
  const badge = isUuid(targetId)
    ? await db.selectFrom('badge').select(['state', 'award_mode']).where('id', '=', targetId).executeTakeFirst()
    : undefined;
  if (badge === undefined) throw fieldsInvalid({ [field]: [{ rule: 'unknown' }] });
  if (badge.state !== 'ACTIVE') throw fieldsInvalid({ [field]: [{ rule: 'not-active' }] });
  if (badge.award_mode !== 'MANUAL') throw fieldsInvalid({ [field]: [{ rule: 'by-rule' }] });
}

/**
 * Awards a badge to active accounts, with the reason as its note. A badge that is not repeatable is skipped while it is held; the
 * validity of the badge sets the end of the award.
 */
export const awardBadge: AccountBulkAction = {
  permission: ACCOUNT_MACHINE.actions.AWARD_BADGE.permission,
  auditAction: 'account.award',
  checkTarget: (context, targetId) => checkBadge(context, targetId),
  checkOptions: checkReasonAlone,
  personalNote: 'awardNote',
  refusal: (values, badgeId) => `coalesce(account_refusal('AWARD_BADGE', a.state, a.state_changed_at),
    case when exists (select from account_badge_award w where w.account_id = a.id and w.badge_id = ${values.add(badgeId)}::uuid
      and w.revoked_at is null and not w.is_repeatable) then 'already-awarded' end)`,
  change: (values, { targetId, reason }, actor, ids) =>
    `award_badge(${values.add(targetId)}::uuid, ${ids}, ${values.add(reason)}::text, ${actor})`,
};
