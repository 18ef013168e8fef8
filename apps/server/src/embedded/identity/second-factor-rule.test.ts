import { afterAll, beforeAll, expect, test } from 'vitest';
import { BrowserLike } from './testing/browser-like.ts';
import { type IdentityServer, startIdentityServer } from './testing/identity-server.ts';

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer({ secondFactorRoles: ['ADMIN', 'MARKETING'] });
});
afterAll(() => server.stop());

const setSecret = (email: string, secret: string | null) =>
  server.database.pool.query('UPDATE identity.person SET totp_secret = $2 WHERE email = $1', [email, secret]);
const NOTE = 'Your role requires a second factor.';

test('a role that requires a second factor has a required action until it is set up, and again when it is turned off [sign-in 5]', async () => {
  const browser = new BrowserLike(server.issuer, server.publicUrl);
  const { access_token } = await browser.signIn('admin@demo.test');
  const caller = () => server.identity.authenticate(access_token);
  const required = { kind: 'staff', actionRequired: '/identity/account?enrol' };
  expect(await caller()).toMatchObject(required);
  expect(await (await browser.request('account')).text()).toContain(NOTE);

  await setSecret('admin@demo.test', 'sealed');
  // Immediately, although callers are cached for seconds.
  expect(await caller()).not.toHaveProperty('actionRequired');
  expect(await (await browser.request('account')).text()).not.toContain(NOTE);

  await setSecret('admin@demo.test', null);
  server.clock.skewMs += 5_000;
  expect(await caller()).toMatchObject(required);
});

test('a passkey is one too [sign-in 5]', async () => {
  const browser = new BrowserLike(server.issuer, server.publicUrl);
  const { access_token } = await browser.signIn('marketing@demo.test');
  const caller = () => server.identity.authenticate(access_token);
  expect(await caller()).toHaveProperty('actionRequired');
  await server.database.pool.query(`INSERT INTO identity.passkey (credential_id, person_id, name, public_key, counter)
    SELECT 'key', id, 'Key', '', 0 FROM identity.person WHERE email = 'marketing@demo.test'`);
  expect(await caller()).not.toHaveProperty('actionRequired');
});

test('other roles do not, and their page does not mention it [sign-in 5]', async () => {
  const browser = new BrowserLike(server.issuer, server.publicUrl);
  const { access_token } = await browser.signIn('viewer@demo.test');
  expect(await server.identity.authenticate(access_token)).not.toHaveProperty('actionRequired');
  expect(await (await browser.request('account')).text()).not.toContain(NOTE);
});
