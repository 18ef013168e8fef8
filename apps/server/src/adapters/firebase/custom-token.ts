import { importPKCS8, SignJWT } from 'jose';
import type { Clock } from '../../ports/clock.ts';
import type { StaffCaller } from '../../ports/identity.ts';
import type { AdminTokenIssuer } from '../../ports/realtime.ts';
import type { ServiceAccount } from './service-account.ts';

const AUDIENCE = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit';
const HOUR_S = 60 * 60;
const UID_MAX_LENGTH = 128;

/**
 * Issues Firebase custom tokens (Firebase guide "Create custom tokens using a third-party JWT library"), signed with
 * the service account's key. The claim `staff` lets database and storage rules distinguish staff from users of the
 * shop's app.
 * @throws Error if the service account's key is invalid
 */
export async function createCustomTokenIssuer(account: ServiceAccount, clock: Clock): Promise<AdminTokenIssuer> {
  const key = await importPKCS8(account.privateKey, 'RS256');
  return {
    issue: async ({ sub, expiresAt }: StaffCaller) => {
      if (sub.length > UID_MAX_LENGTH) throw new Error(`A Firebase subject has at most ${UID_MAX_LENGTH} characters`);
      const nowS = Math.floor(clock.now().getTime() / 1000);
      return new SignJWT({ uid: sub, claims: { staff: true } })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .setIssuer(account.clientEmail)
        .setSubject(account.clientEmail)
        .setAudience(AUDIENCE)
        .setIssuedAt(nowS)
        .setExpirationTime(Math.min(nowS + HOUR_S, Math.floor(expiresAt.getTime() / 1000)))
        .sign(key);
    },
  };
}
