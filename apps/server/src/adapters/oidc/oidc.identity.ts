import { AppError } from '@backcounter/domain';
import { createRemoteJWKSet, customFetch, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '../../ports/clock.ts';
import type { IdentityPort } from '../../ports/identity.ts';
import { fetchJson } from './json-request.ts';
import { ProviderDiscovery } from './provider-metadata.ts';
import { type ClaimRules, callerOf, isAccessToken, isMeantForUs } from './token-claims.ts';
import { Introspection } from './token-introspection.ts';

/** Asymmetric only: with an HMAC algorithm anyone who knows the public key could sign. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const CLOCK_TOLERANCE_S = 60;
const TOKEN_LENGTH_MAX = 16_384;
/** RFC 6750, section 2.1. */
const BEARER = /^[\w.~+/-]+=*$/;
/** A withdrawn key is dead after this; random key ids cause one fetch in this time at most. */
const KEYS_KEPT_MS = 60_000;
const KEYS_COOLDOWN_MS = 30_000;
/** Headers by which a token could bring its own key. */
const KEY_HEADERS = ['jku', 'jwk', 'x5u', 'x5c'] as const;

export interface OidcIdentityDeps extends ClaimRules {
  /** A slash at the end doesn't matter. */
  readonly issuer: string;
  /** With which opaque tokens are introspected (RFC 7662); null: by client id alone. */
  readonly clientSecret: string | null;
  readonly clock: Clock;
}

/** Any OpenID provider: JWTs verified by its published keys, opaque tokens by asking it. */
export function createOidcIdentity(deps: OidcIdentityDeps): IdentityPort {
  const discovery = new ProviderDiscovery(deps.issuer, deps.clock);
  const introspection = new Introspection(discovery, deps);
  let keys: { readonly address: string; readonly find: ReturnType<typeof createRemoteJWKSet> } | null = null;

  const keySet = async () => {
    const { jwks_uri: address } = await discovery.get();
    if (keys?.address !== address) {
      const options = { cooldownDuration: KEYS_COOLDOWN_MS, cacheMaxAge: KEYS_KEPT_MS, timeoutDuration: 5_000 };
      keys = { address, find: createRemoteJWKSet(new URL(address), { ...options, [customFetch]: fetchJson }) };
    }
    return keys.find;
  };

  return {
    authenticate: async (token) => {
      if (token.length > TOKEN_LENGTH_MAX || !BEARER.test(token)) throw new AppError('session.required');
      const claims = isJwt(token) ? await verify(token, deps, discovery, keySet) : await introspection.claimsOf(token);
      const caller = callerOf(claims, deps);
      if (!caller) throw new AppError('session.required');
      return caller;
    },
  };
}

async function verify(
  token: string,
  deps: OidcIdentityDeps,
  discovery: ProviderDiscovery,
  keySet: () => Promise<ReturnType<typeof createRemoteJWKSet>>,
): Promise<JWTPayload> {
  const header = readHeader(token);
  if (!header || KEY_HEADERS.some((name) => name in header)) throw new AppError('session.required');
  try {
    const { payload } = await jwtVerify(token, await keySet(), {
      issuer: (await discovery.get()).issuer,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: deps.clock.now(),
      requiredClaims: ['sub', 'exp'],
    });
    const isFromFuture = (payload.iat ?? 0) > deps.clock.now().getTime() / 1000 + CLOCK_TOLERANCE_S;
    if (isFromFuture || !isAccessToken(header.typ, payload) || !isMeantForUs(payload, deps)) {
      throw new AppError('session.required');
    }
    return payload;
  } catch (cause) {
    throw translate(cause);
  }
}

/** What the token is to blame for is 401; that the keys can't be had is not. */
function translate(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof errors.JWTExpired) return new AppError('session.expired', { cause });
  const isProviderDown =
    !(cause instanceof errors.JOSEError) || cause instanceof errors.JWKSTimeout || cause instanceof errors.JWKSInvalid;
  // A key set that answers another status is JOSEError itself, not one of its kinds.
  if (isProviderDown || (cause instanceof errors.JOSEError && cause.code === 'ERR_JOSE_GENERIC')) {
    return new AppError('service.unavailable', { cause, details: { retryAfterSeconds: 5 } });
  }
  return new AppError('session.required', { cause });
}

function isJwt(token: string): boolean {
  return token.split('.').length === 3;
}

function readHeader(token: string): ReturnType<typeof decodeProtectedHeader> | null {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return null;
  }
}
