import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BrowserLike } from './testing/browser-like.ts';
import { type IdentityServer, startIdentityServer } from './testing/identity-server.ts';

let server: IdentityServer;
const person = () => new BrowserLike(server.issuer, server.publicUrl);
const codeOf = (token: string) =>
  server.identity.authenticate(token).then(
    (caller) => caller.kind,
    (error: { code?: string }) => error.code,
  );
/** Later than the API caches a caller. */
const fiveSecondsLater = () => {
  server.clock.skewMs += 5_000;
};

beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.skewMs = 0;
  await server.database.pool.query('DELETE FROM identity.sign_in_throttle');
});

describe('unsupported requests are refused [spec 4.2]', () => {
  test.each([
    ['password', { username: 'admin@demo.test', password: 'backcounter' }],
    ['implicit', {}],
    ['urn:ietf:params:oauth:grant-type:device_code', { device_code: 'x' }],
    ['client_credentials', {}],
    ['urn:ietf:params:oauth:grant-type:jwt-bearer', { assertion: 'x' }],
  ])('grant type %s [spec 7.15]', async (grantType, params) => {
    const answer = await person().token({ grant_type: grantType, ...params });
    expect(answer.status).toBe(400);
  });

  test.each([
    ['no PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['PKCE in the clear', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['token by the address', { response_type: 'token' }, 'unsupported_response_type'],
    ['ID token by the address', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['an unknown prompt', { prompt: 'dance' }, 'invalid_request'],
  ])('%s', async (_name, params, error) => {
    const given = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''));
    const removed = Object.entries(params).flatMap(([name, value]) => (value === '' ? [name] : []));
    const { response } = await person().authorize(given);
    // The helper always sends a challenge; where it must be absent, request again without it.
    const answer = removed.length === 0 ? response : await person().request(withoutParams(response.url, removed));
    const location = new URL(answer.headers.get('location') ?? '', server.publicUrl);
    expect(location.pathname).toBe('/login');
    expect(location.search + location.hash).toContain(`error=${error}`);
  });

  test.each([
    ['another host', 'https://evil.example/login'],
    ['another path', '/login/../evil'],
    ['a query more', '/login?x=1'],
    ['a slash more', '/login/'],
    ['another scheme', 'javascript:alert(1)'],
  ])('redirect to %s shows a page instead', async (_name, address) => {
    const redirectUri = address.startsWith('/') ? `${server.publicUrl}${address}` : address;
    const { response } = await person().authorize({ redirect_uri: redirectUri });
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).toContain('invalid_redirect_uri');
  });
});

function withoutParams(address: string, names: readonly string[]): string {
  const url = new URL(address);
  for (const name of names) url.searchParams.delete(name);
  return url.href;
}

describe('refresh tokens', () => {
  test('rotate, and a replay revokes the whole sign-in [security 10]', async () => {
    const browser = person();
    const first = await browser.signIn('marketing@demo.test');
    const refresh = (token: string) => browser.token({ grant_type: 'refresh_token', refresh_token: token });
    const second = (await (await refresh(first.refresh_token)).json()) as typeof first;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await codeOf(second.access_token)).toBe('staff');
    const replay = await refresh(first.refresh_token);
    expect([replay.status, ((await replay.json()) as { error: string }).error]).toEqual([400, 'invalid_grant']);
    expect((await refresh(second.refresh_token)).status).toBe(400);
    fiveSecondsLater();
    expect(await codeOf(second.access_token)).toBe('session.expired');
  });

  test('cannot make a sign-in last longer than 8 hours', async () => {
    const browser = person();
    const { refresh_token } = await browser.signIn('viewer@demo.test');
    const ends = async () => {
      const { rows } = await server.database.pool.query<{ left_s: number; expires_at: Date }>(
        `SELECT expires_at, extract(epoch FROM expires_at - now())::int AS left_s FROM identity.token
         WHERE model = 'Grant' ORDER BY expires_at DESC LIMIT 1`,
      );
      return rows[0];
    };
    const first = await ends();
    expect(first?.left_s).toBeLessThanOrEqual(8 * 3_600);
    expect((await browser.token({ grant_type: 'refresh_token', refresh_token })).status).toBe(200);
    expect((await ends())?.expires_at).toEqual(first?.expires_at);
  });

  test('work at most once when used concurrently', async () => {
    const browser = person();
    const { refresh_token } = await browser.signIn('viewer@demo.test');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => browser.token({ grant_type: 'refresh_token', refresh_token })),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });
});

describe('an access token', () => {
  test('of another kind or unknown requires a sign-in', async () => {
    const tokens = await person().signIn('admin@demo.test');
    for (const token of ['', 'x', 'y'.repeat(43), tokens.refresh_token, tokens.id_token, `${tokens.access_token}x`]) {
      expect(await codeOf(token)).toBe('session.required');
    }
  });

  test('lives five minutes [security 3]', async () => {
    const tokens = await person().signIn('admin@demo.test');
    server.clock.skewMs = 299_000;
    expect(await codeOf(tokens.access_token)).toBe('staff');
    server.clock.skewMs = 301_000;
    expect(await codeOf(tokens.access_token)).toBe('session.expired');
  });

  test('is revoked with a JSON response [spec 7.17]', async () => {
    const tokens = await person().signIn('admin@demo.test');
    expect(await codeOf(tokens.access_token)).toBe('staff');
    const answer = await fetch(`${server.issuer}/token/revocation`, {
      method: 'POST',
      body: new URLSearchParams({ token: tokens.access_token, client_id: 'backcounter' }),
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    fiveSecondsLater();
    expect(await codeOf(tokens.access_token)).toBe('session.expired');
  });

  test('follows the person’s roles and state within five seconds', async () => {
    const tokens = await person().signIn('manager@demo.test');
    expect(await server.identity.authenticate(tokens.access_token)).toMatchObject({ roles: ['CAMPAIGN-MANAGER'] });
    const { pool } = server.database;
    await pool.query("UPDATE identity.person SET roles = '{}' WHERE email = 'manager@demo.test'");
    fiveSecondsLater();
    expect(await server.identity.authenticate(tokens.access_token)).toMatchObject({ roles: [] });
    await pool.query("UPDATE identity.person SET state = 'SUSPENDED' WHERE email = 'manager@demo.test'");
    fiveSecondsLater();
    expect(await codeOf(tokens.access_token)).toBe('session.expired');
  });

  test('is opaque, and so is a refresh token [security 2]', async () => {
    const tokens = await person().signIn('admin@demo.test');
    for (const token of [tokens.access_token, tokens.refresh_token]) expect(token).toMatch(/^[\w-]{43}$/);
  });

  test('is stored as a fingerprint only', async () => {
    const tokens = await person().signIn('admin@demo.test');
    const { rows } = await server.database.pool.query(
      'SELECT string_agg(token::text, $1) AS everything FROM identity.token',
      [' '],
    );
    const { everything } = rows[0] as { everything: string };
    for (const secret of [tokens.access_token, tokens.refresh_token]) expect(everything).not.toContain(secret);
  });
});

describe('sign-out', () => {
  test('requested by the console ends the session without confirmation [security 4]', async () => {
    const browser = person();
    const tokens = await browser.signIn('admin@demo.test');
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${server.publicUrl}/logout`,
    });
    const page = await browser.request(`session/end?${query}`);
    const markup = await page.text();
    expect(markup).toContain('data-press');
    const answer = await browser.request('session/end/confirm', {
      method: 'POST',
      body: new URLSearchParams({ xsrf: /name="xsrf" value="([^"]+)"/.exec(markup)?.[1] ?? '', logout: 'yes' }),
    });
    expect(answer.headers.get('location')).toBe(`${server.publicUrl}/logout`);
    expect(browser.cookie('bc_session_state')).toBeUndefined();
    fiveSecondsLater();
    expect(await codeOf(tokens.access_token)).toBe('session.expired');
    const { response } = await browser.authorize({ prompt: 'none' });
    expect(response.headers.get('location')).toContain('error=login_required');
  });

  test('from any link asks for confirmation', async () => {
    const browser = person();
    await browser.signIn('admin@demo.test');
    const markup = await (await browser.request('session/end')).text();
    expect(markup).toContain('Sign out of Backcounter?');
    expect(markup).not.toContain('data-press');
  });
});

describe('a machine client', () => {
  const basic = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`demo-pos:${secret}`).toString('base64')}`,
  });
  const grant = { grant_type: 'client_credentials' };
  // Time must not go back between these tests: a client cached in one must not be valid in the next.
  let passedMs = 0;
  beforeEach(() => {
    passedMs += 11_000;
    server.clock.skewMs = passedMs;
  });

  test('gets the scopes it asks for and no permission of staff', async () => {
    const answer = await person().token({ ...grant, scope: 'coupon.redeem points.transfer' }, basic('demo-pos-secret'));
    const { access_token } = (await answer.json()) as { access_token: string };
    expect(await server.identity.authenticate(access_token)).toMatchObject({
      kind: 'machine',
      isDry: false,
      sub: 'demo-pos',
      scopes: ['points.transfer', 'coupon.redeem'],
    });
    const userinfo = await fetch(`${server.issuer}/userinfo`, { headers: { authorization: `Bearer ${access_token}` } });
    expect(userinfo.status).toBe(401);
  });

  test.each([
    ['misspells a scope', 'coupon.redeeem'],
    ['misspells one of its scopes', 'points.transfer coupon.redeeem'],
    ['asks for a scope of people', 'openid'],
  ])('that %s is refused at the token', async (_name, scope) => {
    const answer = await person().token({ ...grant, scope }, basic('demo-pos-secret'));
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, 'invalid_scope']);
  });

  test('has two secrets during a rotation, and no expired one [machines 3]', async () => {
    const { pool } = server.database;
    const secret = (text: string) => createHash('sha256').update(text).digest();
    const ask = async (text: string) => (await person().token(grant, basic(text))).status;
    await pool.query("UPDATE machine_client_secret SET expires_at = now() + interval '1 hour'");
    expect([await ask('demo-pos-secret'), await ask('next')]).toEqual([200, 401]);
    await pool.query('INSERT INTO machine_client_secret (machine_client_id, hash) SELECT id, $1 FROM machine_client', [
      secret('next'),
    ]);
    expect([await ask('demo-pos-secret'), await ask('next')]).toEqual([200, 200]);
    await pool.query('UPDATE machine_client_secret SET expires_at = now() WHERE expires_at IS NOT NULL');
    expect([await ask('demo-pos-secret'), await ask('next')]).toEqual([401, 200]);
    await pool.query('DELETE FROM machine_client_secret WHERE hash = $1', [secret('next')]);
    expect([await ask('next'), await ask(''), await ask('none')]).toEqual([401, 400, 401]);
    await pool.query('UPDATE machine_client_secret SET expires_at = NULL');
  });

  test('that is suspended gets no token, and its existing tokens are refused within 5 s [machines 4]', async () => {
    const { pool } = server.database;
    const { access_token } = (await (await person().token(grant, basic('demo-pos-secret'))).json()) as {
      access_token: string;
    };
    await server.identity.authenticate(access_token);
    await pool.query("UPDATE machine_client SET state = 'SUSPENDED'");
    fiveSecondsLater();
    await expect(server.identity.authenticate(access_token)).rejects.toMatchObject({ code: 'session.expired' });
    expect((await person().token(grant, basic('demo-pos-secret'))).status).toBe(401);
    await pool.query("UPDATE machine_client SET state = 'ACTIVE', tokens_not_before = now() + interval '1 second'");
    fiveSecondsLater();
    await expect(server.identity.authenticate(access_token)).rejects.toMatchObject({ code: 'session.expired' });
    await pool.query('UPDATE machine_client SET tokens_not_before = NULL');
    fiveSecondsLater();
    expect(await server.identity.authenticate(access_token)).toMatchObject({ sub: 'demo-pos' });
  });

  test('records its last use, once a minute [machines 4]', async () => {
    const { pool } = server.database;
    const used = async () =>
      (await pool.query('SELECT last_used_at, xmin::text FROM machine_client')).rows[0] as {
        last_used_at: Date | null;
        xmin: string;
      };
    const { access_token } = (await (await person().token(grant, basic('demo-pos-secret'))).json()) as {
      access_token: string;
    };
    await server.identity.authenticate(access_token);
    await expect.poll(async () => (await used()).last_used_at).toBeInstanceOf(Date);
    const { xmin } = await used();
    fiveSecondsLater();
    await server.identity.authenticate(access_token);
    expect((await used()).xmin).toBe(xmin);
  });

  test('loses removed scopes immediately [machines 2]', async () => {
    const answer = await person().token(grant, basic('demo-pos-secret'));
    const { access_token } = (await answer.json()) as { access_token: string };
    await server.database.pool.query("UPDATE machine_client SET scopes = 'account.sync'");
    fiveSecondsLater();
    expect(await server.identity.authenticate(access_token)).toMatchObject({ scopes: ['account.sync'] });
  });

  test.each([
    ['a wrong secret', { ...grant }, 'wrong', 401],
    ['the stored hash as secret', { ...grant }, '0'.repeat(64), 401],
    ['a scope it does not have', { ...grant, scope: 'openid' }, 'demo-pos-secret', 400],
    ['the grant of people', { grant_type: 'refresh_token', refresh_token: 'x' }, 'demo-pos-secret', 400],
  ])('is refused with %s', async (_name, params, secret, status) => {
    expect((await person().token(params, basic(secret))).status).toBe(status);
  });
});

describe('beside the protocol', () => {
  test('the theme is readable without signing in by embedding hosts [spec 3.5, 6.12, 7.8]', async () => {
    const read = (origin: string) => fetch(`${server.issuer}/.well-known/theme`, { headers: { origin } });
    const answer = await read('https://shop.example');
    expect(await answer.json()).toEqual({ colors: { primary: '#0f6b81', secondary: '#b5852a' } });
    await server.database.pool.query(`UPDATE config_entry SET value = '"#7a1fa2"' WHERE key = 'theme.primary'`);
    const changed = await read('https://shop.example');
    expect(changed.headers.get('cache-control')).toBe('no-cache');
    expect(await changed.json()).toEqual({ colors: { primary: '#7a1fa2', secondary: '#b5852a' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect((await read('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('only the console may call the token endpoint from a page', async () => {
    const ask = async (origin: string) => {
      const headers = { origin, 'access-control-request-method': 'POST' };
      const answer = await fetch(`${server.issuer}/token`, { method: 'OPTIONS', headers });
      return answer.headers.get('access-control-allow-origin');
    };
    expect(await ask(server.publicUrl)).toBe(server.publicUrl);
    expect(await ask('https://evil.example')).toBeNull();
  });

  test('only pages for hidden frames may be framed, and only by the console', async () => {
    const frame = (await person().request('session/check')).headers.get('content-security-policy');
    expect(frame).toContain("frame-ancestors 'self'");
    const { response } = await person().authorize();
    const page = await person().request(response.headers.get('location') ?? '');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('the host header does not move the provider', async () => {
    const { response } = await person().authorize();
    const forged = await fetch(response.url, {
      headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
      redirect: 'manual',
    });
    expect(forged.headers.get('location')).toContain(`${server.issuer}/interaction/`);
    const discovery = (await (await person().request('.well-known/openid-configuration')).json()) as Record<
      string,
      unknown
    >;
    expect(discovery).toMatchObject({
      issuer: server.issuer,
      token_endpoint: `${server.issuer}/token`,
      check_session_iframe: `${server.issuer}/session/check`,
      authorization_response_iss_parameter_supported: true,
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    });
  });
});
