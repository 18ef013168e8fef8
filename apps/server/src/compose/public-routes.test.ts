import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { startWholeServer, type WholeServer } from '../testing/whole-server.ts';

let test: WholeServer;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  test = await startWholeServer(database);
});
afterAll(async () => {
  await test.close();
  await database.drop();
});

/** Routes without a bearer token, each with its other protection or the reason for none. */
const OTHERS: readonly RegExp[] = [
  // A signed URL that expires.
  / \/files\/(exports|proofs|profile_pictures|badges|giveaways)\/x$/,
  // Customers load the pictures of apps, notifications and prizes; their names can't be guessed.
  / \/files\/(apps|notifications|prizes)\/x$/,
  // The provider and its pages, with their own cookies and form tokens.
  / \/identity\/(x|account|interaction|invitation|session|reset|outbox|assets|\.well-known\/theme)\b/,
  // The foreign provider's signed token is in the body.
  /^POST \/backchannel-logout$/,
  // The admin token is in the body, a socket's token in its first message.
  /^POST \/realtime\/session$/,
  / \/realtime\/socket$/,
  // Published texts, release notes and their script.
  / \/(i18n|cdn|changelog|embed)\//,
  // Documentation of the API; GraphiQL in the demo alone.
  / \/(docs|graphiql|schema\.graphql)\b/,
  / \/(healthz|readyz)$/,
];

it('every route requires a bearer token, except those listed here [security 1]', async () => {
  const all = test.routes;
  expect(all.length).toBeGreaterThan(50);
  expect(all).toEqual(expect.arrayContaining(['POST /graphql', 'PUT /realtime/online/x', 'GET /files/exports/x']));
  expect(OTHERS.filter((pattern) => !all.some((route) => pattern.test(route)))).toEqual([]);
  for (const route of all.filter((each) => !OTHERS.some((pattern) => pattern.test(each)))) {
    const [method = '', url = ''] = route.split(' ');
    const headers = { 'content-type': 'application/json' };
    const request = { method: method as 'GET', url, headers, ...(method !== 'GET' && { payload: '{}' }) };
    expect([route, (await test.app.inject(request)).statusCode]).toEqual([route, 401]);
  }
});

it('GraphiQL of the demo has a token that may read the public slice', async () => {
  const { body } = await test.app.inject({ url: '/graphiql' });
  const [authorization = ''] = /Bearer [\w.-]+/.exec(body) ?? [];
  const payload = { query: '{ __schema { queryType { name } } }' };
  const asked = await test.app.inject({ method: 'POST', url: '/graphql', headers: { authorization }, payload });
  expect(asked.json()).toEqual({ data: { __schema: { queryType: { name: 'Query' } } } });
});
