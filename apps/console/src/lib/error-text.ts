import type { MessageKey } from '@backcounter/i18n';
import { RequestError, type RequestErrorCode } from './request-error.ts';

/** Message key of an error code; a code without a text fails the type check here. */
export function errorKey(code: RequestErrorCode): MessageKey {
  return `error.${code}` satisfies MessageKey;
}

/** Message key for anything thrown. */
export function errorKeyOf(error: unknown): MessageKey {
  return errorKey(error instanceof RequestError ? error.code : 'unexpected');
}
