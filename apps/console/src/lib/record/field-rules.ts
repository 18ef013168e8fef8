import type { MessageKey } from '@backcounter/i18n';
import { isKey } from '../settings/message-key.ts';

/** The text of a rule of a field, or of a cell of a file; the general one for a rule of a newer server. */
export function fieldRuleKey(rule: string): MessageKey {
  const key = `error.field.${rule}`;
  return isKey(key) ? key : 'error.field.invalid';
}

/** True for a rule with its own text. */
export const isFieldRule = (rule: string): boolean => isKey(`error.field.${rule}`);
