import { SessionMonitor } from 'oidc-client-ts';
import type { OidcUserManager } from './oidc-user-manager.ts';

/** The page's first requests take precedence over the provider's frame. */
const DELAY_MS = 1_000;

/**
 * Watches the provider's session through its check_session_iframe, every 2 s (specification, section 9); a sign-out
 * there raises `userSignedOut`. Returns the function that prevents the start; once started, it stops when the manager
 * is unloaded. Internal.
 */
export function watchProviderSession(manager: OidcUserManager): () => void {
  const timer = setTimeout(() => new SessionMonitor(manager), DELAY_MS);
  return () => clearTimeout(timer);
}
