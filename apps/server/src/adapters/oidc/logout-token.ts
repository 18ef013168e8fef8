import { type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '../../ports/clock.ts';
import { ALGORITHMS, type ProviderKeys } from './provider-keys.ts';
import type { ProviderDiscovery } from './provider-metadata.ts';
import { translateVerificationError } from './verification-error.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Not every provider limits the lifetime of its logout tokens; an older one is probably replayed. */
const AGE_MAX_S = 5 * 60;
const CLOCK_TOLERANCE_S = 60;
const NAME_LENGTH_MAX = 255;

/** The ended sign-in that a provider reports. */
export interface Logout {
  readonly jti: string;
  /** Null if only the session is named. */
  readonly sub: string | null;
  /** Null for every session of the person. */
  readonly sid: string | null;
  readonly endedAt: Date;
}

export interface LogoutTokenRules {
  readonly clientId: string;
  readonly discovery: ProviderDiscovery;
  readonly keys: ProviderKeys;
  readonly clock: Clock;
}

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6); null if it is invalid.
 * @throws AppError `service.unavailable` if the provider's keys are unavailable
 */
export async function verifyLogoutToken(token: string, rules: LogoutTokenRules): Promise<Logout | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, await rules.keys.get(), {
      issuer: (await rules.discovery.get()).issuer,
      audience: rules.clientId,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: rules.clock.now(),
      maxTokenAge: AGE_MAX_S,
      requiredClaims: ['iat', 'jti', 'events'],
    });
    return logoutOf(payload, protectedHeader.typ);
  } catch (cause) {
    const error = translateVerificationError(cause);
    if (error.code === 'service.unavailable') throw error;
    return null;
  }
}

function logoutOf({ iat = 0, sub, sid, jti, events, nonce }: JWTPayload, type: string | undefined): Logout | null {
  // `typ` is recommended, not required. Any other type, or a nonce, means another kind of token.
  if (!['logout+jwt', 'jwt', undefined].includes(type?.toLowerCase()) || nonce !== undefined) return null;
  const id = nameOf(jti);
  const [person, session] = [nameOf(sub), nameOf(sid)];
  if (id === null || (person === null && session === null) || !hasLogoutEvent(events)) return null;
  return { jti: id, sub: person, sid: session, endedAt: new Date(iat * 1000) };
}

function hasLogoutEvent(events: unknown): boolean {
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, EVENT)) return false;
  const event = (events as Readonly<Record<string, unknown>>)[EVENT];
  return typeof event === 'object' && event !== null;
}

function nameOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= NAME_LENGTH_MAX ? value : null;
}
