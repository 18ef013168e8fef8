import { accountFields } from '../../../lib/record/record-fields.ts';
import { enteredValues } from '../../../records/form/entered-fields.tsx';
import type { FieldValues } from '../../../records/form/record-merge.ts';
import type { AccountRecord } from '../use-account.ts';

/** Fields that the server decides from others. */
export const DERIVED_FIELDS: ReadonlySet<string> = new Set(['emailVerified']);

/** The values that the form of an account opens with. */
export function accountFormValues(account: AccountRecord): FieldValues {
  const { country, area, isContactMasked } = account;
  return {
    // Without the right to see them they are not in the form, so that nothing hidden can be overwritten.
    ...enteredValues(accountFields, account, ({ permission }) => permission === undefined || !isContactMasked),
    countryCode: country.code,
    areaId: area?.id ?? null,
  };
}

/**
 * True where sending the old values again leaves the account as it was: an address that was verified would come back
 * unverified, and a consent with the day of today.
 */
export function isUndoable(patch: FieldValues, account: Pick<AccountRecord, 'emailVerified'>): boolean {
  return !('pushConsent' in patch) && !('email' in patch && account.emailVerified);
}
