import { CONFIRMED_MINUTES } from '@backcounter/domain';
import { jwtVerify } from 'jose';
import type { Clock } from '../../ports/clock.ts';
import type { SecondFactors } from '../../ports/identity.ts';
import { ALGORITHMS, type ProviderKeys } from './provider-keys.ts';
import type { ProviderDiscovery } from './provider-metadata.ts';
import { translateVerificationError } from './verification-error.ts';

const CLOCK_TOLERANCE_S = 60;

/** Values of `amr` and `acr` with which the provider says that a second factor was used. */
export interface SecondFactorClaims {
  readonly amr: readonly string[];
  readonly acr: readonly string[];
}

interface SecondFactorRules {
  readonly clientId: string;
  readonly discovery: ProviderDiscovery;
  readonly keys: ProviderKeys;
  readonly clock: Clock;
}

/** Second factors of a foreign provider: people sign in there again, and the new ID token says when and how. */
export function secondFactorsOf(meaning: SecondFactorClaims, rules: SecondFactorRules): SecondFactors {
  const wrong = { isRight: false, waitS: 0 };
  return {
    // Known only when they sign in with it.
    has: async () => true,
    askPasskey: async () => null,
    judge: async (_db, sub, proof) => {
      if (typeof proof === 'string' || !('idToken' in proof)) return wrong;
      const ageS = await confirmedAgoS(proof.idToken, sub, meaning, rules);
      return ageS === null ? wrong : { isRight: true, waitS: 0, ageS };
    },
  };
}

/** Seconds since the person of the token signed in with a second factor; null if they did not, or too long ago. */
async function confirmedAgoS(
  idToken: string,
  sub: string,
  meaning: SecondFactorClaims,
  { clientId, discovery, keys, clock }: SecondFactorRules,
): Promise<number | null> {
  try {
    const { payload } = await jwtVerify(idToken, await keys.get(), {
      issuer: (await discovery.get()).issuer,
      audience: clientId,
      subject: sub,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: clock.now(),
      requiredClaims: ['exp', 'iat'],
    });
    const { auth_time: signedInAt, amr, acr } = payload;
    const used = Array.isArray(amr) ? amr : [amr];
    const isStrong = meaning.amr.some((value) => used.includes(value)) || meaning.acr.some((value) => value === acr);
    if (!isStrong || typeof signedInAt !== 'number') return null;
    const ageS = clock.now().getTime() / 1000 - signedInAt;
    return ageS < -CLOCK_TOLERANCE_S || ageS >= CONFIRMED_MINUTES * 60 ? null : Math.max(0, ageS);
  } catch (cause) {
    const error = translateVerificationError(cause);
    if (error.code === 'service.unavailable') throw error;
    return null;
  }
}
