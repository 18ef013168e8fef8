import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RealtimeServer, staff } from './testing/realtime-server.ts';

let server: RealtimeServer;
beforeAll(async () => {
  server = await RealtimeServer.start();
});
afterAll(() => server.stop());

const openSession = (token: unknown) => server.call('POST', '/session', { body: { token } });

describe('the admin token', () => {
  it('signs in for its lifetime, at most an hour [spec 4.12]', async () => {
    const answer = await openSession(await server.tokens.issue(staff('ada', 'sign-in')));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ session: expect.any(String), uid: 'ada', expiresAt: expect.any(Number) });
    const minutes = (answer.body.expiresAt - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60);
  });

  it('lives no longer than the access token if ended sign-ins are not reported', async () => {
    const expiresAt = new Date(Date.now() + 90_000);
    const answer = await openSession(await server.tokens.issue(staff('ada', undefined, expiresAt)));
    expect(answer.body.expiresAt).toBe(Math.floor(expiresAt.getTime() / 1_000) * 1_000);
  });

  it('contains its purpose, the person’s id and nothing else about them', async () => {
    const [, claims = ''] = (await server.tokens.issue(staff('ada', 'sign-in'))).split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
      aud: 'backcounter-realtime',
      uid: 'ada',
      sign_in: 'sign-in',
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
    });
  });

  it('is refused if forged, of another kind, expired or invalid [spec 4.12]', async () => {
    const sign = (claims: object, key = server.key, alg = 'HS256', audience = 'backcounter-realtime') =>
      new SignJWT({ uid: 'ada', jti: 'x', ...claims })
        .setProtectedHeader({ alg })
        .setIssuedAt()
        .setExpirationTime('1h')
        .setAudience(audience)
        .sign(key);
    const session = await server.signIn('ada');
    const ticket = (await server.call('POST', '/ticket', { bearer: session })).body.ticket;
    const good = await server.tokens.issue(staff('ada'));
    const [header = '', claims = '', signature = ''] = good.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const bad = {
      'another key': await sign({}, Buffer.alloc(32, 7)),
      'another algorithm': await sign({}, Buffer.concat([server.key, server.key]), 'HS512'),
      'another audience': await sign({}, server.key, 'HS256', 'somebody else'),
      'no person': await sign({ uid: undefined }),
      'a session': session,
      'a ticket': ticket,
      'no algorithm': `${none}.${claims}.`,
      'other claims': `${header}.${Buffer.from('{"uid":"eve"}').toString('base64url')}.${signature}`,
      empty: '',
      nonsense: 'nonsense',
      'NUL and more': '\u0000..',
    };
    for (const [what, token] of Object.entries(bad)) {
      const { status, body } = await openSession(token);
      expect([what, status, body.error.code]).toEqual([what, 401, 'auth/invalid-custom-token']);
    }
    server.clock.skewMs = 3_601_000;
    expect((await openSession(good)).body.error.code).toBe('auth/invalid-custom-token');
    server.clock.skewMs = 0;
    for (const [body, status] of [
      [{}, 400],
      [{ token: 7 }, 400],
      [{ token: good, uid: 'eve' }, 400],
      ['{"token":"a","__proto__":{}}', 400],
      ['{"token":', 400],
      [`{"token":"${'x'.repeat(9_000)}"}`, 413],
    ] as const)
      expect((await server.call('POST', '/session', { body })).status).toBe(status);
  });

  it('is refused, and its session ended, if its sign-in has ended', async () => {
    const token = await server.tokens.issue(staff('ada', 'sign-in-that-ends'));
    const session = (await openSession(token)).body.session;
    server.endedSignIns.add('sign-in-that-ends');
    const refused = await server.tokens.issue(staff('ada', 'sign-in-that-ends-too'));
    server.endedSignIns.add('sign-in-that-ends-too');
    const answer = await openSession(refused);
    expect([answer.status, answer.body.error.code]).toEqual([403, 'auth/user-disabled']);
    const status = async () => (await server.call('GET', '/online?shallow=count', { bearer: session })).status;
    await expect.poll(status).toBe(401);
  });
});

describe('a session', () => {
  it('ends on sign-out immediately, including its tickets', async () => {
    const session = await server.signIn();
    const { ticket } = (await server.call('POST', '/ticket', { bearer: session })).body;
    expect((await server.call('DELETE', '/session', { bearer: session })).status).toBe(204);
    for (const [method, path] of [
      ['GET', '/online?shallow=count'],
      ['POST', '/ticket'],
      ['DELETE', '/session'],
    ] as const) {
      const answer = await server.call(method, path, { bearer: session });
      expect([answer.status, answer.body.error.code]).toEqual([401, 'auth/user-token-expired']);
    }
    expect((await server.call('GET', `/stream?ticket=${ticket}`)).status).toBe(401);
  });

  it('is required, and differs from admin and access tokens', async () => {
    const admin = await server.tokens.issue(staff('ada'));
    for (const bearer of [admin, 'person', 'pos', 'x.y.z']) {
      const answer = await server.call('GET', '/online?shallow=count', { bearer });
      expect([bearer, answer.status]).toEqual([bearer, 401]);
    }
    const without = await server.call('GET', '/online?shallow=count');
    expect([without.status, without.body.error.code]).toEqual([401, 'auth/invalid-credential']);
    expect(without.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('reads the count, an entry and a picture URL [spec 3.14, 7.20, 7.23]', async () => {
    const bearer = await server.signIn();
    await server.store.touch([{ firebaseId: 'ada', storeSid: 'ST00001', connectionId: 'c' }]);
    expect((await server.call('GET', '/online?shallow=count', { bearer })).body).toBe(1);
    expect((await server.call('GET', '/online', { bearer })).status).toBe(400);
    expect((await server.call('GET', '/online/ada', { bearer })).body).toEqual({ store_sid: 'ST00001' });
    const nobody = await server.call('GET', '/online/nobody', { bearer });
    expect([nobody.status, nobody.body]).toEqual([200, null]);
    expect((await server.call('GET', '/online/a.b', { bearer })).status).toBe(400);
    expect((await server.call('GET', '/pictures/ada', { bearer })).body).toEqual({
      url: '/files/ada.png',
      expiresAt: 1,
    });
    const missing = await server.call('GET', '/pictures/bob', { bearer });
    expect([missing.status, missing.body.error.code]).toEqual([404, 'storage/object-not-found']);
    expect((await server.call('GET', '/pictures/ada')).status).toBe(401);
    expect((await server.call('GET', '/elsewhere', { bearer })).body.error.code).toBe('database/not-found');
  });

  it('may request a limited number of tickets a minute', async () => {
    const bearer = await server.signIn('hasty');
    const statuses = await Promise.all(
      Array.from({ length: 130 }, async () => (await server.call('POST', '/ticket', { bearer })).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    const answer = await server.call('POST', '/ticket', { bearer });
    expect([answer.status, answer.body.error.code]).toEqual([429, 'database/too-many-requests']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('guessing', () => {
  it('is limited by address', async () => {
    const own = await RealtimeServer.start();
    const codes = new Map<string, number>();
    for (let at = 0; at < 620; at += 20)
      for (const { body } of await Promise.all(
        Array.from({ length: 20 }, () => own.call('POST', '/session', { body: { token: 'guess' } })),
      ))
        codes.set(body.error.code, (codes.get(body.error.code) ?? 0) + 1);
    expect(codes).toEqual(
      new Map([
        ['auth/invalid-custom-token', 600],
        ['auth/too-many-requests', 20],
      ]),
    );
    await own.stop();
  });
});

describe('the log', () => {
  it('contains no token, session or ticket', async () => {
    const token = await server.tokens.issue(staff('ada'));
    const { session } = (await openSession(token)).body;
    const { ticket } = (await server.call('POST', '/ticket', { bearer: session })).body;
    const stream = await server.call('GET', `/stream?ticket=${ticket}x`);
    expect(stream.status).toBe(401);
    const text = server.log.join('');
    for (const secret of [token, session]) expect(text).not.toContain(secret.split('.')[2]);
  });
});
