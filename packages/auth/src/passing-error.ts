import { ErrorResponse, ErrorTimeout } from 'oidc-client-ts';

/** A lost network, a time-out or a provider in trouble passes; an answer with an OAuth error code doesn't. Internal. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ErrorTimeout) return true;
  if (error instanceof ErrorResponse)
    return error.error === 'server_error' || error.error === 'temporarily_unavailable';
  if (error instanceof DOMException) return error.name === 'TimeoutError' || error.name === 'AbortError';
  // fetch reports a lost network as a TypeError; the library words an answer without an OAuth error as "… (503)".
  return error instanceof TypeError || (error instanceof Error && /\((5\d\d|429)\)/.test(error.message));
}
