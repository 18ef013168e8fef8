import type { CampaignReward } from '@backcounter/domain';
import { formatBasisPoints, formatMoney } from '../../lib/format/money.ts';
import type { CellFormats } from '../../listing/list-definition.ts';

/** The fields of a campaign that describe its reward. */
export interface RewardTerms {
  readonly rewardType: CampaignReward;
  readonly percentBp?: number | null;
  readonly amountMinor?: number | null;
  readonly points?: number | null;
  /** Name of the gift in the reader's language. */
  readonly gift?: string | null;
  readonly currency?: string | null;
  readonly maxDiscountMinor?: number | null;
}

/** A code's reward as text: "15% off, up to €20". A part that is not chosen yet is omitted. */
export function rewardWords(terms: RewardTerms, { t, locale }: Pick<CellFormats, 't' | 'locale'>): string {
  const { rewardType, percentBp, amountMinor, points, gift, currency, maxDiscountMinor } = terms;
  const nothing = t(`campaign.reward.${rewardType}`);
  switch (rewardType) {
    case 'PERCENT': {
      if (percentBp == null) return nothing;
      const share = formatBasisPoints(percentBp, locale);
      return maxDiscountMinor == null || currency == null
        ? t('campaign.reward.percent', { share })
        : t('campaign.reward.percent-to', { share, most: formatMoney(maxDiscountMinor, currency, locale) });
    }
    case 'AMOUNT':
      return amountMinor == null || currency == null
        ? nothing
        : t('campaign.reward.amount', { amount: formatMoney(amountMinor, currency, locale) });
    case 'POINTS':
      return points == null ? nothing : t('campaign.reward.points', { count: points });
    case 'GIFT':
      return gift ? t('campaign.reward.gift', { gift }) : nothing;
  }
}

/** The short form: "15%, max €20"; only its name for a gift. */
export function shortRewardWords(terms: RewardTerms, formats: Pick<CellFormats, 't' | 'locale'>): string {
  const { rewardType, percentBp, gift, currency, maxDiscountMinor } = terms;
  if (rewardType === 'GIFT' && gift) return gift;
  if (rewardType !== 'PERCENT' || percentBp == null || maxDiscountMinor == null || currency == null)
    return rewardWords(terms, formats);
  const { t, locale } = formats;
  const most = formatMoney(maxDiscountMinor, currency, locale);
  return t('campaign.reward.percent-most', { share: formatBasisPoints(percentBp, locale), most });
}
