import type { User } from 'oidc-client-ts';

/** Claims of the signed-in person that the product uses (specification, section 3). */
export interface UserProfile {
  /** Subject: the id of the person at the provider. */
  readonly sub: string;
  readonly name?: string;
  readonly email?: string;
  /** URL of an administration page outside the product. */
  readonly admin_url?: string;
  /** `language-COUNTRY` that the person prefers. */
  readonly preferred_language_key?: string;
  readonly [claim: string]: unknown;
}

/** The signed-in user (specification, section 3). Immutable: a renewal makes a new one. */
export interface SignedInUser {
  readonly idToken: string | null;
  readonly sessionState: string | null;
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly tokenType: string;
  readonly scope: string | null;
  readonly profile: UserProfile;
  /** Expiry of the access token in seconds since 1970; null when the provider doesn't send it. */
  readonly expiresAt: number | null;
  /** The strings in the list at `rolesPath`, filtered by `knownRoles` if the host sets them. */
  readonly roles: readonly string[];
}

/** Converts the library's user. Internal. */
export function signedInUserOf(user: User, rolesPath: string, knownRoles?: readonly string[]): SignedInUser {
  return {
    idToken: user.id_token ?? null,
    sessionState: user.session_state,
    accessToken: user.access_token,
    refreshToken: user.refresh_token ?? null,
    tokenType: user.token_type,
    scope: user.scope ?? null,
    profile: user.profile,
    expiresAt: user.expires_at ?? null,
    roles: rolesAt(user.profile, rolesPath).filter((role) => knownRoles?.includes(role) ?? true),
  };
}

/**
 * Reads the list of strings at a dotted path of own properties; for the path `scope` the space-separated text of RFC
 * 6749. Anything else on the way (a prototype's property, a string instead of a list) yields an empty list.
 */
export function rolesAt(profile: unknown, path: string): readonly string[] {
  let value: unknown = profile;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key)) return [];
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  // The only claim whose list is a text (RFC 6749, section 3.3), for providers that express rights as scopes.
  if (path === 'scope' && typeof value === 'string') return value.split(' ').filter((entry) => entry !== '');
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}
