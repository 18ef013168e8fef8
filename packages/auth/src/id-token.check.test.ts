import {
  base64url,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';
import type { MetadataService } from 'oidc-client-ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyIdToken } from './id-token.check.ts';

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
let ours: Keys;
let stranger: Keys;
let published: object[] | null;
let resets = 0;
const metadata = {
  getIssuer: async () => 'https://id.example',
  getSigningKeys: async () => published,
  resetSigningKeys: () => {
    resets += 1;
  },
} as unknown as MetadataService;

beforeAll(async () => {
  [ours, stranger] = [await generateKeyPair('ES256', { extractable: true }), await generateKeyPair('ES256')];
});
beforeEach(async () => {
  resets = 0;
  published = [{ ...(await exportJWK(ours.publicKey)), kid: 'a', alg: 'ES256' }];
});

const now = () => Math.floor(Date.now() / 1000);
const good = (): JWTPayload => ({ iss: 'https://id.example', aud: 'office', sub: '1', iat: now(), exp: now() + 300 });
const sign = (claims: JWTPayload, header: Partial<JWTHeaderParameters> = {}, key = ours.privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'a', ...header }).sign(key);
const encode = (value: unknown) => base64url.encode(JSON.stringify(value));

test.each([
  ['as issued', () => good()],
  ['for several, ours as authorised party', () => ({ ...good(), aud: ['office', 'other'], azp: 'office' })],
  ['by a slow clock', () => ({ ...good(), iat: now() + 290, nbf: now() + 290 })],
  ['by a fast clock', () => ({ ...good(), exp: now() - 290 })],
])('an ID token is accepted %s', async (_name, claims) => {
  await expect(verifyIdToken(await sign(claims()), 'office', metadata)).resolves.toBeTypeOf('number');
});

describe('an ID token is refused [spec 5.4]', () => {
  test.each<[string, () => Promise<string> | string]>([
    ['unsigned', () => `${encode({ alg: 'none' })}.${encode(good())}.`],
    [
      'signed with the public key as secret',
      async () =>
        new SignJWT(good())
          .setProtectedHeader({ alg: 'HS256', kid: 'a' })
          .sign(new TextEncoder().encode(await exportSPKI(ours.publicKey))),
    ],
    ['signed by a stranger', () => sign(good(), {}, stranger.privateKey)],
    ['of another issuer', () => sign({ ...good(), iss: 'https://evil.example' })],
    ['for another client', () => sign({ ...good(), aud: 'other' })],
    ['for several without authorised party', () => sign({ ...good(), aud: ['office', 'other'] })],
    ['with another authorised party', () => sign({ ...good(), azp: 'other' })],
    ['without expiry', () => sign({ iss: 'https://id.example', aud: 'office', sub: '1', iat: now() })],
    ['without subject', () => sign({ iss: 'https://id.example', aud: 'office', iat: now(), exp: now() + 9 })],
  ])('%s', async (_name, make) => {
    await expect(verifyIdToken(await make(), 'office', metadata)).rejects.toThrow();
  });
});

test.each(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES384', 'ES512', 'EdDSA', 'Ed25519'])(
  'an ID token signed by %s is accepted',
  async (alg) => {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    published = [{ ...(await exportJWK(publicKey)), kid: 'a', alg }];
    await expect(verifyIdToken(await sign(good(), { alg }, privateKey), 'office', metadata)).resolves.toBeTypeOf(
      'number',
    );
  },
);

test('one audience in a list needs no authorised party', async () => {
  const token = await sign({ ...good(), aud: ['office'] });
  await expect(verifyIdToken(token, 'office', metadata)).resolves.toBeTypeOf('number');
});

test.each([[{ azp: 'other' }, 'ID Token was issued to another party']])('%j: %s', async (change, text) => {
  await expect(verifyIdToken(await sign({ ...good(), ...change }), 'office', metadata)).rejects.toThrow(text);
});

test.each([
  ['exp', () => ({ exp: now() - 310 })],
  ['nbf', () => ({ nbf: now() + 310 })],
  ['iat', () => ({ iat: now() + 310 })],
])(
  'beyond 5 minutes of %s the clocks are to blame, once everything else is right [spec 5.4] [sign-in 13]',
  async (_claim, times) => {
    const refused = expect.objectContaining({ name: 'AuthError', kind: 'clock-off' });
    await expect(verifyIdToken(await sign({ ...good(), ...times() }), 'office', metadata)).rejects.toEqual(refused);
    await expect(
      verifyIdToken(await sign({ ...good(), ...times(), aud: 'other' }), 'office', metadata),
    ).rejects.not.toEqual(refused);
  },
);

test('a provider without keys is asked again, once', async () => {
  published = null;
  await expect(verifyIdToken(await sign(good()), 'office', metadata)).rejects.toThrow('no applicable key');
  expect(resets).toBe(1);
});

test('the keys are read again for an unknown key only', async () => {
  await expect(verifyIdToken(await sign({ ...good(), aud: 'other' }), 'office', metadata)).rejects.toThrow();
  expect(resets).toBe(0);
});

test('an unknown key causes another read of the keys, once', async () => {
  await expect(verifyIdToken(await sign(good(), { kid: 'new' }), 'office', metadata)).rejects.toThrow();
  expect(resets).toBe(1);
});
