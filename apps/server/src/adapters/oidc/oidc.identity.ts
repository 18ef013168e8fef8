import { AppError } from '@backcounter/domain';
import { decodeProtectedHeader, type JWTPayload, jwtVerify, type ProtectedHeaderParameters } from 'jose';
import type { Clock } from '../../ports/clock.ts';
import type { IdentityPort, MachineRegistry } from '../../ports/identity.ts';
import type { EndedSignInLookup } from './ended-sign-ins.ts';
import { ALGORITHMS, type ProviderKeys } from './provider-keys.ts';
import type { ProviderDiscovery } from './provider-metadata.ts';
import { bearerOf, type ClaimRules, isAccessToken, isMeantForUs } from './token-claims.ts';
import { Introspection } from './token-introspection.ts';
import { translateVerificationError } from './verification-error.ts';

const CLOCK_TOLERANCE_S = 60;
const TOKEN_LENGTH_MAX = 16_384;
/** RFC 6750, section 2.1. */
const BEARER = /^[\w.~+/-]+=*$/;
/** Headers with which a token could supply its own key. */
const KEY_HEADERS = ['jku', 'jwk', 'x5u', 'x5c'] as const;

export interface OidcIdentityDeps extends ClaimRules {
  readonly discovery: ProviderDiscovery;
  readonly keys: ProviderKeys;
  /** Sign-ins reported as ended by the provider. */
  readonly ended: EndedSignInLookup;
  readonly machines: MachineRegistry;
  /** Authenticates introspection of opaque tokens (RFC 7662); null to send the client id only. */
  readonly clientSecret: string | null;
  readonly clock: Clock;
}

/**
 * The identity port for any OpenID provider. JWTs are verified with its published keys, opaque tokens by introspection.
 */
export function createOidcIdentity(deps: OidcIdentityDeps): IdentityPort {
  const introspection = new Introspection(deps.discovery, deps);
  return {
    authenticate: async (token) => {
      if (token.length > TOKEN_LENGTH_MAX || !BEARER.test(token)) throw new AppError('session.required');
      const claims = isJwt(token) ? await verify(token, deps) : await introspection.claimsOf(token);
      const bearer = bearerOf(claims, deps);
      if (!bearer) throw new AppError('session.required');
      if (await deps.ended.includes(claims)) throw new AppError('session.expired');
      return 'clientId' in bearer ? deps.machines.admit(bearer) : bearer;
    },
  };
}

async function verify(token: string, deps: OidcIdentityDeps): Promise<JWTPayload> {
  const header = readHeader(token);
  if (!header || KEY_HEADERS.some((name) => name in header)) throw new AppError('session.required');
  try {
    const { payload } = await jwtVerify(token, await deps.keys.get(), {
      issuer: (await deps.discovery.get()).issuer,
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
    throw translateVerificationError(cause);
  }
}

function isJwt(token: string): boolean {
  return token.split('.').length === 3;
}

function readHeader(token: string): ProtectedHeaderParameters | null {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return null;
  }
}
