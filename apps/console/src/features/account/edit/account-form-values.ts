import { accountFields } from '../../../lib/record/record-fields.ts';
import { enteredValues } from '../../../records/form/entered-fields.tsx';
import type { FormValues } from '../../../records/form/field-map.ts';
import type { AccountRecord } from '../use-account.ts';

/** Fields that the server derives from others. */
export const DERIVED_FIELDS: ReadonlySet<string> = new Set(['emailVerified']);

/** Values of the account form. */
export type AccountValues = FormValues<typeof accountFields>;

/** Initial values of the account form. */
export function accountFormValues(account: AccountRecord): AccountValues {
  const { country, area, isContactMasked } = account;
  return {
    // Fields that this person may not see are not in the form, so that no hidden value is overwritten.
    ...enteredValues(accountFields, account, ({ permission }) => permission === undefined || !isContactMasked),
    countryCode: country.code,
    areaId: area?.id ?? null,
  };
}

/**
 * Reports whether sending the old values restores the account. It would not for a verified address, which would become
 * unverified, nor for a consent, which would get today's date.
 */
export function isUndoable(patch: Partial<AccountValues>, account: Pick<AccountRecord, 'emailVerified'>): boolean {
  return !('pushConsent' in patch) && !('email' in patch && account.emailVerified);
}
