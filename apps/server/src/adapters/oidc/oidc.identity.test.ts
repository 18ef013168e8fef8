import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError, type MachineScope } from '@backcounter/domain';
import { exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { IdentityPort, MachineRegistry } from '../../ports/identity.ts';
import { createOidcIdentity, type OidcIdentityDeps } from './oidc.identity.ts';
import { ProviderKeys } from './provider-keys.ts';
import { ProviderDiscovery } from './provider-metadata.ts';

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
let issuer: string;
let server: http.Server;
let rsa: Keys;
let ec: Keys;
let stranger: Keys;
let published: object[];
let answers: Record<string, (body: string) => { status?: number; headers?: Record<string, string>; body: string }>;
const asked: string[] = [];
const clock = { skewMs: 0, now: () => new Date(Date.now() + clock.skewMs) };

beforeAll(async () => {
  const generate = (alg: string) => generateKeyPair(alg, { extractable: true });
  [rsa, ec, stranger] = await Promise.all([generate('RS256'), generate('ES256'), generate('RS256')]);
  server = http.createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const answer = answers[path]?.(body) ?? { status: 404, body: '' };
      response
        .writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
        .end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

beforeEach(async () => {
  clock.skewMs = 0;
  asked.length = 0;
  published = [
    { ...(await exportJWK(rsa.publicKey)), kid: 'rsa', alg: 'RS256', use: 'sig' },
    { ...(await exportJWK(ec.publicKey)), kid: 'ec', alg: 'ES256', use: 'sig' },
  ];
  answers = {
    '/.well-known/openid-configuration': () => ({
      body: JSON.stringify({ issuer, jwks_uri: `${issuer}/keys`, introspection_endpoint: `${issuer}/introspect` }),
    }),
    '/keys': () => ({ body: JSON.stringify({ keys: published }) }),
  };
});

function identity(given: Partial<OidcIdentityDeps> = {}): IdentityPort {
  const discovery = new ProviderDiscovery(issuer, clock);
  return createOidcIdentity({
    discovery,
    keys: new ProviderKeys(discovery),
    ended: { includes: async () => false },
    machines: registryOf({ 'pos-1': ['account.sync', 'coupon.redeem'] }),
    clientId: 'backcounter',
    audience: 'office-api',
    rolesPath: 'resource_access.global_roles',
    clientSecret: null,
    clock,
    ...given,
  });
}

/** A registry of these clients and scopes. */
function registryOf(registered: Readonly<Record<string, readonly MachineScope[]>>): MachineRegistry {
  return {
    admit: async ({ clientId, scopes, expiresAt }) => {
      const own = registered[clientId];
      if (own === undefined) throw new AppError('session.required');
      const granted = own.filter((scope) => scopes?.includes(scope) ?? true);
      return { kind: 'machine', sub: clientId, name: 'Registered', scopes: granted, expiresAt };
    },
  };
}

const now = () => Math.floor(Date.now() / 1000);
const good = (): JWTPayload => ({
  iss: issuer,
  aud: 'office-api',
  azp: 'backcounter',
  sub: 'person-1',
  iat: now(),
  exp: now() + 300,
  scope: 'openid',
  name: 'Ada',
  resource_access: { global_roles: ['ADMIN', 'GARDENER'] },
});

function sign(claims: JWTPayload, header: Partial<JWTHeaderParameters> = {}, key = rsa.privateKey): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'rsa', ...header }).sign(key);
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const without = (name: string) => Object.fromEntries(Object.entries(good()).filter(([key]) => key !== name));

async function codeOf(token: string, given: Partial<OidcIdentityDeps> = {}): Promise<string> {
  const error = await identity(given)
    .authenticate(token)
    .then(
      () => null,
      (reason: unknown) => reason,
    );
  return error instanceof AppError ? error.code : String(error);
}

describe('a token of the provider', () => {
  test.each([
    ['RS256', () => sign(good())],
    ['ES256', () => sign(good(), { alg: 'ES256', kid: 'ec' }, ec.privateKey)],
    ['typ at+jwt without scope', () => sign(without('scope'), { typ: 'at+jwt' })],
    ['a list of audiences', () => sign({ ...good(), aud: ['x', 'office-api'] })],
    ['expired within the leeway', () => sign({ ...good(), exp: now() - 50 })],
    ['not yet valid within the leeway', () => sign({ ...good(), nbf: now() + 50 })],
  ])('is accepted: %s', async (_name, make) => {
    expect(await identity().authenticate(await make())).toMatchObject({
      kind: 'staff',
      sub: 'person-1',
      roles: ['ADMIN'],
    });
  });

  test('is accepted by its authorised party if no audience is configured', async () => {
    const token = await sign({ ...good(), aud: 'account' });
    expect(await identity({ audience: null }).authenticate(token)).toMatchObject({ sub: 'person-1' });
  });

  test.each([
    ['coupon.redeem staff.all', ['coupon.redeem']],
    ['points.transfer', []],
    ['openid', ['account.sync', 'coupon.redeem']],
  ])('of a client itself is a machine: scope %j is limited to its registration', async (scope, scopes) => {
    const token = await sign({ ...good(), sub: 'pos-1', azp: 'pos-1', client_id: 'pos-1', scope });
    expect(await identity().authenticate(token)).toEqual({
      kind: 'machine',
      sub: 'pos-1',
      name: 'Registered',
      scopes,
      expiresAt: expect.any(Date),
    });
  });

  test('of an unregistered client is refused [machines 2]', async () => {
    const token = await sign({ ...good(), sub: 'pos-2', azp: 'pos-2', scope: 'account.sync' });
    await expect(identity().authenticate(token)).rejects.toMatchObject({ code: 'session.required' });
  });
});

describe('a forged or unfit token is refused [spec 5.9]', () => {
  const forged: [string, () => Promise<string> | string, string?][] = [
    ['empty', () => ''],
    ['not a token', () => 'a.b.c'],
    ['with a space', async () => `${await sign(good())} `],
    ['alg none, no signature', () => `${encode({ alg: 'none' })}.${encode(good())}.`],
    [
      'alg None, old signature',
      async () => `${encode({ alg: 'None', kid: 'rsa' })}.${(await sign(good())).split('.').slice(1).join('.')}`,
    ],
    [
      'HS256 with the public key as secret',
      async () => {
        const text = `${encode({ alg: 'HS256', kid: 'rsa' })}.${encode(good())}`;
        return `${text}.${createHmac('sha256', await exportSPKI(rsa.publicKey))
          .update(text)
          .digest('base64url')}`;
      },
    ],
    ['signed by a stranger under our kid', () => sign(good(), {}, stranger.privateKey)],
    [
      'signed by a stranger under no kid',
      () => sign(good(), { kid: undefined as unknown as string }, stranger.privateKey),
    ],
    ['unknown kid', () => sign(good(), { kid: 'other' })],
    ['kid of the other key', () => sign(good(), { kid: 'ec' })],
    ['kid as a path', () => sign(good(), { kid: '../../rsa' })],
    ['brings a key address (jku)', () => sign(good(), { jku: 'http://127.0.0.1:1/keys' })],
    ['brings a key (jwk)', async () => sign(good(), { jwk: await exportJWK(stranger.publicKey) }, stranger.privateKey)],
    ['brings a certificate address (x5u)', () => sign(good(), { x5u: 'http://127.0.0.1:1/cert' })],
    ['brings a certificate (x5c)', () => sign(good(), { x5c: ['MIIB'] })],
    [
      'crit extension',
      async () => {
        const [, payload, signature] = (await sign(good())).split('.');
        return `${encode({ alg: 'RS256', kid: 'rsa', crit: ['exp'] })}.${payload}.${signature}`;
      },
    ],
    [
      'claims changed',
      async () => {
        const [header, , signature] = (await sign(good())).split('.');
        return `${header}.${encode({ ...good(), sub: 'admin' })}.${signature}`;
      },
    ],
    ['signature cut', async () => (await sign(good())).slice(0, -4)],
    ['signature missing', async () => `${(await sign(good())).split('.').slice(0, 2).join('.')}.`],
    ['other issuer', () => sign({ ...good(), iss: 'https://evil.example' })],
    ['issuer with a slash more', () => sign({ ...good(), iss: `${issuer}/` })],
    ['no issuer', () => sign(without('iss'))],
    ['other audience', () => sign({ ...good(), aud: 'other' })],
    ['audience as a part of ours', () => sign({ ...good(), aud: 'office-api-2' })],
    ['no audience', () => sign(without('aud'))],
    ['audience is the console: an ID token', () => sign({ ...good(), aud: 'backcounter' })],
    ['ID token by nonce', () => sign({ ...good(), nonce: 'n' })],
    ['ID token by at_hash', () => sign({ ...good(), at_hash: 'h' })],
    ['ID token by its typ claim', () => sign({ ...good(), typ: 'ID' })],
    ['refresh token by its typ claim', () => sign({ ...good(), typ: 'Refresh' })],
    ['neither scope nor typ', () => sign(without('scope'))],
    ['logout token', () => sign(good(), { typ: 'logout+jwt' })],
    ['DPoP proof', () => sign(good(), { typ: 'dpop+jwt' })],
    ['no subject', () => sign(without('sub'))],
    ['empty subject', () => sign({ ...good(), sub: '' })],
    ['subject as a list', () => sign({ ...good(), sub: ['admin'] as unknown as string })],
    ['no expiry', () => sign(without('exp'))],
    ['expiry as text', () => sign({ ...good(), exp: '9999999999' as unknown as number })],
    ['expired', () => sign({ ...good(), exp: now() - 61 }), 'session.expired'],
    ['not yet valid', () => sign({ ...good(), nbf: now() + 120 })],
    ['from the future', () => sign({ ...good(), iat: now() + 120 })],
    ['far too long', () => sign({ ...good(), padding: 'x'.repeat(20_000) })],
  ];
  test.each(forged)('%s', async (_name, make, code = 'session.required') => {
    expect(await codeOf(await make())).toBe(code);
  });
});

test.each([
  ['text', { global_roles: 'ADMIN' }],
  ['an object', { global_roles: { 0: 'ADMIN', length: 1 } }],
  ['in a nested list', { global_roles: [['ADMIN']] }],
  ['another case', { global_roles: ['admin'] }],
  ['missing', {}],
  ['a list on the way', [{ global_roles: ['ADMIN'] }]],
])('ignores roles that are %s', async (_name, access) => {
  expect(await identity().authenticate(await sign({ ...good(), resource_access: access }))).toMatchObject({
    roles: [],
  });
});

test('reads roles from scopes if so configured [sign-in 4]', async () => {
  const token = await sign({ ...good(), scope: 'openid ADMIN  MARKETING admin' });
  expect(await identity({ rolesPath: 'scope' }).authenticate(token)).toMatchObject({ roles: ['ADMIN', 'MARKETING'] });
});

test('ignores inherited properties as roles', async () => {
  const text = JSON.stringify({ ...good(), resource_access: 'HERE' }).replace(
    '"HERE"',
    '{"__proto__":{"global_roles":["ADMIN"]}}',
  );
  const token = await sign(JSON.parse(text) as JWTPayload);
  expect(await identity().authenticate(token)).toMatchObject({ roles: [] });
  expect(await identity({ rolesPath: '__proto__.roles' }).authenticate(token)).toMatchObject({ roles: [] });
});

test('fetches the keys only one more time for random key ids', async () => {
  const port = identity();
  await port.authenticate(await sign(good()));
  for (let index = 0; index < 10; index += 1) {
    await expect(port.authenticate(await sign(good(), { kid: `random-${index}` }))).rejects.toMatchObject({
      code: 'session.required',
    });
  }
  expect(asked.filter((path) => path === '/keys').length).toBeLessThanOrEqual(2);
});

describe('a provider failure is not a token error', () => {
  test.each([
    ['discovery fails', '/.well-known/openid-configuration', () => ({ status: 500, body: 'no' })],
    [
      'discovery is of another issuer',
      '/.well-known/openid-configuration',
      () => ({ body: JSON.stringify({ issuer: 'https://evil.example', jwks_uri: 'https://evil.example/k' }) }),
    ],
    ['keys fail', '/keys', () => ({ status: 503, body: '' })],
    ['keys are HTML', '/keys', () => ({ body: '<html>' })],
    ['keys redirect', '/keys', () => ({ status: 302, headers: { location: `${issuer}/keys2` }, body: '' })],
    ['keys are Brotli', '/keys', () => ({ headers: { 'content-encoding': 'br' }, body: 'x' })],
    ['keys are 2 MB', '/keys', () => ({ body: JSON.stringify({ keys: [], padding: 'x'.repeat(2 ** 21) }) })],
  ])('%s', async (_name, path, answer) => {
    answers[path] = answer;
    expect(await codeOf(await sign(good()))).toBe('service.unavailable');
  });
});

describe('an opaque token', () => {
  const active = () => ({
    active: true,
    sub: 'person-1',
    aud: 'office-api',
    exp: now() + 300,
    scope: 'openid',
    resource_access: { global_roles: ['MARKETING'] },
  });

  test('is introspected once in 4 s', async () => {
    answers['/introspect'] = () => ({ body: JSON.stringify(active()) });
    const port = identity({ clientSecret: 's3cret' });
    for (const skewMs of [0, 3_900, 4_100]) {
      clock.skewMs = skewMs;
      expect(await port.authenticate('opaque-token')).toMatchObject({ kind: 'staff', roles: ['MARKETING'] });
    }
    expect(asked.filter((path) => path === '/introspect')).toHaveLength(2);
  });

  test.each([
    ['inactive', () => ({ body: JSON.stringify({ active: false }) }), 'session.required'],
    ['of another audience', () => ({ body: JSON.stringify({ ...active(), aud: 'x' }) }), 'session.required'],
    [
      'a refresh token',
      () => ({ body: JSON.stringify({ ...active(), token_type: 'refresh_token' }) }),
      'session.required',
    ],
    ['unanswered', () => ({ status: 500, body: '' }), 'service.unavailable'],
  ])('is refused when %s', async (_name, answer, code) => {
    answers['/introspect'] = answer;
    expect(await codeOf('opaque-token')).toBe(code);
  });
});
