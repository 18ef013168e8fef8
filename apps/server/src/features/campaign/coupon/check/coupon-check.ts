import {
  type CouponCodeKind,
  couponCodeKey,
  foldCouponCode,
  formatCouponCode,
  lookAlikeKeys,
  normaliseCouponCode,
  type RedemptionRefusal,
  type RedemptionRule,
} from '@backcounter/domain';
import { sql } from 'kysely';
import { fieldsInvalid } from '../../../../crud/field-input.ts';
import { type RequestContext, requireScope } from '../../../../graphql/request-context.ts';
import { isUuid } from '../../../../listing/list-filter.ts';
import { isMember } from '../../../../references/segments.ts';

/** A typed code with account, store and order. Rules without their values are not checked. */
export interface CheckInput {
  readonly code: string;
  readonly accountId?: string | null | undefined;
  /** The number that support reads on the phone, instead of the id. */
  readonly accountNumber?: number | null | undefined;
  readonly firebaseId?: string | null | undefined;
  /** For machine clients only. */
  readonly card?: string | null | undefined;
  readonly storeId?: string | null | undefined;
  readonly storeSid?: string | null | undefined;
  readonly currency?: string | null | undefined;
  /** For machine clients only. */
  readonly consumerAddress?: string | null | undefined;
  /** Minor units of the campaign's currency. */
  readonly orderMinor?: number | null | undefined;
  /** Whether the app would report a first order; default true. */
  readonly isFirstOrder?: boolean | null | undefined;
}

/** Outcome of one rule. NOT_JUDGED: it needs a value that was not given, or there is no such coupon. */
type CheckOutcome = 'FAILED' | 'NOT_JUDGED' | 'PASSED';

/** One rule of a redemption. */
export interface CheckedRule {
  readonly rule: RedemptionRule;
  readonly outcome: CheckOutcome;
  /** Outcome of a redemption that only this rule refuses. */
  readonly refusal: RedemptionRefusal | null;
  /** Whether it is the first failed rule, which decides the outcome. Later rules are not reached. */
  readonly isDecisive: boolean;
  readonly isReached: boolean;
  /** Figures that it was checked by. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** A code and the outcome of redeeming it now. */
export interface CouponCheck {
  readonly normalised: string;
  /** Null unless well-formed. */
  readonly formatted: string | null;
  readonly kind: CouponCodeKind | null;
  readonly isWellFormed: boolean;
  /** Similar existing codes, if its check symbol is wrong. */
  readonly meant: readonly string[];
  readonly coupon: { readonly id: string; readonly campaignId: string } | null;
  readonly campaign: {
    readonly id: string;
    readonly code: string;
    readonly name: string;
    readonly status: string;
    readonly currency: string | null;
  } | null;
  readonly rules: readonly CheckedRule[];
  readonly verdict: RedemptionRefusal | null;
}

/** A rule as the database checks it. */
export interface JudgedRule {
  readonly rule: RedemptionRule;
  readonly passed: boolean | null;
  readonly outcome: RedemptionRefusal | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Rules that need an account. */
const OF_ACCOUNT: ReadonlySet<RedemptionRule> = new Set(['OWNER', 'FIRST_ORDER', 'ACCOUNT_USES', 'ACCOUNT', 'SEGMENT']);

/**
 * Checks a code with the same SQL function as a redemption; changes nothing.
 * @throws AppError `field.invalid` for an unknown account or store, `access.denied` (address, card)
 */
export async function checkCoupon(context: RequestContext, input: CheckInput): Promise<CouponCheck> {
  if (input.consumerAddress != null) requireScope(context.caller, 'coupon.forward-address');
  if (input.card != null) requireScope(context.caller, 'coupon.check');
  const normalised = normaliseCouponCode(input.code);
  const folded = foldCouponCode(input.code);
  const key = couponCodeKey(input.code);
  const found = key === null ? null : await findByKey(context, key);
  // A code of others has no check symbol, so it is right if it exists.
  const isWellFormed = folded !== null || found !== null;
  const accountId = await findAccount(context, input);
  const storeId = await findStore(context, input);
  const { orderMinor = null, currency = null, isFirstOrder } = input;
  const judge = async (inSegment: boolean | null) => {
    const { rows } = await sql<JudgedRule>`
      select rule, passed, outcome, detail from redemption_check(${isWellFormed ? key : null}, ${accountId}, ${storeId}, ${orderMinor}, ${currency},
        ${isFirstOrder ?? true}, null, null, now(), ${inSegment}) order by place`.execute(context.db);
    return rows;
  };
  let judged = await judge(null);
  const segmentId = judged.find(({ rule }) => rule === 'SEGMENT')?.detail['segmentId'];
  // Null where the caller may not use the segment: whether an account is in it must not show.
  if (typeof segmentId === 'string' && accountId !== null)
    judged = await judge(await isMember(context, segmentId, { accountId, firebaseId: null }, context.caller));
  const rules = rulesOf(judged, { hasAccount: accountId !== null, hasOrder: orderMinor !== null });
  return {
    normalised,
    formatted: isWellFormed ? formatCouponCode(found?.code ?? normalised) : null,
    kind: found?.kind ?? folded?.kind ?? null,
    isWellFormed,
    meant: isWellFormed ? [] : await existing(context, lookAlikeKeys(input.code)),
    coupon: found && { id: found.id, campaignId: found.campaignId },
    campaign: campaignOf(found),
    rules,
    verdict: rules.find(({ isDecisive }) => isDecisive)?.refusal ?? null,
  };
}

/** The rules with their outcomes; the first failed one is decisive. */
export function rulesOf(
  judged: readonly JudgedRule[],
  said: { readonly hasAccount: boolean; readonly hasOrder: boolean },
): CheckedRule[] {
  let isReached = true;
  return judged.map(({ rule, passed, outcome, detail }) => {
    const isSaid = (said.hasAccount || !OF_ACCOUNT.has(rule)) && (said.hasOrder || rule !== 'ORDER');
    const isJudged = isSaid && passed !== null;
    const isFailed = isJudged && !passed;
    const checked: CheckedRule = {
      rule,
      outcome: isJudged ? (passed ? 'PASSED' : 'FAILED') : 'NOT_JUDGED',
      refusal: isFailed ? outcome : null,
      isDecisive: isFailed && isReached,
      isReached,
      detail,
    };
    if (isFailed) isReached = false;
    return checked;
  });
}

interface FoundCoupon {
  readonly id: string;
  readonly code: string;
  readonly kind: CouponCodeKind;
  readonly campaignId: string;
  readonly campaignCode: string;
  readonly campaignName: string;
  readonly campaignStatus: string;
  readonly campaignCurrency: string | null;
}

/** The campaign of a coupon. */
export function campaignOf(found: FoundCoupon | null): CouponCheck['campaign'] {
  return (
    found && {
      id: found.campaignId,
      code: found.campaignCode,
      name: found.campaignName,
      status: found.campaignStatus,
      currency: found.campaignCurrency,
    }
  );
}

/** The coupon with a code, and its campaign. */
export async function findByKey({ db }: RequestContext, key: string): Promise<FoundCoupon | null> {
  const { rows } = await sql<FoundCoupon>`
    select k.id, k.code, c.code_mode::text as kind, c.id as "campaignId", c.code as "campaignCode", c.name as "campaignName",
      c.currency as "campaignCurrency", campaign_status_now(c.id, c.state, c.starts_at, c.ends_at)::text as "campaignStatus"
    from coupon k join campaign c on c.id = k.campaign_id where k.code_key = ${key}`.execute(db);
  return rows[0] ?? null;
}

/** Formatted codes of the keys that exist. */
async function existing({ db }: RequestContext, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db.selectFrom('coupon').select('code').where('code_key', 'in', keys).orderBy('code').execute();
  return rows.map(({ code }) => formatCouponCode(code));
}

async function findAccount({ db }: RequestContext, input: CheckInput): Promise<string | null> {
  const { accountId, accountNumber, firebaseId } = input;
  const query = db.selectFrom('account').select('id');
  if (accountId != null) {
    const found = isUuid(accountId) ? await query.where('id', '=', accountId).executeTakeFirst() : undefined;
    return known('accountId', found);
  }
  if (accountNumber != null)
    return known('accountNumber', await query.where('public_no', '=', accountNumber).executeTakeFirst());
  if (firebaseId != null)
    return known('firebaseId', await query.where('firebase_id', '=', firebaseId).executeTakeFirst());
  return null;
}

async function findStore({ db }: RequestContext, { storeId, storeSid }: CheckInput): Promise<string | null> {
  const query = db.selectFrom('store').select('id');
  if (storeId != null)
    return known('storeId', isUuid(storeId) ? await query.where('id', '=', storeId).executeTakeFirst() : undefined);
  if (storeSid != null) return known('storeSid', await query.where('sid', '=', storeSid).executeTakeFirst());
  return null;
}

function known(field: string, found: { readonly id: string } | undefined): string {
  if (found === undefined) throw fieldsInvalid({ [field]: [{ rule: 'unknown' }] });
  return found.id;
}
