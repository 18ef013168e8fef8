import type { AuthSDK } from '@backcounter/auth';
import { createAtom } from '@tanstack/react-store';

const endsAtMs = createAtom<number | null>(null);

/** When the session ends, once its last minute has begun and renewal has failed so far; null otherwise. */
export const sessionEnding = {
  endsAtMs,
  watch(auth: Pick<AuthSDK, 'onTokenExpiring' | 'getAccessToken' | 'getSnapshot' | 'subscribe'>): void {
    auth.onTokenExpiring(async () => {
      // Joins the renewal that has just started; while the provider can't be reached it resolves to the previous token.
      const token = await auth.getAccessToken().catch(() => null);
      const { user } = auth.getSnapshot();
      if (user?.expiresAt && user.accessToken === token) endsAtMs.set(user.expiresAt * 1000);
    });
    auth.subscribe(() => endsAtMs.set(null));
  },
};
