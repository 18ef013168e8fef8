import { z } from 'zod';
import { COUPON_CODE_LIMITS, foldSymbols, normaliseCouponCode } from './coupon-code.ts';

/** Reserved words, since people would mistake them for something else. */
const RESERVED_WORDS = [
  'ADMIN',
  'BACKCOUNTER',
  'CANCEL',
  'CODE',
  'COUPON',
  'COUPONS',
  'CREDIT',
  'DELETE',
  'DEMO',
  'DISCOUNT',
  'ERROR',
  'EXAMPLE',
  'FALSE',
  'HELP',
  'INVALID',
  'LOGIN',
  'MARKETING',
  'NONE',
  'NULL',
  'OFFICIAL',
  'PASSWORD',
  'PIN',
  'PROMO',
  'PROMOCODE',
  'REFUND',
  'ROOT',
  'SAMPLE',
  'STAFF',
  'SUPPORT',
  'SYSTEM',
  'TEST',
  'TRUE',
  'UNDEFINED',
  'VOUCHER',
].map(foldSymbols);

/**
 * The code that all followers of a streamer use: 4 to 10 letters and digits, as displayed. Breaks the rules
 * `shared-code` and `reserved-word`. The server rejects offensive words (rule `offensive`).
 */
export const sharedCode = z
  .string()
  .transform(normaliseCouponCode)
  .pipe(
    z
      .string()
      .regex(new RegExp(`^[0-9A-Z]{${COUPON_CODE_LIMITS.sharedMinLength},${COUPON_CODE_LIMITS.sharedMaxLength}}$`), {
        error: 'shared-code',
      })
      .refine((code) => !RESERVED_WORDS.includes(foldSymbols(code)), { error: 'reserved-word' }),
  );
