import { AppError, COUPON_TRANSITIONS, type CouponState, reason as reasonRule } from '@backcounter/domain';
import { recordAudit } from '../../../audit/record-audit.ts';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { couponNotFound } from './coupon-access.ts';
import type { CouponKey } from './coupon-record.ts';

/** The coupon that somebody looked at, and why it is to change. */
export interface CouponChange extends CouponKey {
  readonly expectedVersion: number;
  readonly reason?: string | null | undefined;
}

/**
 * Stops a coupon from being reserved; what is held already may still be confirmed.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `reason.required`, `field.invalid`
 */
export async function disableCoupon(context: RequestContext, change: CouponChange): Promise<void> {
  await changeState(context, change, 'DISABLED', requireReason(change.reason));
}

/** Lets a coupon be used again. @throws AppError as `disableCoupon` does, but for the reason */
export async function enableCoupon(context: RequestContext, change: CouponChange): Promise<void> {
  await changeState(context, change, 'ACTIVE', optionalReason(change.reason));
}

async function changeState(
  context: RequestContext,
  { campaignId, id, expectedVersion }: CouponChange,
  to: CouponState,
  reason: string | null,
): Promise<void> {
  const { db, caller } = context;
  const row =
    isUuid(id) && isUuid(campaignId)
      ? await db
          .selectFrom('coupon')
          .select(['state', 'disabled_reason', 'version'])
          .where('campaign_id', '=', campaignId)
          .where('id', '=', id)
          .forNoKeyUpdate()
          .executeTakeFirst()
      : undefined;
  if (row === undefined) throw couponNotFound();
  if (row.version !== expectedVersion) throw conflict(id, row);
  if (!COUPON_TRANSITIONS[row.state].includes(to)) {
    throw new AppError('state.invalid-transition', {
      message: 'This is not possible in the present state of the coupon.',
      details: { from: row.state, to, allowed: COUPON_TRANSITIONS[row.state] },
    });
  }
  const disabledReason = to === 'DISABLED' ? reason : null;
  await db
    .updateTable('coupon')
    .set(({ eb }) => ({
      state: to,
      disabled_reason: disabledReason,
      version: eb('version', '+', 1),
      updated_at: eb.fn('now'),
      updated_by: caller.sub,
    }))
    .where('campaign_id', '=', campaignId)
    .where('id', '=', id)
    .execute();
  await recordAudit(context, {
    action: to === 'DISABLED' ? 'coupon.disable' : 'coupon.enable',
    entityType: 'coupon',
    entityId: id,
    outcome: 'DONE',
    reason,
    changes: { state: [row.state, to], disabledReason: [row.disabled_reason, disabledReason] },
  });
}

function conflict(
  id: string,
  row: { readonly state: CouponState; readonly disabled_reason: string | null; readonly version: number },
) {
  return new AppError('record.conflict', {
    message: 'Somebody else has changed this coupon.',
    details: { current: { id, state: row.state, disabledReason: row.disabled_reason, version: row.version } },
  });
}

/** A reason that somebody has stated. @throws AppError `reason.required`, `field.invalid` */
export function requireReason(text: string | null | undefined): string {
  const stated = optionalReason(text);
  if (stated !== null) return stated;
  throw new AppError('reason.required', {
    message: 'A reason is required.',
    details: { fields: { reason: [{ rule: 'required' }] } },
  });
}

/** @throws AppError `field.invalid` */
export function optionalReason(text: string | null | undefined): string | null {
  if ((text ?? '').trim() === '') return null;
  const parsed = reasonRule.safeParse(text);
  if (parsed.success) return parsed.data;
  throw fieldsInvalid({ reason: [{ rule: 'too-long' }] });
}
