import { randomBytes } from 'node:crypto';
import { COUPON_CODE_LIMITS, COUPON_MACHINE, makeCouponCodes } from '@backcounter/domain';
import type { BulkAction } from '../../../../jobs/bulk/bulk-action.ts';

/** Bulk actions on coupons. */
export const COUPON_BULK_ACTION_NAMES = ['DISABLE', 'ENABLE'] as const;
/** Name of an action in the API and in stored jobs. */
export type CouponBulkActionName = (typeof COUPON_BULK_ACTION_NAMES)[number];

/** Codes for a batch of a job; a batch with more coupons of holders is halved. */
const CODES = 4_000;

/**
 * A state change of many coupons, by the same SQL function as a single change.
 * @param reissues holders of disabled coupons get new codes
 */
export function couponBulkAction(action: CouponBulkActionName, reissues = false): BulkAction {
  const refusal = `coupon_refusal('${action}', k.state)`;
  return {
    permission: COUPON_MACHINE.actions[action].permission,
    auditAction: `coupon.${action.toLowerCase()}`,
    refusal: () =>
      action === 'ENABLE'
        ? `case when coupon_is_replaced(k.campaign_id, k.id) then 'replaced' else ${refusal} end`
        : refusal,
    change: (values, { reason }, actor, ids, was) => {
      const given = `g.campaign_id, g.ids, ${was?.why ?? `${values.add(reason)}::text`}, ${actor}`;
      const codes = () => makeCouponCodes(randomBytes(CODES * COUPON_CODE_LIMITS.payloadLength), '');
      const call = reissues
        ? `void_coupons(${given}, (${values.add(codes())}::text[])[g.start + 1:])`
        : `change_coupon_states('${action}', ${given})`;
      return `(select c.* from (
        select p.campaign_id, array_agg(p.id) as ids, (sum(count(*)) over (order by p.campaign_id) - count(*))::int as start
        from picked p where p.id = any(${ids}) group by 1 order by 1) g cross join lateral ${call} c)`;
    },
  };
}
