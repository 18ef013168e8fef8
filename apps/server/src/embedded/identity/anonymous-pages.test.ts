import { randomBytes } from 'node:crypto';
import { generate } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BrowserLike } from './testing/browser-like.ts';
import { type IdentityServer, startIdentityServer } from './testing/identity-server.ts';

let server: IdentityServer;
const person = () => new BrowserLike(server.issuer, server.publicUrl);

beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.stop());

async function stored(): Promise<number> {
  const { rows } = await server.database.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM identity.token',
  );
  return rows[0]?.count ?? -1;
}

async function openSignIn(browser: BrowserLike, params: Record<string, string> = {}) {
  const { response } = await browser.authorize(params);
  return { ...(await browser.open(response)), redirect: response };
}

test('a sign-in that is started, cancelled and restarted is stored in the browser only [security 20]', async () => {
  const before = await stored();
  const browser = person();
  const page = await openSignIn(browser);
  expect(page.markup).toContain('name="password"');
  const kept = page.redirect.headers.getSetCookie().filter((line) => line.startsWith('bc_interaction_kept='));
  expect(kept).toHaveLength(1);
  expect(kept[0]?.split('; ').slice(1)).toEqual([
    `Path=${new URL(page.address).pathname}`,
    'Max-Age=600',
    'HttpOnly',
    'SameSite=Lax',
  ]);
  expect(kept[0]).not.toContain('a-state');
  const answer = await browser.submit(page, { action: 'cancel' });
  const client = await browser.followToClient(answer);
  expect([client.searchParams.get('error'), client.searchParams.get('state')]).toEqual(['access_denied', 'a-state']);
  await openSignIn(browser);
  expect(await stored()).toBe(before);
});

test('an anonymous sign-out is stored in the browser only and continues [security 20]', async () => {
  const before = await stored();
  const browser = person();
  const query = new URLSearchParams({
    client_id: 'backcounter',
    post_logout_redirect_uri: `${server.publicUrl}/logout`,
    state: 'bye',
  });
  const page = await (await browser.request(`session/end?${query}`)).text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const answer = await browser.request('session/end/confirm', {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  expect(answer.headers.get('location')).toBe(`${server.publicUrl}/logout?state=bye`);
  expect(await stored()).toBe(before);
});

test('the page of a finished sign-in restarts it', async () => {
  const browser = person();
  const page = await openSignIn(browser);
  const answer = await browser.submit(page, { email: 'viewer@demo.test', password: 'backcounter' });
  await browser.followToClient(answer);
  const again = await browser.request(page.address);
  expect([again.status, again.headers.get('location')]).toEqual([303, `${server.publicUrl}/login?expired`]);
});

test('a page older than 10 minutes restarts the sign-in', async () => {
  const browser = person();
  const page = await openSignIn(browser);
  server.clock.skewMs = 11 * 60_000;
  const answer = await browser.submit(page, { email: 'viewer@demo.test', password: 'backcounter' });
  server.clock.skewMs = 0;
  expect(answer.headers.get('location')).toBe(`${server.publicUrl}/login?expired`);
});

test('a request too long for a cookie is refused', async () => {
  const { response } = await person().authorize({ state: randomBytes(4_000).toString('base64url') });
  const { searchParams } = new URL(response.headers.get('location') ?? '');
  expect([searchParams.get('error'), searchParams.get('error_description')]).toEqual([
    'invalid_request',
    'the request is too long',
  ]);
});

test('a sign-in waiting for its code can be cancelled', async () => {
  const email = 'streamer@demo.test';
  const browser = person();
  await browser.signIn(email);
  const markup = await (await browser.request('account?enrol=1')).text();
  const secret = (/<p class="key" dir="ltr">([A-Z2-7 ]+)</.exec(markup)?.[1] ?? '').replaceAll(' ', '');
  const sealed = /name="sealed" value="([^"]+)"/.exec(markup)?.[1] ?? '';
  const form = { markup, address: `${server.issuer}/account/second-factor` };
  await browser.submit(form, { sealed, code: await generate({ secret }) });

  const other = person();
  const page = await openSignIn(other);
  const toCode = await other.open(await other.submit(page, { email, password: 'backcounter' }));
  expect(toCode.markup).toContain('one-time-code');
  const client = await other.followToClient(await other.submit(toCode, { action: 'cancel' }));
  expect(client.searchParams.get('error')).toBe('access_denied');
});

test('the cookie of an ended session creates no row', async () => {
  const browser = person();
  await browser.signIn('viewer@demo.test');
  await server.database.pool.query("DELETE FROM identity.token WHERE model = 'Session'");
  const before = await stored();
  for (let request = 0; request < 3; request += 1) {
    const { response } = await browser.authorize();
    expect(response.headers.get('location')).toContain('/interaction/');
  }
  expect(await stored()).toBe(before);
});
