import { type Exposure, worstCaseExposure } from '@backcounter/domain';
import { formatMoney } from '../../../lib/format/money.ts';
import { placeOfZone } from '../../../lib/format/zoned-words.ts';
import type { CellFormats } from '../../../listing/list-definition.ts';
import { rewardWords } from '../campaign-reward.ts';
import { windowWords } from '../campaign-window.ts';
import type { campaignInput } from './campaign-form-values.ts';

/** A campaign as input of the API. */
export type Terms = ReturnType<typeof campaignInput>;

/** Incomplete input, such as half a point, counts as no value yet. */
export const whole = (value: number | string | null): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** Maximum cost of a campaign with the form's present values. */
export function exposureOf(terms: Terms): Exposure {
  return worstCaseExposure({
    rewardType: terms.rewardType ?? 'PERCENT',
    amountMinor: whole(terms.amountMinor),
    points: whole(terms.points),
    currency: terms.currency,
    maxDiscountMinor: whole(terms.maxDiscountMinor),
    // Each streamer has one shared code, so there are at most as many as streamers.
    coupons: terms.codeMode === 'SHARED' ? Math.max(1, terms.streamers.length) : (whole(terms.couponsLimit) ?? 1),
    perCouponLimit: whole(terms.perCouponLimit) ?? 1,
    redemptionsLimit: whole(terms.redemptionsLimit),
    budgetMinor: whole(terms.budgetMinor),
  });
}

/** The maximum cost as text: money, points or a number of gifts. */
export function exposureWords(
  exposure: Exposure,
  terms: Terms,
  { t, locale }: Pick<CellFormats, 't' | 'locale'>,
): string {
  const currency = terms.currency;
  switch (terms.rewardType) {
    case 'POINTS':
      return t('campaign.exposure.points', { count: exposure.points });
    case 'GIFT':
      return t('campaign.exposure.gifts', { count: exposure.uses });
    default:
      return exposure.discountMinor === null || currency === null
        ? t('campaign.exposure.none')
        : formatMoney(exposure.discountMinor, currency, locale);
  }
}

/** How many of the possible uses the maximum cost is for: all, or those that the budget covers. */
export function usesWords(
  { uses }: Pick<Exposure, 'uses'>,
  terms: Terms,
  { t, figure }: Pick<CellFormats, 't' | 'figure'>,
): string {
  const { rewardType } = terms;
  const budget = rewardType === 'PERCENT' || rewardType === 'AMOUNT' ? whole(terms.budgetMinor) : null;
  const each = whole(rewardType === 'AMOUNT' ? terms.amountMinor : terms.maxDiscountMinor);
  if (budget === null || (each !== null && budget >= each * uses)) return t('campaign.exposure.uses', { count: uses });
  if (each === null) return t('campaign.budget.any');
  const covered = Math.floor(budget / each);
  return t('campaign.budget.covers', { count: covered, covered: figure(covered), uses: figure(uses) });
}

/** The rules of a campaign in sentences, as staff at checkout would say them. */
export function ruleSentences(terms: Terms, gift: string | null, formats: CellFormats): readonly string[] {
  const { t, locale } = formats;
  const count = (key: 'campaign.rule.each-code' | 'campaign.rule.each-account' | 'campaign.rule.uses', value: number) =>
    t(key, { count: value });
  const currency = terms.currency;
  const least = whole(terms.minOrderMinor);
  const uses = whole(terms.redemptionsLimit);
  const budget = whole(terms.budgetMinor);
  const coupons = whole(terms.couponsLimit);
  const { startsAt, endsAt, timezone } = terms;
  const [areas, stores, partners] = [terms.areaIds.length, terms.storeIds.length, terms.streamers.length];
  return [
    rewardWords(
      {
        rewardType: terms.rewardType ?? 'PERCENT',
        percentBp: whole(terms.percentBp),
        amountMinor: whole(terms.amountMinor),
        maxDiscountMinor: whole(terms.maxDiscountMinor),
        points: whole(terms.points),
        currency,
        gift,
      },
      formats,
    ),
    least !== null && currency !== null
      ? t('campaign.rule.least', { amount: formatMoney(least, currency, locale) })
      : t('campaign.rule.any-order'),
    ...(terms.firstOrderOnly === true ? [t('campaign.rule.first-order')] : []),
    ...(startsAt && endsAt && timezone
      ? [
          t('campaign.rule.window', {
            window: windowWords({ startsAt, endsAt, timezone }, formats),
            zone: placeOfZone(timezone),
          }),
        ]
      : []),
    areas + stores > 0
      ? t('campaign.rule.places', { areas, stores })
      : currency === null
        ? t('campaign.rule.everywhere')
        : t('campaign.rule.everywhere-in', { currency }),
    terms.codeMode === 'SHARED' ? t('campaign.rule.shared') : t('campaign.rule.unique', { count: coupons ?? 0 }),
    count('campaign.rule.each-code', whole(terms.perCouponLimit) ?? 1),
    count('campaign.rule.each-account', whole(terms.perAccountLimit) ?? 1),
    ...(uses === null ? [] : [count('campaign.rule.uses', uses)]),
    ...(budget === null || currency === null
      ? []
      : [t('campaign.rule.budget', { amount: formatMoney(budget, currency, locale) })]),
    ...(partners === 0 ? [] : [t('campaign.rule.streamers', { count: partners })]),
  ];
}
