import { giveawayEscrowPoints, giveawayRegistrationNeed } from '@backcounter/domain';
import { formatMoney } from '../../../lib/format/money.ts';
import { closesWords, placeOfZone, zonedWords } from '../../../lib/format/zoned-words.ts';
import type { CellFormats } from '../../../listing/list-definition.ts';
import { countryWords } from '../giveaway-choices.ts';
import type { giveawayInput, PrizeTerms } from './giveaway-form-values.ts';

/** A giveaway as input of the API. */
export type Terms = ReturnType<typeof giveawayInput>;
type Formats = Pick<CellFormats, 't' | 'locale' | 'figure'>;

/** A number that can't be read counts as none. */
const numberOf = (value: number | string | null): number | null => (typeof value === 'number' ? value : null);

/** A text in a language, else in English. */
export function textOf(texts: Readonly<Record<string, string>> | null, language: string): string | null {
  return texts?.[language] ?? texts?.['en-US'] ?? null;
}

const whole = (prize: PrizeTerms) => ({
  points: typeof prize.points === 'number' ? prize.points : null,
  valueMinor: typeof prize.valueMinor === 'number' ? prize.valueMinor : null,
  quantity: typeof prize.quantity === 'number' ? prize.quantity : 0,
});

/** Points held in escrow from publication on. */
export const escrowOf = (terms: Terms): number => giveawayEscrowPoints(terms.prizes.map(whole));

/** Number of winners. */
export const winnersOf = (terms: Terms): number => terms.prizes.reduce((sum, prize) => sum + whole(prize).quantity, 0);

/** Total value of the prizes by currency. */
export function worthOf(terms: Terms, locale: string): readonly string[] {
  const sums = new Map<string, number>();
  for (const prize of terms.prizes) {
    const { valueMinor, quantity } = whole(prize);
    if (valueMinor !== null && prize.currency)
      sums.set(prize.currency, (sums.get(prize.currency) ?? 0) + valueMinor * quantity);
  }
  return [...sums].map(([currency, minor]) => formatMoney(minor, currency, locale));
}

/** Whether New York or Florida require a registration. */
export function registrationOf(terms: Terms, now = new Date()) {
  const { opensAt } = terms;
  return giveawayRegistrationNeed(
    {
      countryCodes: [...terms.countryCodes],
      prizes: terms.prizes.map(whole),
      opensAt: opensAt === null ? new Date(8.64e15) : new Date(opensAt),
    },
    now,
  );
}

/** The terms in sentences. */
export function termSentences(terms: Terms, sponsor: string | null, formats: Formats): readonly string[] {
  const { t, locale } = formats;
  const { countryCodes: countries, opensAt: opens, closesAt: closes, drawAt: draw, timezone: zone } = terms;
  const tickets = numberOf(terms.maxTicketsPerAccount) ?? 1;
  const cost = numberOf(terms.entryCostPoints) ?? 0;
  const most = numberOf(terms.maxEntries);
  const winners = winnersOf(terms);
  const alternates = numberOf(terms.alternates) ?? 0;
  const days = numberOf(terms.claimDays);
  return [
    t('giveaway.term.winners', { count: winners }),
    ...(countries.length === 0
      ? []
      : [
          t('giveaway.term.who', {
            countries: countryWords(countries, locale, 4),
            age: numberOf(terms.minAge) ?? 0,
          }),
        ]),
    t('giveaway.term.tickets', { count: tickets }),
    cost === 0 ? t('giveaway.term.free') : t('giveaway.term.cost', { count: cost }),
    ...(most === null ? [] : [t('giveaway.term.entries', { count: most })]),
    ...(opens && closes && zone
      ? [
          t('giveaway.term.window', {
            from: zonedWords(opens, zone, locale),
            to: closesWords(closes, zone, locale),
            zone: placeOfZone(zone),
          }),
        ]
      : []),
    ...(draw && zone ? [t('giveaway.term.draw', { time: zonedWords(draw, zone, locale) })] : []),
    t('giveaway.term.alternates', { count: alternates }),
    ...(days === null ? [] : [t('giveaway.term.claim', { count: days })]),
    sponsor === null ? t('giveaway.term.company') : t('giveaway.term.sponsor', { store: sponsor }),
  ];
}
