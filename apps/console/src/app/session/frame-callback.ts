import { readConfig } from '../../lib/settings/config.ts';
import { createAuth } from './auth.ts';

/**
 * Callback of /silent (in a hidden frame) and /popup: passes the provider's answer to the waiting page, and redirects a
 * person who opened the page directly.
 */
export async function handFrameAnswer(path: '/silent' | '/popup'): Promise<void> {
  const auth = createAuth(readConfig(document, window.location.origin), {});
  const isAwaited = await (path === '/silent' ? auth.handleSilentCallback() : auth.handlePopupCallback());
  if (!isAwaited) window.location.replace('/');
}
