import { z } from 'zod';

/**
 * Decimal places of the ISO 4217 currencies that do not have two. `Intl` is no source: its figures follow usage, not
 * the standard.
 */
const EXPONENTS: Readonly<Record<string, number>> = {
  ...places(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...places(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...places(4, 'CLF UYW'),
};

/** Code of a currency (ISO 4217). Breaks rule `currency`. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/, { error: 'currency' });

/** Decimal places of a currency's minor unit (ISO 4217): 2 for EUR, 0 for JPY, 3 for KWD. */
export function currencyExponent(currency: string): number {
  return EXPONENTS[currency] ?? 2;
}

function places(exponent: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, exponent]));
}
