import { AppError, COUPON_MACHINE, type CouponState } from '@backcounter/domain';
import { type AuditChanges, recordAudit } from '../../../audit/record-audit.ts';
import { refuseState, statedReason } from '../../../crud/state-change.ts';
import { callFunction } from '../../../db/call-function.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import type { CouponBulkActionName } from './bulk/coupon-bulk-action.ts';
import { couponNotFound } from './coupon-access.ts';
import type { CouponKey } from './coupon-record.ts';

/** A coupon, the version that the caller has seen, and the reason for the change. */
export interface CouponChange extends CouponKey {
  readonly expectedVersion: number;
  readonly reason?: string | null | undefined;
}

/** @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `reason.required`, `field.invalid` */
export async function changeCouponState(
  context: RequestContext,
  action: CouponBulkActionName,
  { campaignId, id, expectedVersion, reason: given }: CouponChange,
): Promise<void> {
  const reason = statedReason(COUPON_MACHINE.actions[action].reason, given ?? null);
  const { db, caller, now } = context;
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
  refuseState(COUPON_MACHINE, action, row, now);
  const [changed] = await callFunction(db, 'change_coupon_states', {
    action,
    campaign: campaignId,
    ids: [id],
    why: reason,
    by_sub: caller.sub,
  });
  if (changed?.refusal != null) {
    throw new AppError('state.invalid-transition', { message: 'Its holder has got a new code, which can be enabled.' });
  }
  await recordAudit(context, {
    action: `coupon.${action.toLowerCase()}`,
    entityType: 'coupon',
    entityId: id,
    outcome: 'DONE',
    reason,
    changes: changed?.changes as AuditChanges,
  });
}

function conflict(
  id: string,
  row: { readonly state: CouponState; readonly disabled_reason: string | null; readonly version: number },
) {
  return new AppError('record.conflict', {
    message: 'Someone else has changed this coupon.',
    details: { current: { id, state: row.state, disabledReason: row.disabled_reason, version: row.version } },
  });
}
