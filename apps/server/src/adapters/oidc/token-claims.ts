import { MACHINE_SCOPES, parseRoles } from '@backcounter/domain';
import type { MachineClaim, StaffCaller } from '../../ports/identity.ts';

export interface ClaimRules {
  readonly clientId: string;
  /** Value that `aud` must contain; null if the token must have been issued to the console. */
  readonly audience: string | null;
  /** Dotted path of the list of roles, or `scope` for a scope string. */
  readonly rolesPath: string;
}

export type Claims = Readonly<Record<string, unknown>>;

/** Whether a token is meant for this product: by audience, or by authorised party. */
export function isMeantForUs(claims: Claims, rules: ClaimRules): boolean {
  if (rules.audience !== null) return listOf(claims['aud']).includes(rules.audience);
  return [claims['azp'], claims['client_id']].includes(rules.clientId);
}

/**
 * Whether claims are of an access token. An ID token of the same client has the same issuer and audience, so the
 * decision is by type (RFC 9068), or by claims that only one of the two carries.
 */
export function isAccessToken(headerType: string | undefined, claims: Claims): boolean {
  if (/^(application\/)?at\+jwt$/i.test(headerType ?? '')) return true;
  if (headerType !== undefined && !/^JWT$/i.test(headerType)) return false;
  if (claims['typ'] !== undefined) return claims['typ'] === 'Bearer';
  if (['nonce', 'at_hash', 'c_hash', 's_hash'].some((name) => name in claims)) return false;
  return typeof claims['scope'] === 'string' || claims['scp'] !== undefined;
}

/**
 * The bearer of the claims. A client's own token (client credentials) is a machine, whatever roles it claims; its
 * scopes are null if it has none that Backcounter knows.
 */
export function bearerOf(claims: Claims, rules: ClaimRules): StaffCaller | MachineClaim | null {
  const { sub, exp, iat } = claims;
  if (typeof sub !== 'string' || sub === '' || sub.length > 255 || typeof exp !== 'number') return null;
  const expiresAt = new Date(exp * 1000);
  const party = claims['client_id'] ?? claims['azp'];
  if (sub === party) {
    const granted = new Set([...textOf(claims['scope']).split(' '), ...listOf(claims['scp'])]);
    const scopes = MACHINE_SCOPES.filter((scope) => granted.has(scope));
    const issuedAt = typeof iat === 'number' ? new Date(iat * 1000) : null;
    return { clientId: sub, scopes: scopes.length > 0 ? scopes : null, issuedAt, expiresAt };
  }
  const name = [claims['name'], claims['preferred_username'], sub].find(isText) ?? sub;
  const email = isText(claims['email']) ? claims['email'] : null;
  const roles = parseRoles(rolesOf(claims, rules.rolesPath));
  const session = claims['sid'];
  return { kind: 'staff', sub, name, email, roles, ...(isText(session) && { providerSession: session }), expiresAt };
}

/** A scope claim is a space-separated string (RFC 6749, section 3.3). */
function rolesOf(claims: Claims, path: string): unknown {
  return path === 'scope' ? textOf(claims['scope']).split(' ') : valueAt(claims, path);
}

/** The value at a dotted path; inherited properties are ignored. */
function valueAt(claims: Claims, path: string): unknown {
  let value: unknown = claims;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key))
      return undefined;
    value = (value as Claims)[key];
  }
  return value;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 200;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
