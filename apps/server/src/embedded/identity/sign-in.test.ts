import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BrowserLike } from './testing/browser-like.ts';
import { type IdentityServer, startIdentityServer } from './testing/identity-server.ts';

let server: IdentityServer;
const person = () => new BrowserLike(server.issuer, server.publicUrl);

beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.stop());

describe('sign-in', () => {
  test('ends at the console with tokens that identify the person [spec 4.2]', async () => {
    const browser = person();
    const tokens = await browser.signIn('Marketing@Demo.test');
    expect(tokens).toMatchObject({ expires_in: 300, token_type: 'Bearer', refresh_token: expect.any(String) });
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      iss: server.issuer,
      aud: 'backcounter',
      nonce: 'a-nonce',
      email: 'marketing@demo.test',
      resource_access: { global_roles: ['MARKETING'] },
    });
    expect(await server.identity.authenticate(tokens.access_token)).toMatchObject({
      kind: 'staff',
      roles: ['MARKETING'],
    });
  });

  test('includes the person’s chosen language, if any [languages 6]', async () => {
    const languageAtSignIn = async () =>
      decodeJwt((await person().signIn('manager@demo.test')).id_token)['preferred_language_key'];
    expect(await languageAtSignIn()).toBeUndefined();
    const { rows } = await server.database.pool.query<{ id: string }>(
      "SELECT id FROM identity.person WHERE email = 'manager@demo.test'",
    );
    for (const language of ['fr-FR', 'es-419']) {
      await server.profiles.setPreferredLanguage(rows[0]?.id ?? '', language);
      expect(await languageAtSignIn()).toBe(language);
    }
  });

  test('names the issuer and the session in the response (RFC 9207, session management)', async () => {
    const browser = person();
    const { response } = await browser.authorize();
    const answer = await browser.submit(await browser.open(response), {
      email: 'nobody@demo.test',
      password: 'backcounter',
    });
    const callback = await browser.followToClient(answer);
    expect(callback.searchParams.get('iss')).toBe(server.issuer);
    expect(callback.searchParams.get('state')).toBe('a-state');
    expect(callback.searchParams.get('session_state')).toMatch(/^[\w-]{43}\.[\w-]+$/);
    expect(browser.cookie('bc_session_state')).toMatch(/^[\w-]{43}$/);
  });

  test('continues without a page while the session lasts', async () => {
    const browser = person();
    await browser.signIn('viewer@demo.test');
    const { response } = await browser.authorize({ prompt: 'none', redirect_uri: `${server.publicUrl}/silent` });
    expect(response.headers.get('location')).toContain('/silent?code=');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  });

  test('returns access_denied to the console when cancelled [spec 4.7]', async () => {
    const browser = person();
    const { response } = await browser.authorize();
    const answer = await browser.submit(await browser.open(response), { action: 'cancel' });
    expect((await browser.followToClient(answer)).searchParams.get('error')).toBe('access_denied');
  });
});
