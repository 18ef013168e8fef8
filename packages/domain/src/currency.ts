import { z } from 'zod';

/** Decimal places of the currencies of ISO 4217 that have not two. Browsers are no source: theirs follow custom, not the standard. */
const EXPONENTS: Readonly<Record<string, number>> = {
  ...places(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...places(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...places(4, 'CLF UYW'),
};

/** Code of a currency (ISO 4217). Breaks rule `currency`. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/, { error: 'currency' });

/** How many decimal places the minor unit of a currency is away from its unit: 2 for EUR, 0 for JPY, 3 for KWD (ISO 4217). */
export function currencyExponent(currency: string): number {
  return EXPONENTS[currency] ?? 2;
}

function places(exponent: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, exponent]));
}
