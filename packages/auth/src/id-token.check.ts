import { createLocalJWKSet, errors, type JWK, jwtVerify } from 'jose';
import type { MetadataService } from 'oidc-client-ts';
import { AuthError } from './auth.error.ts';

/** Difference of the clocks of browser and provider up to which a token is accepted. */
export const CLOCK_LEEWAY_S = 300;

/** Asymmetric only: `none` and the HMAC family would let anyone who knows the client id sign. */
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

/**
 * Verifies an ID token (OpenID Connect Core, 3.1.3.7): signature by the provider's keys, iss, aud, azp, exp, iat, sub. The nonce is
 * checked by oidc-client-ts at sign-in. Loaded when a token arrives, so that the first screen doesn't carry `jose`.
 * @returns when it was issued, in seconds since 1970
 * @throws Error with the reason; AuthError `clock-off` if only the times are wrong
 */
export async function verifyIdToken(idToken: string, clientId: string, metadata: MetadataService): Promise<number> {
  const issuer = await metadata.getIssuer();
  const verify = async () => {
    const keys = (await metadata.getSigningKeys()) ?? [];
    return jwtVerify(idToken, createLocalJWKSet({ keys: keys as unknown as JWK[] }), {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_LEEWAY_S,
      requiredClaims: ['sub', 'exp', 'iat'],
    });
  };
  const { payload } = await verify()
    .catch((error: unknown) => {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      // The provider changed its keys since this tab read them.
      metadata.resetSigningKeys();
      return verify();
    })
    .catch((error: unknown) => {
      const isTime = error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed;
      throw isTime && error.reason === 'check_failed' && ['exp', 'nbf'].includes(error.claim) ? clockOff(error) : error;
    });
  const { iat = 0 } = payload;
  if (iat > Date.now() / 1000 + CLOCK_LEEWAY_S) throw clockOff(new Error('ID Token was issued in the future'));
  const hasOtherAudience = Array.isArray(payload.aud) && payload.aud.length > 1;
  const authorizedParty = payload['azp'];
  if (authorizedParty === undefined ? hasOtherAudience : authorizedParty !== clientId) {
    throw new Error('ID Token was issued to another party');
  }
  return iat;
}

const clockOff = (cause: Error) => new AuthError('clock-off', cause.message, { cause });
