import { ErrorResponse } from 'oidc-client-ts';
import { AuthError } from './auth.error.ts';
import { isPassing } from './passing-error.ts';

/** Error codes of a provider that can't continue without showing a page (specification, section 8). */
const ANONYMOUS_SESSION = new Set<string | null>([
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
]);

/** Translates the library's errors to `AuthError`. Internal. */
export function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof ErrorResponse) {
    const kind =
      error.error === 'access_denied'
        ? 'access-denied'
        : ANONYMOUS_SESSION.has(error.error)
          ? 'interaction-required'
          : 'provider-error';
    return new AuthError(kind, error.message, { cause: error, code: error.error });
  }
  const message = error instanceof Error ? error.message : String(error);
  const isFull = error instanceof Error && /quota/i.test(error.name);
  const kind = isFull ? 'storage-full' : isPassing(error) ? 'unreachable' : 'invalid-response';
  return new AuthError(kind, message, { cause: error });
}
