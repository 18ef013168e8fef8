import { createHmac, generateKeyPairSync } from 'node:crypto';
import { exportSPKI, importJWK, type JWTPayload, SignJWT } from 'jose';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { AuthHost } from './harness/auth-host.ts';
import { launchBrowser } from './harness/browser.ts';
import { ageStoredUser, beginSignIn, failureOf, isSignedIn, storedText } from './harness/host-page.ts';
import { MockProvider } from './harness/mock-provider.ts';

/** A provider that answers the token call with forged tokens during a normal sign-in. */
let browser: Browser;
let provider: MockProvider;
let host: AuthHost;
beforeAll(async () => {
  browser = await launchBrowser();
  provider = await MockProvider.start();
  host = await AuthHost.open(browser, { authority: provider.issuer });
});
afterAll(async () => {
  await host?.close();
  await provider?.stop();
  await browser?.close();
});
let page: Page;
beforeEach(async () => {
  provider.reset();
  page = await host.tab();
});
afterEach(async () => {
  await page.evaluate(() => localStorage.clear());
  await page.close();
});

type Claims = Readonly<Record<string, unknown>>;
const now = () => Math.floor(Date.now() / 1000);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const without = (claims: Claims, name: string) =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));

it('the genuine token behind the forgeries signs in', async () => {
  provider.forge = (good) => provider.signExactly(good);
  await beginSignIn(page);
  await isSignedIn(page);
  expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('?from=sign-in#here');
});

const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
it.each<[string, RegExp, (good: Claims) => Promise<string> | string]>([
  ['unsigned', /"alg"/, (good) => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(good)}.`],
  [
    'signed with the public key as a secret',
    /"alg"/,
    async (good) => {
      const [key] = provider.keys.toJSON();
      const pem = await exportSPKI((await importJWK({ ...key }, 'RS256', { extractable: true })) as CryptoKey);
      const text = `${encode({ alg: 'HS256', typ: 'JWT', kid: key?.kid })}.${encode(good)}`;
      return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`;
    },
  ],
  [
    'signed by a stranger',
    /signature verification failed/,
    (good) =>
      new SignJWT(good as JWTPayload)
        .setProtectedHeader({ alg: 'RS256', kid: provider.keys.toJSON()[0]?.kid ?? '' })
        .sign(stranger),
  ],
  [
    'whose claims were changed',
    /signature verification failed/,
    async (good) => {
      const [header, , signature] = (await provider.signExactly(good)).split('.');
      return `${header}.${encode({ ...good, sub: 'somebody-else' })}.${signature}`;
    },
  ],
  ['of another issuer', /"iss"/, (good) => provider.signExactly({ ...good, iss: 'https://evil.example' })],
  ['for another client', /"aud"/, (good) => provider.signExactly({ ...good, aud: 'other' })],
  [
    'for several clients without naming one',
    /another party/,
    (good) => provider.signExactly({ ...good, aud: ['backcounter', 'other'] }),
  ],
  ['issued to another party', /another party/, (good) => provider.signExactly({ ...good, azp: 'other' })],
  ['that has expired', /"exp"/, (good) => provider.signExactly({ ...good, exp: now() - 310 })],
  ['from the future', /issued in the future/, (good) => provider.signExactly({ ...good, iat: now() + 310 })],
  ['without a subject', /ID Token is missing a subject claim/, (good) => provider.signExactly(without(good, 'sub'))],
  ['with another nonce', /nonce/, (good) => provider.signExactly({ ...good, nonce: 'of another sign-in' })],
  ['without a nonce', /nonce/, (good) => provider.signExactly(without(good, 'nonce'))],
  ['that is no token', /Invalid token/, () => 'x.y.z'],
])('an ID token %s signs nobody in [spec 5.4]', async (_name, reason, forge) => {
  provider.forge = forge;
  await beginSignIn(page);
  expect(await failureOf(page)).toMatch(reason);
  expect(provider.count('/token')).toBe(1);
  expect(await storedText(page)).not.toContain('access_token');
});

it.each([
  [
    'of another provider (RFC 9207)',
    (url: URL) => url.searchParams.set('iss', 'https://evil.example'),
    /Issuer does not match/,
  ],
  ['with another state', (url: URL) => url.searchParams.set('state', 'made up'), /No matching state found in storage/],
] as const)('an answer %s signs nobody in [spec 5.2, 5.3, 8.25]', async (_name, change, text) => {
  await page.route(`${provider.issuer}/authorize*`, async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 });
    const target = new URL(answer.headers()['location'] ?? '');
    change(target);
    await route.fulfill({ status: 302, headers: { location: target.href } });
  });
  await beginSignIn(page);
  expect(await failureOf(page)).toMatch(text);
  expect(provider.count('/token')).toBe(0);
});

it('a discovery document of another issuer signs no one in [spec 5.3]', async () => {
  provider.discovery = { issuer: 'https://evil.example' };
  await beginSignIn(page);
  expect(await failureOf(page)).toMatch(/Issuer does not match/);
  expect(provider.count('/token')).toBe(0);
});

it('a forged ID token on renewal ends the session and is not stored [spec 4.5]', async () => {
  await beginSignIn(page);
  await isSignedIn(page);
  provider.forge = (good) => provider.signExactly({ ...good, aud: 'other', nonce: undefined });
  await ageStoredUser(page);
  await page.reload();
  // It is refused, and sign-in restarts, and gets another forged token.
  expect(await failureOf(page)).toMatch(/"aud"|nonce/);
  expect(await storedText(page)).not.toContain('access_token');
});
