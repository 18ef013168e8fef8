import { AppError } from '@backcounter/domain';
import { errors } from 'jose';

/** Translates a verification error: 401 for a bad token, 503 if the keys are unavailable. */
export function translateVerificationError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof errors.JWTExpired) return new AppError('session.expired', { cause });
  const isProviderDown =
    !(cause instanceof errors.JOSEError) || cause instanceof errors.JWKSTimeout || cause instanceof errors.JWKSInvalid;
  // For an unexpected status of the key set, jose throws JOSEError itself.
  if (isProviderDown || (cause instanceof errors.JOSEError && cause.code === 'ERR_JOSE_GENERIC')) {
    return new AppError('service.unavailable', { cause, details: { retryAfterSeconds: 5 } });
  }
  return new AppError('session.required', { cause });
}
