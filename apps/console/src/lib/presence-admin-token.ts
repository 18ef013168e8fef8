import type { AuthSDK } from '@backcounter/auth';
import { request } from './graphql-client.ts';
import { adminTokenQuery } from './presence.operations.ts';
import type { AdminTokens } from './presence-sign-in.ts';

/** The admin token in the user state: asked of the server once at a time, and kept only for the person it was made for. */
export function adminTokensOf({ userState }: Pick<AuthSDK, 'userState'>): AdminTokens {
  let asking: Promise<string | null> | null = null;
  const ask = async (): Promise<string | null> => {
    const sub = userState.logged?.profile.sub;
    if (sub === undefined) return null;
    const answer = await request(adminTokenQuery, { user_id: sub }, { isQuiet: true });
    if (userState.logged?.profile.sub !== sub) return null;
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
