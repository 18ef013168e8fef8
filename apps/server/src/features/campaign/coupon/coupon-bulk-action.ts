import type { BulkAction, BulkChange } from '../../../jobs/bulk-action.ts';
import { optionalReason, requireReason } from './coupon-state.service.ts';

interface CouponBulkAction extends BulkAction {
  /** @throws AppError `reason.required`, `field.invalid` */
  checkReason(reason: string | null): string | null;
}

/** What may be done with many coupons at once, by the name that the API and stored jobs have for it. */
export const COUPON_BULK_ACTIONS = {
  DISABLE: {
    permission: 'coupon.change-state',
    auditAction: 'coupon.disable',
    checkReason: requireReason,
    refusal: () => `case when k.state = 'DISABLED' then 'already-disabled' end`,
    change: (values, { reason }, actor) => stateChange('DISABLED', `${values.add(reason)}::text`, actor),
  },
  ENABLE: {
    permission: 'coupon.change-state',
    auditAction: 'coupon.enable',
    checkReason: optionalReason,
    refusal: () => `case when k.state = 'ACTIVE' then 'already-active' end`,
    change: (_values, _options, actor) => stateChange('ACTIVE', 'null::text', actor),
  },
} as const satisfies Readonly<Record<string, CouponBulkAction>>;
export type CouponBulkActionName = keyof typeof COUPON_BULK_ACTIONS;
/** The names, sorted. */
export const COUPON_BULK_ACTION_NAMES = Object.keys(COUPON_BULK_ACTIONS) as CouponBulkActionName[];

/** SQL that gives coupons a state; `reason` and `actor` are placeholders. */
function stateChange(to: 'ACTIVE' | 'DISABLED', reason: string, actor: string): BulkChange {
  return {
    before: ['state', 'disabled_reason'],
    target: null,
    effect: `
      update coupon k set state = '${to}', disabled_reason = ${reason}, version = k.version + 1, updated_at = now(), updated_by = ${actor}
      from ruled r where k.campaign_id = r.campaign_id and k.id = r.id and r.refusal is null
      returning k.id, jsonb_build_object(
        'state', jsonb_build_array(r.state, '${to}'),
        'disabledReason', jsonb_build_array(r.disabled_reason, ${reason})) as changes`,
  };
}
