import { readConfig } from '../lib/config.ts';
import { createAuth } from './auth.ts';

/** /silent (in a hidden frame) and /popup only hand the provider's answer to the page that waits for it. */
export async function handFrameAnswer(path: '/silent' | '/popup'): Promise<void> {
  const auth = createAuth(readConfig(document, window.location.origin), { recall: () => '/' });
  await auth.start();
  if (path === '/silent') await auth.handleSilentCallback();
  else await auth.handlePopupCallback();
}
