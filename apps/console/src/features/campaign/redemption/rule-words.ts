import { REDEMPTION_OUTCOMES, type RedemptionOutcome } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import type { CheckCouponQuery } from '../../../generated/graphql.ts';
import { formatList } from '../../../lib/format/formats.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { closesWords, zonedWords } from '../../../lib/format/zoned-words.ts';
import type { CellFormats } from '../../../listing/list-definition.ts';

const isOutcome = (code: string): code is RedemptionOutcome =>
  (REDEMPTION_OUTCOMES as readonly string[]).includes(code);

/** The reason of a refusal as text; its code if only a newer server knows it. */
export function outcomeWords(code: string, t: CellFormats['t']): string {
  return isOutcome(code) ? t(`coupon.outcome.${code}`) : code;
}

type Rule = CheckCouponQuery['checkCoupon']['rules'][number];

/** Labels of the rule figures that are shown. */
const FIGURES = {
  startsAt: 'campaign.field.startsAt',
  endsAt: 'campaign.field.endsAt',
  validFrom: 'coupon.field.validFrom',
  validUntil: 'coupon.field.validUntil',
  orderMinor: 'coupon.redemption.field.order',
  minOrderMinor: 'campaign.field.minOrderMinor',
  discountMinor: 'coupon.redemption.field.given',
  used: 'coupon.rule.figure.used',
  reserved: 'coupon.status.RESERVED',
  limit: 'coupon.rule.figure.limit',
  usedMinor: 'campaign.budget.used',
  budgetMinor: 'campaign.field.budgetMinor',
  // Includes holds.
  redemptions: 'coupon.rule.figure.used',
  redemptionsLimit: 'campaign.field.redemptionsLimit',
  tries: 'coupon.rule.figure.tries',
} as const satisfies Readonly<Record<string, MessageKey>>;

/** In reading order: a start before its end. */
const FIGURE_NAMES = Object.keys(FIGURES) as readonly (keyof typeof FIGURES)[];

/** Figures behind a rule's outcome: "Order: €30 · Smallest order: €50"; null if there are none. */
export function ruleDetailWords({ detail }: Rule, currency: string | null, formats: CellFormats): string | null {
  if (typeof detail !== 'object' || detail === null) return null;
  const { t, locale } = formats;
  const given = detail as Readonly<Record<string, unknown>>;
  const parts = FIGURE_NAMES.flatMap((name) => {
    const value = given[name];
    if (value === null || value === undefined) return [];
    const words = figureWords(name, value, currency, formats);
    return words === null ? [] : [t('coupon.rule.figure.is', { name: t(FIGURES[name]), value: words })];
  });
  return parts.length === 0 ? null : formatList(parts, locale, 'unit', 'short');
}

function figureWords(name: string, value: unknown, currency: string | null, formats: CellFormats): string | null {
  if (typeof value === 'number') {
    return name.endsWith('Minor') && currency !== null
      ? formatMoney(value, currency, formats.locale)
      : formats.figure(value);
  }
  if (typeof value !== 'string') return null;
  if (Number.isNaN(Date.parse(value))) return value;
  const isEnd = name === 'endsAt' || name === 'validUntil';
  return (isEnd ? closesWords : zonedWords)(value, formats.timeZone, formats.locale);
}
