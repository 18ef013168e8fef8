import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberWithError,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min';
import type { Parsed } from '../import-definition.ts';
import { withPlainDigits } from './digits.ts';

const E164 = /^\+[1-9]\d{6,14}$/;
/** A number that a spreadsheet has shortened: its last digits are lost. */
const ROUNDED = /^\d([.,]\d+)?E\+?\d+$/i;

/**
 * The number of a text as E.164; national numbers are of a country. Breaks the rules `phone-country`, `phone-extension`, `phone-invalid`,
 * `phone-long`, `phone-rounded`, `phone-short` and `phone-e164`.
 */
export function parsePhone(given: string, country: string | null): Parsed {
  if (E164.test(given)) return { value: given };
  const text = withPlainDigits(given)
    .replace(/^tel:/i, '')
    .trim()
    .replace(/^\(?00(?=[1-9])/, '+')
    .replace(/^\+\s*00/, '+');
  if (ROUNDED.test(text)) return { problem: { rule: 'phone-rounded' } };
  if (!/^[\d\s+().,/\-–‑·;x#a-z=:]+$/i.test(text) || !/\d{2}/.test(text)) return { problem: { rule: 'phone-e164' } };
  const isNational = !text.startsWith('+');
  const known = country !== null && isSupportedCountry(country) ? (country as CountryCode) : undefined;
  if (isNational && known === undefined) return { problem: { rule: 'phone-country' } };
  const options = { ...(known !== undefined && { defaultCountry: known }), extract: false };
  try {
    const number = parsePhoneNumberWithError(text.replaceAll(/[/·‑–]/g, ' '), options);
    if (number.ext !== undefined) return { problem: { rule: 'phone-extension', suggestion: number.number } };
    const length = validatePhoneNumberLength(number.number);
    if (length === 'TOO_SHORT') return { problem: { rule: 'phone-short' } };
    if (length === 'TOO_LONG') return { problem: { rule: 'phone-long' } };
    if (!E164.test(number.number) || !number.isPossible() || (isNational && !number.isValid()))
      return {
        problem: {
          rule: 'phone-invalid',
          params: { country: number.country ?? known ?? `+${number.countryCallingCode}` },
        },
      };
    return { value: number.number };
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    const rule = reason === 'TOO_SHORT' ? 'phone-short' : reason === 'TOO_LONG' ? 'phone-long' : 'phone-e164';
    return { problem: { rule } };
  }
}
