import type { AuthSDK } from '@backcounter/auth';

let endsAtMs: number | null = null;
const listeners = new Set<() => void>();

function set(next: number | null): void {
  if (next === endsAtMs) return;
  endsAtMs = next;
  for (const listener of listeners) listener();
}

/** When the session ends, once its last minute has begun and it could not be renewed yet; null otherwise. */
export const sessionEnding = {
  endsAtMs: () => endsAtMs,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  watch(auth: Pick<AuthSDK, 'onTokenExpiring' | 'getAccessToken' | 'getSnapshot' | 'subscribe'>): void {
    auth.onTokenExpiring(async () => {
      // Takes part in the renewal that has just begun; while the provider can't be reached it resolves to the token of before.
      const token = await auth.getAccessToken().catch(() => null);
      const { user } = auth.getSnapshot();
      if (user?.expiresAt && user.accessToken === token) set(user.expiresAt * 1000);
    });
    auth.subscribe(() => set(null));
  },
};
