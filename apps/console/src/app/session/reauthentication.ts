import type { AuthSDK } from '@backcounter/auth';

/**
 * Signs the same person in again without leaving the page, where the provider still knows them: what they have typed stays as it is.
 * Answers with a new access token, null where the page must be left. Any number of calls at once are one attempt.
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
