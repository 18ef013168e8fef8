import type { MetadataService, User } from 'oidc-client-ts';
import type { UserProfile } from './signed-in-user.ts';

const TIMEOUT_MS = 10_000;

/**
 * The provider's user info (OpenID Connect Core, 5.3). Claims of a person other than the ID token's are rejected.
 * Internal.
 * @throws Error with the reason; its text ends in the HTTP status in parentheses, if there was one
 */
export async function fetchUserInfo(user: User, metadata: MetadataService): Promise<UserProfile> {
  const address = await metadata.getUserInfoEndpoint();
  const answer = await fetch(address, {
    headers: { authorization: `Bearer ${user.access_token}`, accept: 'application/json' },
    credentials: 'omit',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`User info was refused (${answer.status})`);
  const claims: unknown = JSON.parse(await answer.text());
  if (!isProfile(claims)) throw new Error('User info is missing a subject claim');
  if (claims.sub !== user.profile.sub) throw new Error('User info is about another person');
  return claims;
}

function isProfile(claims: unknown): claims is UserProfile {
  return typeof claims === 'object' && claims !== null && 'sub' in claims && typeof claims.sub === 'string';
}
