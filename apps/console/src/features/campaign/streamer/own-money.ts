import type { OwnFiguresQuery } from '../../../generated/graphql.ts';
import { formatList } from '../../../lib/format/formats.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { addDays, wallTimeOf } from '../../../lib/format/zoned-time.ts';

/** The calling streamer, with their figures. */
export type OwnStreamer = NonNullable<OwnFiguresQuery['myStreamer']>;
type Period = OwnStreamer['months'][number];

/** An amount of commission. */
export interface Commission {
  readonly currency: string;
  readonly minor: number;
}

/** Sums of commission by currency, the largest first; without those of zero. */
export function commissionOf(figures: readonly Pick<Period, 'currency' | 'commissionMinor'>[]): readonly Commission[] {
  const sums = new Map<string, number>();
  for (const { currency, commissionMinor } of figures)
    if (currency != null) sums.set(currency, (sums.get(currency) ?? 0) + commissionMinor);
  return [...sums]
    .map(([currency, minor]) => ({ currency, minor }))
    .filter(({ minor }) => minor !== 0)
    .sort((one, other) => other.minor - one.minor);
}

/** "€412.60, SEK 120"; null without any. */
export function commissionWords(sums: readonly Commission[], locale: string): string | null {
  if (sums.length === 0) return null;
  const words = sums.map(({ currency, minor }) => formatMoney(minor, currency, locale));
  return formatList(words, locale, 'unit', 'short');
}

/** Today in the person's time zone. */
export const todayIn = (timeZone: string): string => wallTimeOf(new Date().toISOString(), timeZone).slice(0, 10);

/** Periods of one month, by its first day. */
export const inMonth = (periods: readonly Period[], month: string): readonly Period[] =>
  periods.filter(({ from }) => from.slice(0, 7) === month.slice(0, 7));

/** The same days of the month before, up to its last one. */
export function daysBefore(today: string): { readonly from: string; readonly to: string } {
  const last = addDays(`${today.slice(0, 8)}01`, -1);
  const from = `${last.slice(0, 8)}01`;
  const same = `${last.slice(0, 8)}${today.slice(8)}`;
  return { from, to: same < last ? same : last };
}

/** The best month of a currency before this one; undefined without one. */
export function bestMonth(months: readonly Period[], currency: string, today: string): Period | undefined {
  return months
    .filter(
      (month) => month.currency === currency && month.from.slice(0, 7) < today.slice(0, 7) && month.commissionMinor > 0,
    )
    .sort((one, other) => other.commissionMinor - one.commissionMinor)[0];
}
