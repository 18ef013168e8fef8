import { formatMoney } from '../../../lib/format/money.ts';
import type { CellFormats } from '../../../listing/list-definition.ts';

/** The fields of a prize that its texts need. */
export interface SaidPrize {
  readonly title: string;
  readonly quantity: number;
  readonly kind: string;
  readonly points?: number | null;
  readonly campaign?: { readonly code: string } | null;
  readonly valueMinor?: number | null;
  readonly currency?: string | null;
}

type Formats = Pick<CellFormats, 't' | 'locale'>;

/** Quantity and title: "3 × 50,000 points". */
export function prizeTitle({ title, quantity }: Pick<SaidPrize, 'title' | 'quantity'>, { t }: Formats): string {
  return quantity === 1 ? title : t('giveaway.prize.many', { count: quantity, title });
}

/** The kind of a prize (points, a campaign's code, or an item) with its value. */
export function prizeNature(prize: SaidPrize, { t, locale }: Formats): string {
  const { kind, points, campaign, valueMinor, currency } = prize;
  const nature =
    kind === 'POINTS' && points != null
      ? t('giveaway.prize.points', { count: points })
      : kind === 'COUPON' && campaign
        ? t('giveaway.prize.coupon', { code: campaign.code })
        : t(kind === 'COUPON' ? 'giveaway.prize.kind.COUPON' : 'giveaway.prize.kind.PHYSICAL');
  return valueMinor == null || currency == null
    ? nature
    : t('giveaway.prize.worth', { nature, value: formatMoney(valueMinor, currency, locale) });
}
