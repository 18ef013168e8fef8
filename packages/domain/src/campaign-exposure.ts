import { CAMPAIGN_LIMITS, type CampaignReward } from './campaign.ts';
import { currencyExponent } from './values/currency.ts';

/** The terms that determine the worst-case cost of a campaign. */
export interface ExposureTerms {
  readonly rewardType: CampaignReward;
  readonly amountMinor: number | null;
  readonly points: number | null;
  readonly currency: string | null;
  readonly maxDiscountMinor: number | null;
  /** Most codes of the campaign, existing or still to be generated. */
  readonly coupons: number;
  readonly perCouponLimit: number;
  readonly redemptionsLimit: number | null;
  readonly budgetMinor: number | null;
}

/** The worst-case cost of a campaign. */
export interface Exposure {
  /** Uses of codes. */
  readonly uses: number;
  /** Money in minor units; null: no ceiling. 0 where the reward is not money. */
  readonly discountMinor: number | null;
  /** Points; 0 where the reward is not points. */
  readonly points: number;
  /** An administrator has to start it, with a reason: it has no ceiling, gives points, or exceeds a manager's limit. */
  readonly needsAdmin: boolean;
}

/** The worst case: every code used as often as allowed, at the largest discount, within the budget. */
export function worstCaseExposure(terms: ExposureTerms): Exposure {
  const possible = terms.coupons * terms.perCouponLimit;
  const uses = Math.min(possible, terms.redemptionsLimit ?? possible);
  const points = terms.rewardType === 'POINTS' ? toNumber(BigInt(uses) * BigInt(terms.points ?? 0)) : 0;
  const discountMinor = largestSum(terms, uses);
  const alone = CAMPAIGN_LIMITS.exposureAlone * 10 ** currencyExponent(terms.currency ?? '');
  return { uses, discountMinor, points, needsAdmin: points > 0 || discountMinor === null || discountMinor > alone };
}

function largestSum(
  { rewardType, amountMinor, maxDiscountMinor, budgetMinor }: ExposureTerms,
  uses: number,
): number | null {
  if (rewardType !== 'PERCENT' && rewardType !== 'AMOUNT') return 0;
  const largest = rewardType === 'AMOUNT' ? amountMinor : maxDiscountMinor;
  if (largest === null) return budgetMinor;
  const sum = BigInt(uses) * BigInt(largest);
  return budgetMinor !== null && BigInt(budgetMinor) < sum ? budgetMinor : toNumber(sum);
}

/** Clamps to the largest safe integer, far beyond any real amount. */
function toNumber(sum: bigint): number {
  return sum > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(sum);
}
