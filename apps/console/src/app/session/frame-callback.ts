import { readConfig } from '../../lib/settings/config.ts';
import { createAuth } from './auth.ts';

/** /silent (in a hidden frame) and /popup only hand the provider's answer to the page that waits for it; a person who opens them is led on. */
export async function handFrameAnswer(path: '/silent' | '/popup'): Promise<void> {
  const auth = createAuth(readConfig(document, window.location.origin), {});
  const isAwaited = await (path === '/silent' ? auth.handleSilentCallback() : auth.handlePopupCallback());
  if (!isAwaited) window.location.replace('/');
}
