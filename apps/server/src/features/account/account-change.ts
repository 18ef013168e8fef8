import type { AccountPatch } from '@backcounter/domain';
import type { AuditChanges } from '../../audit/record-audit.ts';

/** Fields of an account that hold personal data; their values are kept apart in the audit trail. */
export const PERSONAL_FIELDS: ReadonlySet<string> = new Set([
  'firebaseId',
  'displayName',
  'email',
  'phone',
  'birthDate',
]);

/** Column of each field that staff may change. */
export const ACCOUNT_COLUMNS = {
  displayName: 'display_name',
  email: 'email',
  phone: 'phone_e164',
  countryCode: 'country_code',
  areaId: 'area_id',
  locale: 'locale',
  timezone: 'timezone',
  birthDate: 'birth_date',
  pushConsent: 'push_consent',
} as const satisfies Readonly<Record<keyof AccountPatch, string>>;

type PatchField = keyof typeof ACCOUNT_COLUMNS;
export const PATCH_FIELDS = Object.keys(ACCOUNT_COLUMNS) as PatchField[];

/** An account's columns that a change is about. */
export type AccountColumns = Readonly<Record<(typeof ACCOUNT_COLUMNS)[PatchField], unknown>> & {
  readonly email_verified: boolean;
};

/** What a patch does to an account. */
export interface AccountChange {
  /** Values to write, by column. */
  readonly columns: Readonly<Record<string, unknown>>;
  readonly changes: AuditChanges;
  readonly personalChanges: AuditChanges;
}

/** The effect of a patch, with what follows from it; null when everything is so already. */
export function accountChange(current: AccountColumns, patch: AccountPatch, now: Date): AccountChange | null {
  const changed = PATCH_FIELDS.filter(
    (field) => patch[field] !== undefined && patch[field] !== current[ACCOUNT_COLUMNS[field]],
  );
  if (changed.length === 0) return null;
  const changes: Record<string, readonly [unknown, unknown]> = {};
  const personalChanges: Record<string, readonly [unknown, unknown]> = {};
  const columns: Record<string, unknown> = {};
  for (const field of changed) {
    columns[ACCOUNT_COLUMNS[field]] = patch[field];
    const before = current[ACCOUNT_COLUMNS[field]];
    (PERSONAL_FIELDS.has(field) ? personalChanges : changes)[field] = [before, patch[field]];
  }
  if (changed.includes('email') && current.email_verified) {
    columns['email_verified'] = false;
    changes['emailVerified'] = [true, false];
  }
  if (changed.includes('pushConsent')) columns['push_consent_at'] = now;
  return { columns, changes, personalChanges };
}
