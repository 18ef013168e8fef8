import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, testIdentity } from '../../testing/test-app.ts';
import { ProviderKeys } from './provider-keys.ts';
import { ProviderDiscovery } from './provider-metadata.ts';
import { secondFactorsOf } from './second-factor.ts';

const clock = { now: () => new Date() };
const SUB = 'staff-admin';
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let provider: http.Server;
let issuer: string;
let app: TestApp;
/** Session of the access token; null: the provider names none. */
let session: string | null = null;

beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true });
  const published = { ...(await exportJWK(keys.publicKey)), kid: 'a', alg: 'RS256', use: 'sig' };
  provider = http.createServer((request, response) => {
    const isKeys = request.url === '/keys';
    response.end(JSON.stringify(isKeys ? { keys: [published] } : { issuer, jwks_uri: `${issuer}/keys` }));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const discovery = new ProviderDiscovery(issuer, clock);
  const rules = { clientId: 'backcounter', discovery, keys: new ProviderKeys(discovery), clock };
  app = await createTestApp({
    secondFactors: secondFactorsOf({ amr: ['mfa', 'otp'], acr: ['gold'] }, rules),
    identity: {
      authenticate: async (token) => {
        const caller = await testIdentity.authenticate(token);
        return caller.kind === 'staff' && session !== null ? { ...caller, providerSession: session } : caller;
      },
    },
  });
});
afterAll(async () => {
  await app.close();
  provider.close();
});

const nowS = () => Math.floor(clock.now().getTime() / 1000);
const strong = (): JWTPayload => ({
  ...{ iss: issuer, aud: 'backcounter', sub: SUB, iat: nowS(), exp: nowS() + 300 },
  ...{ auth_time: nowS() - 1, amr: ['pwd', 'otp'] },
});
const sign = (claims: JWTPayload, key = keys.privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'a' }).sign(key);
const confirm = async (idToken: string) => {
  const query =
    'mutation($input: ConfirmSecondFactorInput!) { confirmSecondFactor(input: $input) { outcome expiresAt } }';
  const { body } = await app.send(query, { input: { idToken } });
  return body.errors?.[0]?.extensions.code ?? body.data.confirmSecondFactor.outcome;
};
let count = 0;
const create = async () => {
  count += 1;
  const { body } = await app.send(
    'mutation($input: CreateMachineClientInput!) { createMachineClient(input: $input) { machineClient { id } } }',
    { input: { clientId: `client-${count}`, name: 'Till', scopes: 'account.sync' } },
  );
  return body.errors?.[0]?.extensions.code ?? 'done';
};
const sql = async (text: string) => (await app.database.ownerPool.query(text)).rows;

test.each([
  ['amr', {}],
  ['amr as text', { amr: 'mfa' }],
  ['acr', { amr: ['pwd'], acr: 'gold' }],
])('people of another provider confirm by a new sign-in with the second factor in %s', async (_name, claims) => {
  await sql('truncate second_factor_confirmation');
  expect(await create()).toBe('second-factor.required');
  expect(await confirm(await sign({ ...strong(), ...claims }))).toBe('CONFIRMED');
  expect(await create()).toBe('done');
});

test('the confirmation ends 5 minutes after the sign-in, however late its token comes and however often', async () => {
  await sql('truncate second_factor_confirmation');
  const token = await sign({ ...strong(), auth_time: nowS() - 240 });
  for (let time = 0; time < 2; time += 1) expect(await confirm(token)).toBe('CONFIRMED');
  const [row] = await sql(
    `select expires_at between now() + interval '30 s' and now() + interval '60 s' as "isShort" from second_factor_confirmation`,
  );
  expect(row).toEqual({ isShort: true });
});

test('it is of the session that the tokens name', async () => {
  await sql('truncate second_factor_confirmation');
  session = 'one';
  expect(await confirm(await sign(strong()))).toBe('CONFIRMED');
  session = 'other';
  expect(await create()).toBe('second-factor.required');
  session = 'one';
  expect(await create()).toBe('done');
  session = null;
});

describe('not confirmed by a token', () => {
  const refused: [string, () => JWTPayload][] = [
    ['without a second factor', () => ({ amr: ['pwd'] })],
    ['of another level', () => ({ amr: undefined, acr: 'silver' })],
    ['with a list of levels', () => ({ amr: undefined, acr: ['gold'] as unknown as string })],
    ['without the time of the sign-in', () => ({ auth_time: undefined })],
    ['with the time as text', () => ({ auth_time: String(nowS()) })],
    ['of an old sign-in', () => ({ auth_time: nowS() - 301 })],
    ['from the future', () => ({ auth_time: nowS() + 120 })],
    ['of someone else', () => ({ sub: 'staff-marketing' })],
    ['for another client', () => ({ aud: 'other' })],
    ['of another issuer', () => ({ iss: 'https://evil.example' })],
    ['that has expired', () => ({ exp: nowS() - 61 })],
  ];
  test.each(refused)('%s', async (_name, claims) => {
    await sql('truncate second_factor_confirmation');
    expect(await confirm(await sign({ ...strong(), ...claims() }))).toBe('WRONG_CODE');
    expect(await create()).toBe('second-factor.required');
  });

  test('signed by a stranger, or that is none', async () => {
    const stranger = await generateKeyPair('RS256');
    for (const token of [await sign(strong(), stranger.privateKey), 'a.b.c', '', 'x'.repeat(20_000)])
      expect(await confirm(token)).toBe('WRONG_CODE');
    const audited = await sql(
      `select outcome from staff_audit_event where action = 'session.confirm' order by id desc limit 4`,
    );
    expect(audited.map(({ outcome }) => outcome)).toEqual(Array(4).fill('DENIED'));
  });
});
