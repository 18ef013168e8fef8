import type { MessageKey } from '@backcounter/i18n';
import type { MessagesHook } from '@backcounter/i18n/react';
import { formatInstant } from '../format/dates.ts';
import { RequestError, type RequestErrorCode } from './request-error.ts';

/** Message key of an error code; a code without a text fails the type check here. */
export function errorKey(code: RequestErrorCode): MessageKey {
  return `error.${code}` satisfies MessageKey;
}

/** Message key for any thrown value. */
export function errorKeyOf(error: unknown): MessageKey {
  return errorKey(error instanceof RequestError ? error.code : 'unexpected');
}

/** Text for any thrown value, with the retry time of a limit where it is known. */
export function errorWords(
  error: unknown,
  { t, locale, timeZone }: Pick<MessagesHook, 't' | 'locale' | 'timeZone'>,
): string {
  const retryAt = error instanceof RequestError ? error.details.retryAt : undefined;
  const time = formatInstant(retryAt, { locale, timeZone });
  if (time === null) return t(errorKeyOf(error));
  return t(errorKeyOf(error) === 'error.rate.limited' ? 'error.rate.retry-at' : 'error.disclosure.retry-at', { time });
}
