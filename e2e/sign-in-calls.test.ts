import { createHash } from 'node:crypto';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AuthHost } from './harness/auth-host.ts';
import { launchBrowser } from './harness/browser.ts';
import { ageStoredUser, beginSignIn, callSdk, isSignedIn } from './harness/host-page.ts';
import { MockProvider } from './harness/mock-provider.ts';

/** Calls of a session to the provider, as sent by the browser. */

let browser: Browser;
let provider: MockProvider;
let host: AuthHost;
let page: Page;
const calls: Request[] = [];
beforeAll(async () => {
  browser = await launchBrowser();
  provider = await MockProvider.start();
  host = await AuthHost.open(browser, { authority: provider.issuer });
  host.context.on('request', (request) => calls.push(request));
  page = await host.tab();
  await beginSignIn(page);
  await isSignedIn(page);
});
afterAll(async () => {
  await host?.close();
  await provider?.stop();
  await browser?.close();
});

const to = (path: string, method: string) =>
  calls.filter((call) => call.url().startsWith(`${provider.issuer}${path}`) && call.method() === method);
const formOf = (call: Request | undefined) => Object.fromEntries(new URLSearchParams(call?.postData() ?? ''));
const queryOf = (call: Request | undefined) => Object.fromEntries(new URL(call?.url() ?? 'x:').searchParams);

it('reads the discovery document and the keys of the provider [spec 7.12, 7.13]', () => {
  expect(to('/.well-known/openid-configuration', 'GET').length).toBeGreaterThan(0);
  expect(to('/jwks', 'GET').length).toBeGreaterThan(0);
});

it('requests a code with a challenge, and tokens with the code and the verifier [spec 4.2, 7.14, 7.18, 9.12, 9.13]', () => {
  const [authorization] = to('/authorize', 'GET').map(queryOf);
  const redirect_uri = `${host.origin}/login`;
  expect(authorization).toMatchObject({
    response_type: 'code',
    client_id: 'backcounter',
    scope: 'openid',
    redirect_uri,
    code_challenge_method: 'S256',
  });
  const [form] = to('/token', 'POST').map(formOf);
  expect(form).toEqual({
    grant_type: 'authorization_code',
    client_id: 'backcounter',
    code: expect.stringMatching(/./),
    code_verifier: expect.stringMatching(/^[\w.~-]{43,128}$/),
    redirect_uri,
  });
  const challenge = createHash('sha256').update(`${form?.['code_verifier']}`).digest('base64url');
  expect(authorization?.['code_challenge']).toBe(challenge);
});

it('requests new tokens with the refresh token [spec 4.3, 7.14]', async () => {
  const asked = to('/token', 'POST').length;
  await ageStoredUser(page);
  await page.reload();
  await expect
    .poll(() => to('/token', 'POST').slice(asked).map(formOf))
    .toMatchObject([
      { grant_type: 'refresh_token', client_id: 'backcounter', refresh_token: expect.stringMatching(/./) },
    ]);
  await isSignedIn(page);
});

it('requests user info with the access token as bearer [spec 7.16]', async () => {
  await callSdk(page, (sdk) => sdk.getUserInfo());
  const token = await callSdk(page, (sdk) => sdk.getAccessToken());
  const [call] = to('/userinfo', 'GET');
  expect(await call?.headerValue('authorization')).toBe(`Bearer ${token}`);
});

it('revokes the refresh token and leaves through the end-session endpoint [spec 4.6, 7.17, 7.19]', async () => {
  await page.evaluate('void globalThis.sdk.signOut()');
  await page.waitForURL(/\/logout/);
  expect(to('/revoke', 'POST').map(formOf)).toEqual([
    { client_id: 'backcounter', token: expect.stringMatching(/./), token_type_hint: 'refresh_token' },
  ]);
  expect(queryOf(to('/endsession', 'GET')[0])).toMatchObject({
    id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    post_logout_redirect_uri: `${host.origin}/logout`,
  });
});
