import { exportPKCS8, exportSPKI, generateKeyPair, importSPKI, jwtVerify } from 'jose';
import { expect, it } from 'vitest';
import { createCustomTokenIssuer } from './custom-token.ts';

const nowS = Math.floor(Date.now() / 1_000);
const clock = { now: () => new Date(nowS * 1_000) };

it('issues Firebase custom tokens: signed by the service account, for one person, no longer than the sign-in [spec 7.24]', async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const account = {
    clientEmail: 'office@project.iam.gserviceaccount.com',
    privateKey: await exportPKCS8(privateKey),
    tokenUri: 'https://example.org/token',
    projectId: null,
  };
  const issuer = await createCustomTokenIssuer(account, clock);
  const person = { kind: 'staff', sub: 'ada', name: 'Ada', email: null, roles: ['ADMIN'] } as const;
  const claimsOf = async (lifeS: number) => {
    const token = await issuer.issue({ ...person, expiresAt: new Date((nowS + lifeS) * 1_000) });
    const { payload, protectedHeader } = await jwtVerify(
      token,
      await importSPKI(await exportSPKI(publicKey), 'RS256'),
      {
        audience: 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit',
        issuer: account.clientEmail,
        subject: account.clientEmail,
      },
    );
    expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT' });
    return payload;
  };
  expect(await claimsOf(300)).toMatchObject({ uid: 'ada', claims: { staff: true }, iat: nowS, exp: nowS + 300 });
  expect((await claimsOf(8 * 3_600)).exp).toBe(nowS + 3_600);
  await expect(issuer.issue({ ...person, sub: 'x'.repeat(129), expiresAt: new Date() })).rejects.toThrow('128');
});
