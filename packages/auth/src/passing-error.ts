import { ErrorResponse, ErrorTimeout } from 'oidc-client-ts';

/**
 * True for transient errors: a lost network, a timeout or a failing provider. An OAuth error code is final. Internal.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof ErrorTimeout) return true;
  if (error instanceof ErrorResponse)
    return error.error === 'server_error' || error.error === 'temporarily_unavailable';
  if (error instanceof DOMException) return error.name === 'TimeoutError' || error.name === 'AbortError';
  // fetch reports a lost network as a TypeError; the library reports an answer without an OAuth error as "… (503)".
  return error instanceof TypeError || (error instanceof Error && /\((5\d\d|429)\)/.test(error.message));
}
