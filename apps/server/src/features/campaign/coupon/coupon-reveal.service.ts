import { COUPON_ORDER_LIMITS, couponCodeKey, formatCouponCode } from '@backcounter/domain';
import { CompiledQuery } from 'kysely';
import { disclose } from '../../../audit/disclosure.ts';
import { recordAudit } from '../../../audit/record-audit.ts';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { SqlValues } from '../../../listing/list-definition.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { couponNotFound, couponRows } from './coupon-access.ts';
import type { CouponKey } from './coupon-record.ts';

/** A whole code. */
export interface RevealedCoupon {
  readonly id: string;
  readonly code: string;
  /** In groups for reading. */
  readonly formatted: string;
}

/**
 * Reveals the whole codes of some coupons, in the requested order, with an audit row for each. All of them or none.
 * @throws AppError `record.not-found`, also if the caller may not see one; `field.invalid` for none or too many;
 *   `disclosure.limit-reached`
 */
export async function revealCoupons(
  context: RequestContext,
  campaignId: string,
  ids: readonly string[],
): Promise<RevealedCoupon[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (wanted.length === 0) throw fieldsInvalid({ ids: [{ rule: 'required' }] });
  if (wanted.length > COUPON_ORDER_LIMITS.revealMax) throw fieldsInvalid({ ids: [{ rule: 'too-many' }] });
  if (!isUuid(campaignId) || !wanted.every(isUuid)) throw couponNotFound();
  const values = new SqlValues();
  const conditions = [`k.campaign_id = ${values.add(campaignId)}::uuid`, `k.id = any(${values.add(wanted)}::uuid[])`];
  const own = couponRows(context.caller);
  if (own !== null) conditions.push(own.condition(values));
  // A revealed code counts as distributed from its first reveal.
  const text = `with found as (select k.campaign_id, k.id from coupon k where ${conditions.join(' and ')} order by k.id for no key update)
    update coupon k set distributed_at = coalesce(k.distributed_at, now()) from found f
    where k.campaign_id = f.campaign_id and k.id = f.id returning k.id, k.code`;
  const { rows } = await context.db.executeQuery<{ id: string; code: string }>(CompiledQuery.raw(text, values.list));
  const codes = new Map(rows.map(({ id, code }) => [id, code]));
  const revealed: RevealedCoupon[] = [];
  for (const id of wanted) {
    const code = codes.get(id);
    if (code === undefined) throw couponNotFound();
    revealed.push({ id, code, formatted: formatCouponCode(code) });
    await recordAudit(context, { action: 'coupon.reveal', entityType: 'coupon', entityId: id, outcome: 'DONE' });
  }
  await disclose(context, 'CODE', revealed.length);
  return revealed;
}

/**
 * The coupon of a whole code, if the caller may see it. Each well-formed code counts as a shown one, found or not.
 * @throws AppError `disclosure.limit-reached`
 */
export async function lookUpCoupon(context: RequestContext, code: string): Promise<CouponKey | null> {
  const key = couponCodeKey(code);
  if (key === null) return null;
  await disclose(context, 'CODE', 1);
  const values = new SqlValues();
  const own = couponRows(context.caller);
  const conditions = [`k.code_key = ${values.add(key)}`, ...(own === null ? [] : [own.condition(values)])];
  const text = `select k.campaign_id as "campaignId", k.id from coupon k where ${conditions.join(' and ')}`;
  const { rows } = await context.db.executeQuery<CouponKey>(CompiledQuery.raw(text, values.list));
  return rows[0] ?? null;
}
