import type { RequestContext } from '../../graphql/request-context.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { type AccountBulkAction, checkReasonAlone } from './account-bulk-action.ts';
import { fieldsInvalid } from './account-patch.ts';

/** Makes sure that staff may award a badge. @throws AppError `field.invalid` on the field that names it */
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
 * Awards a badge to active accounts, with the reason as its note. One that is not repeatable is awarded once until it is revoked; a
 * badge with a validity says when the award ends.
 */
export const awardBadge: AccountBulkAction = {
  permission: 'account.award-badge',
  auditAction: 'account.award',
  checkTarget: (context, targetId) => checkBadge(context, targetId),
  checkOptions: checkReasonAlone,
  refusal: (values, badgeId) => `case
    when a.state = 'SUSPENDED' then 'is-suspended' when a.state = 'CLOSED' then 'is-closed' when a.state = 'ERASED' then 'is-erased'
    when exists (select from account_badge_award w where w.account_id = a.id and w.badge_id = ${values.add(badgeId)}::uuid
      and w.revoked_at is null and not w.is_repeatable) then 'already-awarded' end`,
  change: (values, { targetId, reason }, actor) => {
    const badge = `${values.add(targetId)}::uuid`;
    return {
      before: [],
      target: `select case when b.state <> 'ACTIVE' then 'badge-retired' when b.award_mode <> 'MANUAL' then 'badge-by-rule' end as refusal
        from badge b where b.id = ${badge} and (select count(*) from judged) > 0 for no key update`,
      // The last award decides which one this is, the revoked ones counted; who was quicker wins.
      effect: `
        insert into account_badge_award as w
          (badge_id, account_id, is_repeatable, occurrence, source, awarded_by, note, expires_at)
        select b.id, r.id, b.is_repeatable, coalesce(earlier.occurrence, 0) + 1, 'STAFF', ${actor}, ${values.add(reason)}::text,
          now() + make_interval(days => b.validity_days)
        from ruled r join badge b on b.id = ${badge}
          left join lateral (select max(e.occurrence) as occurrence from account_badge_award e
            where e.badge_id = b.id and e.account_id = r.id) as earlier on true
        where r.refusal is null
        on conflict do nothing
        returning w.account_id as id,
          jsonb_build_object('badge', jsonb_build_array(null, (select b.code from badge b where b.id = ${badge}))) as changes`,
    };
  },
};
