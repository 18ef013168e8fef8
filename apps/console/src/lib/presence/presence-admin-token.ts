import type { AuthSDK } from '@backcounter/auth';
import { loadInBackground } from '../api/graphql-client.ts';
import { adminTokenQuery } from './presence.operations.ts';
import type { AdminTokens } from './presence-sign-in.ts';

/** A request without an answer after this time has failed; a late answer counts all the same (ruling 80). */
const PATIENCE_MS = 10_000;

/**
 * The admin token in the user state: one request to the server at a time, and stored only for the person it was made
 * for. `onFailed` hears of every failure, whenever it comes.
 */
export function adminTokensOf(
  { userState, getSnapshot }: Pick<AuthSDK, 'userState' | 'getSnapshot'>,
  onFailed: (cause: unknown) => void,
): AdminTokens {
  let asking: Promise<string | null> | null = null;
  const ask = async (): Promise<string | null> => {
    const { user } = getSnapshot();
    if (user === null || user.roles.length === 0) return null;
    const { sub } = user.profile;
    const answer = await loadInBackground(adminTokenQuery, { user_id: sub });
    if (getSnapshot().user?.profile.sub !== sub) return null;
    userState.setAdminToken(answer.getFirebaseAdminToken);
    return userState.adminToken;
  };
  const patiently = (answer: Promise<string | null>) =>
    new Promise<string | null>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('No answer within 10 s')), PATIENCE_MS);
      answer.then(resolve, reject).finally(() => clearTimeout(timer));
      answer.catch(onFailed);
    });
  return {
    held: () => userState.adminToken,
    fetch: () => {
      asking ??= patiently(ask()).finally(() => {
        asking = null;
      });
      return asking;
    },
  };
}
