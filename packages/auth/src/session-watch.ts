import { SessionMonitor } from 'oidc-client-ts';
import type { OidcUserManager } from './oidc-user-manager.ts';

/** The page's own first requests go before the frame of the provider. */
const DELAY_MS = 1_000;

/**
 * Watches the provider's session through its check_session_iframe, each 2 s (specification, section 9); a sign-out there raises `userSignedOut`. Returns
 * the function that keeps it from starting; once started it stops with the manager's unload. Internal.
 */
export function watchProviderSession(manager: OidcUserManager): () => void {
  const timer = setTimeout(() => new SessionMonitor(manager), DELAY_MS);
  return () => clearTimeout(timer);
}
