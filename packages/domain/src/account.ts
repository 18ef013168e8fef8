import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** An account is closed by staff; erased when its personal data has been removed for good. */
export const ACCOUNT_STATES = ['ACTIVE', 'SUSPENDED', 'CLOSED', 'ERASED'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** Actions on an account, as `allowedActions` of the API names them. */
export const ACCOUNT_ACTIONS = ['EDIT', 'SUSPEND', 'REACTIVATE', 'CLOSE', 'REVEAL_CONTACT'] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];

/** From state to the states that staff may set. ERASED is reached by erasure alone. */
export const ACCOUNT_TRANSITIONS: Readonly<Record<AccountState, readonly AccountState[]>> = {
  ACTIVE: ['SUSPENDED', 'CLOSED'],
  SUSPENDED: ['ACTIVE', 'CLOSED'],
  CLOSED: ['ACTIVE'],
  ERASED: [],
};

/** A closed account may be reactivated for this many days. */
export const ACCOUNT_REOPEN_DAYS = 30;

const localePattern = /^[a-z]{2}(-[A-Z]{2})?$/;
const timezone = z.string().refine(isTimezone, { error: 'timezone' });

function isTimezone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/** Field rules of an account; forms, the API and imports use the same ones. Texts are trimmed, empty becomes null. */
export const accountFields = {
  displayName: z.string().trim().min(1).max(LIMITS.displayNameMaxLength).nullable(),
  email: z.email().max(LIMITS.emailMaxLength).nullable(),
  phone: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, { error: 'phone-e164' })
    .nullable(),
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  areaId: z.uuid().nullable(),
  locale: z.string().regex(localePattern, { error: 'locale' }),
  timezone,
  birthDate: z.iso.date().nullable(),
  pushConsent: z.boolean(),
} as const;

/** What staff may change on an account; every field is optional, unknown ones are refused. */
export const accountPatch = z.strictObject(accountFields).partial();
export type AccountPatch = z.infer<typeof accountPatch>;

/** A reason that will be kept in the audit trail. */
export const reason = z.string().trim().min(1).max(LIMITS.reasonMaxLength);
