import type { AuthSDK } from '@backcounter/auth';
import { request } from '../api/graphql-client.ts';
import { adminTokenQuery } from './presence.operations.ts';
import type { AdminTokens } from './presence-sign-in.ts';

/**
 * The admin token in the user state: one request to the server at a time, and stored only for the person it was made
 * for.
 */
export function adminTokensOf({ userState, getSnapshot }: Pick<AuthSDK, 'userState' | 'getSnapshot'>): AdminTokens {
  let asking: Promise<string | null> | null = null;
  const ask = async (): Promise<string | null> => {
    const { user } = getSnapshot();
    if (user === null || user.roles.length === 0) return null;
    const { sub } = user.profile;
    const answer = await request(adminTokenQuery, { user_id: sub }, { errorsShown: 'in-log' });
    if (getSnapshot().user?.profile.sub !== sub) return null;
    userState.setAdminToken(answer.getFirebaseAdminToken);
    return userState.adminToken;
  };
  return {
    held: () => userState.adminToken,
    fetch: () => {
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
  };
}
