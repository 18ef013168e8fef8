import { COUPON_MACHINE } from '@backcounter/domain';
import type { BulkAction } from '../../../../jobs/bulk/bulk-action.ts';

/** Bulk actions on coupons. */
export const COUPON_BULK_ACTION_NAMES = ['DISABLE', 'ENABLE'] as const;
/** Name of an action in the API and in stored jobs. */
export type CouponBulkActionName = (typeof COUPON_BULK_ACTION_NAMES)[number];

/** A state change of many coupons of a campaign, by the same SQL function as a single change. */
export function couponBulkAction(action: CouponBulkActionName): BulkAction {
  return {
    permission: COUPON_MACHINE.actions[action].permission,
    auditAction: `coupon.${action.toLowerCase()}`,
    refusal: () => `coupon_refusal('${action}', k.state)`,
    change: (values, { reason }, actor, ids, was) =>
      `(select c.* from (select p.campaign_id, array_agg(p.id) as ids from picked p where p.id = any(${ids}) group by 1 order by 1) g
        cross join lateral change_coupon_states('${action}', g.campaign_id, g.ids, ${was?.why ?? `${values.add(reason)}::text`}, ${actor}) c)`,
  };
}
