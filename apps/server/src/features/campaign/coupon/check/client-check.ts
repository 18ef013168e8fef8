import { couponCodeKey, foldCouponCode, formatCouponCode, normaliseCouponCode } from '@backcounter/domain';
import { callFunction } from '../../../../db/call-function.ts';
import { SYSTEM_CALLER } from '../../../../db/system-actor.ts';
import { type RequestContext, requireScope } from '../../../../graphql/request-context.ts';
import { networkOf } from '../../../../ports/client-network.ts';
import { withoutCard } from '../../../../references/member-card.ts';
import { isMember } from '../../../../references/segments.ts';
import { checkFields, findParty, type RedeemInput } from '../../redemption/redemption.service.ts';
import { type CouponCheck, campaignOf, findByKey, type JudgedRule, rulesOf } from './coupon-check.ts';

/**
 * Checks a code for a machine client: the same outcome as a redemption now, without a hold. Wrong codes count as tries.
 * @throws AppError `field.invalid`, `record.not-found` (account or store), `access.denied` (address without the scope),
 * and as `withoutCard`
 */
export async function checkAsClient(context: RequestContext, given: Omit<RedeemInput, 'key'>): Promise<CouponCheck> {
  const { caller, db } = context;
  checkFields(caller, { ...given, key: 'check' });
  if (given.consumerAddress != null) requireScope(caller, 'coupon.forward-address');
  const input = await withoutCard(context, given, null);
  const { accountId, storeId } = await findParty(db, input);
  const key = couponCodeKey(input.code);
  const judge = (inSegment: boolean | null) =>
    callFunction(db, 'check_coupon', {
      with_code: key,
      for_account: accountId,
      at_store: storeId,
      with_order: input.orderMinor ?? null,
      with_currency: input.currency ?? null,
      claims_first: input.isFirstOrder ?? null,
      by_client: caller.sub,
      from_address: input.consumerAddress == null ? null : networkOf(input.consumerAddress),
      is_member: inSegment,
    }) as Promise<JudgedRule[]>;
  let judged = await judge(null);
  const segmentId = judged.find(({ rule }) => rule === 'SEGMENT')?.detail['segmentId'];
  if (typeof segmentId === 'string')
    judged = await judge((await isMember(context, segmentId, { accountId, firebaseId: null }, SYSTEM_CALLER)) === true);
  const rules = rulesOf(judged, { hasAccount: true, hasOrder: input.orderMinor != null });
  // Not for a code of another account.
  const isKnown = judged.some(({ rule, passed }) => rule === 'KNOWN' && passed === true);
  const found = isKnown && key !== null ? await findByKey(context, key) : null;
  const normalised = normaliseCouponCode(input.code);
  return {
    normalised,
    formatted: key === null ? null : formatCouponCode(found?.code ?? normalised),
    kind: found?.kind ?? foldCouponCode(input.code)?.kind ?? null,
    isWellFormed: key !== null,
    meant: [],
    coupon: null,
    campaign: campaignOf(found),
    rules,
    verdict: rules.find(({ isDecisive }) => isDecisive)?.refusal ?? null,
  };
}
