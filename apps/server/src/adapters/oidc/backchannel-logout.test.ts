import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseMachineRegistry } from '../../db/machine-registry.ts';
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts';
import { addErrorResponses } from '../../http/error-responses.ts';
import { createOidcProvider } from './oidc-provider.ts';

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
let database: TestDatabase;
let provider: http.Server;
let keys: Keys;
let stranger: Keys;
let issuer: string;
let areKeysThere = true;
const clock = { skewMs: 0, now: () => new Date(Date.now() + clock.skewMs) };
/** Two server processes on one database. */
let told: Copy;
let other: Copy;

interface Copy extends ReturnType<typeof createOidcProvider> {
  readonly app: FastifyInstance;
}

async function startCopy(): Promise<Copy> {
  const parts = createOidcProvider({
    issuer,
    clientId: 'backcounter',
    clientSecret: null,
    audience: null,
    rolesPath: 'resource_access.global_roles',
    secondFactor: null,
    clock,
    machines: new DatabaseMachineRegistry(database.pool, clock, false),
    pool: database.pool,
  });
  const app = Fastify();
  addErrorResponses(app);
  await app.register(parts.plugin);
  return { ...parts, app };
}

beforeAll(async () => {
  database = await createTestDatabase();
  [keys, stranger] = [await generateKeyPair('RS256', { extractable: true }), await generateKeyPair('RS256')];
  const published = { ...(await exportJWK(keys.publicKey)), kid: 'a', alg: 'RS256', use: 'sig' };
  provider = http.createServer((request, response) => {
    if (request.url === '/keys' && !areKeysThere) response.writeHead(500).end();
    else
      response.end(
        JSON.stringify(request.url === '/keys' ? { keys: [published] } : { issuer, jwks_uri: `${issuer}/keys` }),
      );
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  areKeysThere = true;
  clock.skewMs = 0;
  await database.pool.query('DELETE FROM identity.ended_sign_in');
  [told, other] = [await startCopy(), await startCopy()];
});
afterAll(async () => {
  provider.close();
  await database.drop();
});

const now = () => Math.floor(clock.now().getTime() / 1000);
const logout = (): JWTPayload => ({
  iss: issuer,
  aud: 'backcounter',
  sub: 'ada',
  iat: now(),
  jti: randomUUID(),
  events: EVENTS,
});
const sign = (claims: JWTPayload, header: Partial<JWTHeaderParameters> = {}, key = keys.privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'a', ...header }).sign(key);
const accessToken = (claims: JWTPayload = {}) =>
  sign({
    iss: issuer,
    aud: 'x',
    azp: 'backcounter',
    sub: 'ada',
    iat: now() - 10,
    exp: now() + 300,
    scope: 'openid',
    ...claims,
  });

const post = ({ app }: Copy, token: string, field = 'logout_token') =>
  app.inject({
    method: 'POST',
    url: '/backchannel-logout',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ [field]: token }).toString(),
  });

const standing = async ({ identity }: Copy, token: string) =>
  identity.authenticate(token).then(
    () => 'in',
    (error: { code?: string }) => error.code,
  );

test('a sign-out at the provider ends the person’s tokens immediately, and in the other process within 2 s [spec 7.19]', async () => {
  const [token, somebodyElses] = [await accessToken(), await accessToken({ sub: 'grace' })];
  expect([await standing(told, token), await standing(other, token)]).toEqual(['in', 'in']);
  const answer = await post(told, await sign(logout(), { typ: 'logout+jwt' }));
  expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, '', 'no-store']);
  expect(await standing(told, token)).toBe('session.expired');
  clock.skewMs = 2_000;
  expect(await standing(other, token)).toBe('session.expired');
  expect([await standing(told, somebodyElses), await standing(other, somebodyElses)]).toEqual(['in', 'in']);
});

test('accepts a later sign-in', async () => {
  await post(told, await sign(logout()));
  expect(await standing(told, await accessToken({ iat: now() + 1 }))).toBe('in');
});

test('is known to a process that starts later', async () => {
  const token = await accessToken();
  await post(told, await sign(logout()));
  expect(await standing(await startCopy(), token)).toBe('session.expired');
});

test.each([
  ['a session ends that session only', { sid: 's1' }, ['session.expired', 'in', 'in']],
  [
    'a session of a person ends what names no session, too',
    { sid: 's1', sub: 'ada' },
    ['session.expired', 'in', 'session.expired'],
  ],
  ['a person ends all sessions', { sub: 'ada' }, ['session.expired', 'session.expired', 'session.expired']],
])('%s', async (_name, named, expected) => {
  const tokens = [await accessToken({ sid: 's1' }), await accessToken({ sid: 's2' }), await accessToken()];
  const { sub: _sub, ...anonymous } = logout();
  await post(told, await sign({ ...anonymous, ...named }));
  expect(await Promise.all(tokens.map((token) => standing(told, token)))).toEqual(expected);
});

test('records a repeated logout token once', async () => {
  const token = await sign(logout());
  expect([(await post(told, token)).statusCode, (await post(other, token)).statusCode]).toEqual([200, 200]);
  const { rows } = await database.pool.query('SELECT jti FROM identity.ended_sign_in');
  expect(rows).toHaveLength(1);
});

describe('a logout token is refused', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const without = (name: string) => Object.fromEntries(Object.entries(logout()).filter(([key]) => key !== name));
  test.each<[string, () => Promise<string> | string]>([
    ['that is empty', () => ''],
    ['that is no token', () => 'a.b.c'],
    ['unsigned', () => `${encode({ alg: 'none' })}.${encode(logout())}.`],
    ['signed by a stranger', () => sign(logout(), {}, stranger.privateKey)],
    ['of another issuer', () => sign({ ...logout(), iss: 'https://evil.example' })],
    ['for another client', () => sign({ ...logout(), aud: 'other' })],
    ['without a time', () => sign(without('iat'))],
    ['that is old', () => sign({ ...logout(), iat: now() - 400 })],
    ['from the future', () => sign({ ...logout(), iat: now() + 120 })],
    ['that has expired', () => sign({ ...logout(), exp: now() - 61 })],
    ['without an id', () => sign(without('jti'))],
    ['that names nobody', () => sign(without('sub'))],
    ['without the event', () => sign(without('events'))],
    ['with another event', () => sign({ ...logout(), events: { other: {} } })],
    ['whose event is text', () => sign({ ...logout(), events: 'logout' })],
    ['with a nonce: an ID token', () => sign({ ...logout(), nonce: 'n' })],
    ['of another type', () => sign(logout(), { typ: 'at+jwt' })],
  ])('%s', async (_name, make) => {
    const token = await accessToken();
    const answer = await post(told, await make());
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'invalid_request' }]);
    expect(await standing(told, token)).toBe('in');
  });

  test('in another field or another content type', async () => {
    expect((await post(told, await sign(logout()), 'token')).statusCode).toBe(400);
    const json = await told.app.inject({
      method: 'POST',
      url: '/backchannel-logout',
      payload: { logout_token: await sign(logout()) },
    });
    expect(json.statusCode).toBe(415);
  });

  test('temporarily, while the provider’s keys are unavailable', async () => {
    areKeysThere = false;
    expect((await post(told, await sign(logout()))).statusCode).toBe(503);
  });
});
