import { AppError, ERROR_CODES } from '@backcounter/domain';
import { translateDatabaseError } from '../../db/database-error.ts';

/**
 * The form in which oidc-provider answers that the database can't be used now (RFC 6749, section 4.1.2.1), for any other
 * error the error itself. It is no class of the library, which is loaded with the first sign-in.
 */
export function asProviderError(error: unknown): unknown {
  const known = translateDatabaseError(error);
  if (!(known instanceof AppError) || ERROR_CODES[known.code] !== 503) return error;
  return Object.assign(new Error('temporarily_unavailable', { cause: error }), {
    name: 'TemporarilyUnavailable',
    error: 'temporarily_unavailable',
    error_description: 'try again',
    statusCode: 503,
    // The answer has this error, and a status, which a redirect would hide.
    expose: true,
    allow_redirect: false,
  });
}
