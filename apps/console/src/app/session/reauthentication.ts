import type { AuthSDK } from '@backcounter/auth';

/**
 * Signs the same person in again without leaving the page, if the provider still knows them, so that their input is
 * kept. Returns a new access token, or null if the page must be left. Simultaneous calls share one attempt.
 */
export function createReauthentication(auth: Pick<AuthSDK, 'signInSilently'>): () => Promise<string | null> {
  const attempt = async () => {
    console.info('Session expired');
    try {
      return (await auth.signInSilently())?.accessToken ?? null;
    } catch (cause) {
      console.warn('Signing in again without leaving the page:', cause);
      return null;
    }
  };
  let running: Promise<string | null> | null = null;
  return () => {
    running ??= attempt().finally(() => {
      running = null;
    });
    return running;
  };
}
