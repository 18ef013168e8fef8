import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { timezone } from './timezone.ts';

/** Limits of a store's texts. */
export const STORE_LIMITS = {
  sidMaxLength: 12,
  nameMaxLength: 120,
  addressMaxLength: 200,
  cityMaxLength: 120,
  postalCodeMaxLength: 16,
  /** People in a store that are listed by name. */
  visitorsMax: 100,
  /** Sids of which the names are asked at once. */
  namesMax: 200,
} as const;

/** Permanent name of a store in presence entries and at its tills. Breaks rule `store-sid`. */
export const storeSid = z.string().regex(/^[A-Z0-9]{6,12}$/, { error: 'store-sid' });

const text = (max: number) => z.string().trim().min(1).max(max).nullable();

/** Field rules of a store; forms, the API and imports use the same ones. The day of opening is one in the store's zone. */
export const storeFields = z.strictObject({
  sid: storeSid,
  name: z.string().trim().min(1).max(STORE_LIMITS.nameMaxLength),
  countryCode: z.string().regex(/^[A-Z]{2}$/, { error: 'unknown' }),
  areaId: z.uuid(),
  /** Without one a new store has the zone of its area. */
  timezone: timezone.optional(),
  addressLine: text(STORE_LIMITS.addressMaxLength).optional(),
  city: text(STORE_LIMITS.cityMaxLength).optional(),
  postalCode: text(STORE_LIMITS.postalCodeMaxLength).optional(),
  contactEmail: z.email({ error: 'email' }).max(LIMITS.emailMaxLength).nullable().optional(),
  contactPhone: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, { error: 'phone-e164' })
    .nullable()
    .optional(),
  openedOn: z.iso.date({ error: 'date' }).nullable().optional(),
});
