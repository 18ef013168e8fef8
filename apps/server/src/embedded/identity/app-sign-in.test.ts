import { afterAll, beforeAll, expect, test } from 'vitest';
import { BrowserLike } from './testing/browser-like.ts';
import { type IdentityServer, startIdentityServer } from './testing/identity-server.ts';

const BACK = 'https://shop.example/signed-in';
const LOGO = '/files/apps/0198c0de-0000-7000-8000-0000000000aa.png';
const APP = { client_id: 'shop', redirect_uri: BACK };
let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer();
  await server.database.pool.query(
    `INSERT INTO app (client_id, name, origins, redirect_addresses, scopes, image_url)
     VALUES ('shop', 'Shop', 'https://shop.example', $1, 'offline_access presence.read', $2)`,
    [BACK, LOGO],
  );
});
afterAll(() => server.stop());

/** Signs in up to the consent page. */
async function toConsent(browser: BrowserLike, scope: string) {
  const { response, verifier } = await browser.authorize({ ...APP, scope });
  const signIn = await browser.open(response);
  expect(signIn.response.headers.get('content-security-policy')).toContain("form-action 'self' https://shop.example");
  const back = await browser.submit(signIn, { email: 'admin@demo.test', password: 'backcounter', action: 'sign-in' });
  const resumed = await browser.request(back.headers.get('location') ?? '');
  return { page: await browser.open(resumed), verifier };
}
async function tokensOf(browser: BrowserLike, answer: Response, verifier: string) {
  const back = await browser.request(answer.headers.get('location') ?? '');
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const params = { grant_type: 'authorization_code', code, code_verifier: verifier, ...APP };
  return browser.token(params, { origin: 'https://shop.example' });
}

test('an app asks once, reads for the person, and ends with its suspension', async () => {
  const browser = new BrowserLike(server.issuer, server.publicUrl);
  const { page, verifier } = await toConsent(browser, 'openid presence.read');
  expect(page.markup).toContain('See who is online');
  expect(page.markup).toContain(`<img src="${LOGO}"`);
  const forged = await browser.submit({ ...page, markup: '' }, { action: 'allow' });
  expect(forged.status).toBe(403);
  const answer = await tokensOf(browser, await browser.submit(page, { action: 'allow' }), verifier);
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://shop.example');
  const tokens = (await answer.json()) as { access_token: string; refresh_token?: string };
  expect(tokens.refresh_token).toBeUndefined();
  await server.database.ownerPool.query(
    `INSERT INTO registered_document (app_id, name, hash, document) SELECT id, 'A', repeat('a', 64), '{a}' FROM app`,
  );
  const caller = await server.identity.authenticate(tokens.access_token);
  expect(caller).toMatchObject({
    kind: 'staff',
    app: { clientId: 'shop', scopes: ['presence.read'], documents: ['a'.repeat(64)] },
  });

  const again = await browser.authorize({ ...APP, scope: 'openid presence.read' });
  expect(again.response.headers.get('location')).toContain(`${BACK}?code=`);
  const own = await browser.open(new Response(null, { headers: { location: `${server.issuer}/account` } }));
  expect(own.markup).toContain('Apps with access');
  expect(own.markup).toContain(`<img src="${LOGO}"`);

  await server.database.pool.query(`UPDATE app SET state = 'SUSPENDED', state_reason = 'r' WHERE client_id = 'shop'`);
  server.clock.skewMs = 5_000;
  await expect(server.identity.authenticate(tokens.access_token)).rejects.toMatchObject({ code: 'session.expired' });
  await server.database.pool.query(`UPDATE app SET state = 'ACTIVE' WHERE client_id = 'shop'`);
});

test('removing the app on the own page ends its tokens, and it asks again', async () => {
  const browser = new BrowserLike(server.issuer, server.publicUrl);
  await server.database.pool.query('DELETE FROM identity.app_consent');
  const { page, verifier } = await toConsent(browser, 'openid presence.read');
  const answer = await tokensOf(browser, await browser.submit(page, { action: 'allow' }), verifier);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const own = { markup: await (await browser.request('account')).text(), address: 'account/apps/revoke' };
  expect((await browser.submit(own, { app: 'shop' })).status).toBe(303);
  server.clock.skewMs += 5_000;
  await expect(server.identity.authenticate(token)).rejects.toMatchObject({ code: 'session.expired' });
  const asked = await browser.authorize({ ...APP, scope: 'openid presence.read' });
  expect(asked.response.headers.get('location')).toContain('/identity/interaction/');
});

test('removing an app that was just allowed stops its sign-in', async () => {
  const browser = new BrowserLike(server.issuer, server.publicUrl);
  await server.database.pool.query('DELETE FROM identity.app_consent');
  const allowed = await browser.submit((await toConsent(browser, 'openid presence.read')).page, { action: 'allow' });
  const own = { markup: await (await browser.request('account')).text(), address: 'account/apps/revoke' };
  await browser.submit(own, { app: 'shop' });
  const resumed = await browser.request(allowed.headers.get('location') ?? '');
  expect(resumed.headers.get('location')).toContain('/identity/interaction/');
});

test('other addresses, origins and scopes are refused; Cancel denies access', async () => {
  const browser = new BrowserLike(server.issuer, server.publicUrl);
  const elsewhere = await browser.authorize({ ...APP, redirect_uri: `${BACK}/x` });
  expect(elsewhere.response.status).toBe(400);
  const more = await browser.authorize({ ...APP, scope: 'openid release.read' });
  expect(more.response.headers.get('location')).toContain('error=invalid_scope');
  const foreign = await browser.token(
    { grant_type: 'authorization_code', code: 'x', ...APP },
    { origin: 'https://evil.example' },
  );
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  await server.database.pool.query('DELETE FROM identity.app_consent');
  const { page } = await toConsent(browser, 'openid presence.read');
  const cancelled = await browser.submit(page, { action: 'cancel' });
  const back = await browser.request(cancelled.headers.get('location') ?? '');
  expect(back.headers.get('location')).toContain('error=access_denied');
});
