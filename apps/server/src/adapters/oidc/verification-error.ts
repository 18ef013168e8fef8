import { AppError } from '@backcounter/domain';
import { errors } from 'jose';

/** What the token is to blame for is 401; that the keys can't be had is not. */
export function translateVerificationError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof errors.JWTExpired) return new AppError('session.expired', { cause });
  const isProviderDown =
    !(cause instanceof errors.JOSEError) || cause instanceof errors.JWKSTimeout || cause instanceof errors.JWKSInvalid;
  // A key set that answers another status is JOSEError itself, not one of its kinds.
  if (isProviderDown || (cause instanceof errors.JOSEError && cause.code === 'ERR_JOSE_GENERIC')) {
    return new AppError('service.unavailable', { cause, details: { retryAfterSeconds: 5 } });
  }
  return new AppError('session.required', { cause });
}
