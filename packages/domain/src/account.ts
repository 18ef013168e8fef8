import { z } from 'zod';
import { defineRecord } from './record.ts';
import { birthDay } from './values/day.ts';
import { LIMITS } from './values/limits.ts';
import { localeTag } from './values/localized-text.ts';
import { timezone } from './values/timezone-rule.ts';

/** Limits of an account's records. */
export const ACCOUNT_LIMITS = {
  noteMaxLength: 2000,
  /** Minutes within which the author of a note may retract it without a reason. */
  noteRetractMinutes: 15,
  /** Days without a token from its app after which a device counts as stale. */
  deviceStaleDays: 30,
  /** Days after which the token of such a device has expired. */
  deviceExpiredDays: 270,
  /** Days after which a closed account whose owner asked for erasure is erased. */
  erasureDelayDays: 30,
} as const;

/** Account: the fields that people enter. Texts are trimmed; an empty text becomes null. */
export const accountRecord = defineRecord('account', {
  displayName: {
    kind: 'TEXT',
    group: 'person',
    description: 'Display name.',
    rule: z.string().trim().min(1).max(LIMITS.displayNameMaxLength).nullable(),
    isPersonal: true,
    example: 'Ada Stone',
  },
  email: {
    kind: 'TEXT',
    group: 'contact',
    isColumn: true,
    description: 'Email address; unique.',
    rule: z.email({ error: 'email' }).max(LIMITS.emailMaxLength).nullable(),
    isPersonal: true,
    permission: 'account.read-contact',
    example: 'ada.stone@example.org',
  },
  phone: {
    kind: 'TEXT',
    group: 'contact',
    isColumn: true,
    description: 'Phone number, E.164.',
    rule: z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/, { error: 'phone-e164' })
      .nullable(),
    isPersonal: true,
    permission: 'account.read-contact',
    example: '+4930123456',
  },
  countryCode: {
    kind: 'TEXT',
    group: 'place',
    shownAs: 'country',
    isBulk: true,
    description: 'Country, ISO 3166-1 alpha-2.',
    rule: z.string().regex(/^[A-Z]{2}$/),
    example: 'DE',
  },
  areaId: {
    kind: 'ID',
    group: 'place',
    shownAs: 'area',
    isBulk: true,
    description: 'Area of the country.',
    rule: z.uuid().nullable(),
  },
  locale: {
    kind: 'TEXT',
    group: 'place',
    isColumn: true,
    isBulk: true,
    description: 'Language of its notifications, such as `de-DE`.',
    rule: localeTag,
    example: 'de-DE',
  },
  timezone: {
    kind: 'TEXT',
    group: 'place',
    isBulk: true,
    description: 'IANA time zone, such as `Europe/Berlin`.',
    rule: timezone,
    example: 'Europe/Berlin',
  },
  birthDate: {
    kind: 'DATE',
    group: 'person',
    description: 'Date of birth.',
    rule: birthDay.nullable(),
    isPersonal: true,
    example: '1990-12-31',
  },
  pushConsent: {
    kind: 'BOOLEAN',
    group: 'push',
    isColumn: true,
    description: 'Whether the person agreed to notifications of marketing topics.',
    rule: z.boolean(),
    isFilter: true,
    example: 'no',
  },
});

/** A change of an account by staff. */
export type AccountPatch = z.infer<typeof accountRecord.patch>;
/** Fields that staff set on many accounts at once. */
export type AccountBulkPatch = z.infer<typeof accountRecord.bulkPatch>;

/** A reason, kept in the audit trail. */
export const reason = z.string().trim().min(1).max(LIMITS.reasonMaxLength);
