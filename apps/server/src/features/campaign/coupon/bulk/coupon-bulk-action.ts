import { COUPON_MACHINE } from '@backcounter/domain';
import type { BulkAction } from '../../../../jobs/bulk/bulk-action.ts';

/** What may be done with many coupons at once. */
export const COUPON_BULK_ACTION_NAMES = ['DISABLE', 'ENABLE'] as const;
/** One of the names, as the API and stored jobs have it. */
export type CouponBulkActionName = (typeof COUPON_BULK_ACTION_NAMES)[number];

/** A change of state of many coupons of a campaign, by the function that changes one. */
export function couponBulkAction(action: CouponBulkActionName): BulkAction {
  return {
    permission: COUPON_MACHINE.actions[action].permission,
    auditAction: `coupon.${action.toLowerCase()}`,
    refusal: () => `coupon_refusal('${action}', k.state)`,
    change: (values, { reason }, actor, ids) =>
      `change_coupon_states('${action}', (select p.campaign_id from picked p limit 1), ${ids}, ${values.add(reason)}::text, ${actor})`,
  };
}
