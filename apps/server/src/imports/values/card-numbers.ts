import { withPlainDigits } from './digits.ts';

/** Stands for a number that was removed. A cell with it is refused like the number. */
export const REMOVED_CARD = '••••';

const PHONE_MAX = 15;
const DIGITS = { min: 13, max: 19 } as const;
const MAY_HAVE = /\p{Nd}(?:[\s\p{Pd}]?\p{Nd}){12}/u;
const RUNS = /\p{Nd}(?:[\s\p{Pd}]?\p{Nd}){12,}/gu;

/** Whether a text has a number with the length and check digit of a payment card, perhaps with spaces or dashes. */
export function hasCardNumber(text: string): boolean {
  return text.includes(REMOVED_CARD) || withoutCardNumbers(text) !== text;
}

/** A text with such numbers removed. */
export function withoutCardNumbers(text: string): string {
  if (text.length < DIGITS.min || !MAY_HAVE.test(text)) return text;
  return text.replace(RUNS, (run, at: number) => {
    const digits = withPlainDigits(run);
    // At most 15 digits behind a plus are a phone number.
    const isPhone = text[at - 1] === '+' && digits.replaceAll(/\D/g, '').length <= PHONE_MAX;
    return !isPhone && hasCard(digits) ? REMOVED_CARD : run;
  });
}

/** Whether some of the groups of a run of digits are a card number together. */
function hasCard(run: string): boolean {
  const groups = run.split(/\D/);
  return groups.some((_group, start) => {
    let digits = '';
    return groups.slice(start, start + DIGITS.max).some((group) => {
      digits += group;
      return digits.length >= DIGITS.min && digits.length <= DIGITS.max && isCard(digits);
    });
  });
}

/** Luhn's check. Cards never begin with 0. */
function isCard(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 48;
    const value = place % 2 === 0 ? digit : digit * 2;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0 && digits[0] !== '0';
}
