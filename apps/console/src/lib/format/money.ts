import { currencyExponent } from '@backcounter/domain';
import { directionOf } from '@backcounter/i18n';
import { formatPercent, numberFormat } from './formats.ts';

/**
 * An amount in minor units in the language's format, with the decimals of its currency: "€86,412.50", "€20", "¥800".
 */
export function formatMoney(minor: number, currency: string, locale: string): string {
  const exponent = currencyExponent(currency);
  const format = numberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
    trailingZeroDisplay: 'stripIfInteger',
  });
  const amount = decimalText(minor, exponent) as Intl.StringNumericLiteral;
  if (directionOf(locale) === 'ltr') return format.format(amount);
  // Keep letters and sign of a currency ("US$") together in right-to-left text.
  return format
    .formatToParts(amount)
    .map(({ type, value }) => (type === 'currency' ? `\u2066${value}\u2069` : value))
    .join('');
}

/** A share in basis points: "15%", "12.5%". */
export function formatBasisPoints(basisPoints: number, locale: string): string {
  return formatPercent(basisPoints / 10_000, locale, 2);
}

/** `86412.50` for 8641250 with two decimals; exact, whatever the size. */
export function decimalText(minor: number, exponent: number): string {
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0');
  const sign = minor < 0 ? '-' : '';
  return exponent === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** Minor units of a number with at most this many decimals; undefined if it has more. */
export function minorOf(value: number, exponent: number): number | undefined {
  const minor = Math.round(value * 10 ** exponent);
  // Equal decimals are the same number; a tolerance would not work for large ones.
  return Number.isSafeInteger(minor) && minor / 10 ** exponent === value ? minor : undefined;
}
