import type { MessageKey } from '@backcounter/i18n';
import type { MessagesHook } from '@backcounter/i18n/react';
import { RequestError } from '../api/request-error.ts';
import { isKey } from '../settings/message-key.ts';

/** The text of a rule of a field, or of a cell of a file; the general one for a rule of a newer server. */
export function fieldRuleKey(rule: string): MessageKey {
  const key = `error.field.${rule}`;
  return isKey(key) ? key : 'error.field.invalid';
}

/** True for a rule with its own text. */
export const isFieldRule = (rule: string): boolean => isKey(`error.field.${rule}`);

/** The text of the first field for which a request was refused; undefined if it was not for a field. */
export function refusedFieldWords(error: unknown, { t }: Pick<MessagesHook, 't'>): string | undefined {
  const [problem] = error instanceof RequestError ? Object.values(error.details.fields ?? {}).flat() : [];
  return problem && t(fieldRuleKey(problem.rule), problem.params);
}
