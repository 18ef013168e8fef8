import { type AccountPatch, accountRecord } from '@backcounter/domain';
import { parseFields } from '../../crud/field-input.ts';
import { changeOf, type RecordChange, storedFields } from '../../crud/record-fields.ts';

/** Entered fields of an account, as columns. */
export const ACCOUNT_FIELDS = storedFields(accountRecord, { phone: 'phone_e164' });

/** A patch, checked by the rules of the domain. @throws AppError `field.invalid` with problems under `patch.<field>` */
export function parseAccountPatch(input: object): AccountPatch {
  return parseFields(accountRecord.patch, input, 'patch.');
}

/** Columns with their values, as `edit_accounts` takes them; columns without a field are not in its changes. */
export function editedFields(columns: Readonly<Record<string, unknown>>) {
  return Object.entries(columns).map(([column, value]) => {
    const field = ACCOUNT_FIELDS.find((each) => each.column === column);
    return { column, value, ...(field && { name: field.name, isPersonal: field.isPersonal === true }) };
  });
}

/** The effect of a patch including derived columns; null when it changes nothing. */
export function accountChange(
  current: Readonly<Record<string, unknown>>,
  patch: AccountPatch,
  now: Date,
): RecordChange | null {
  const change = changeOf(ACCOUNT_FIELDS, current, patch);
  if (change === null) return null;
  const columns = { ...change.columns };
  const changes = { ...change.changes };
  if ('email' in columns && current['email_verified'] === true) {
    columns['email_verified'] = false;
    changes['emailVerified'] = [true, false];
  }
  if ('push_consent' in columns) columns['push_consent_at'] = now;
  return { ...change, columns, changes };
}
