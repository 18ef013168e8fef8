import { ERROR_CODES } from '@backcounter/domain';
import type { MessagesHook } from '@backcounter/i18n/react';
import { errorKey } from '../lib/api/error-text.ts';

/** Field of the audit trail with the reason of a refusal. */
export const REFUSAL_FIELD = 'refusal';

const isCode = (value: unknown): value is keyof typeof ERROR_CODES =>
  typeof value === 'string' && Object.hasOwn(ERROR_CODES, value);

/** Text of a refusal's reason; undefined for a code of a newer server. */
export function refusalWords(value: unknown, { t }: Pick<MessagesHook, 't'>): string | undefined {
  return isCode(value) ? t(errorKey(value)) : undefined;
}
