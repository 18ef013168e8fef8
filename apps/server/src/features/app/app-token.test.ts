import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATIONS } from '../../testing/root-operations.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());
const ask = (query: string, token: string) => api.post(JSON.stringify({ query }), { token });

test('an app of an administrator reads who is online and nothing else', async () => {
  const served: string[] = [];
  for (const [field, query] of Object.entries(OPERATIONS)) {
    const { body } = await ask(query, 'app');
    const codes = (body.errors ?? []).map(({ extensions }: { extensions: { code: string } }) => extensions.code);
    if (!codes.includes('access.denied')) served.push(field);
  }
  expect(served).toEqual([]);
  const own = await ask('{ getFirebaseAdminToken(user_id: "staff-app") }', 'app');
  expect(own.body.data).toEqual({ getFirebaseAdminToken: 'admin-token-of-staff-app' });
});

test('an app without the scope is refused, and its person is not', async () => {
  const query = (sub: string) => `{ getFirebaseAdminToken(user_id: "${sub}") }`;
  const refused = await ask(query('staff-app~release.read'), 'app~release.read');
  expect(refused.body.errors[0].extensions.code).toBe('access.denied');
  expect((await ask(query('staff-admin'), 'admin')).body.errors).toBeUndefined();
});

test.each([
  ['POST', '/files/uploads?kind=PICTURE'],
  ['PUT', '/graphql/stream'],
] as const)('%s %s refuses apps', async (method, url) => {
  const answer = await api.app.inject({ method, url, headers: { authorization: 'Bearer app' } });
  expect(answer.statusCode).toBe(403);
});

test('only origins of apps may call, without credentials', async () => {
  const preflight = (origin: string) => api.app.inject({ method: 'OPTIONS', url: '/graphql', headers: { origin } });
  const allowed = await preflight('https://app.example');
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': 'https://app.example',
    'access-control-allow-headers': expect.stringContaining('authorization'),
  });
  expect(allowed.headers['access-control-allow-credentials']).toBeUndefined();
  expect((await preflight('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
});
