import type { MessageKey } from '@backcounter/i18n';
import type { accountFields } from '../../lib/record/record-fields.ts';

/** Label of an editable field. */
export function accountLabelKey(field: keyof typeof accountFields) {
  return `account.field.${field}` as const satisfies MessageKey;
}
