import { expect, it } from 'vitest';
import { fileApp } from './testing/file-app.ts';
import { TEST_CONFIG } from './testing/test-app.ts';

const test = await fileApp({ config: { ...TEST_CONFIG, roles: ['worker'] } });

it.each([
  ['GET', '/graphql?query={__typename}'],
  ['POST', '/graphql'],
  ['PUT', '/graphql/stream'],
  ['GET', '/graphql/stream'],
  ['POST', '/files/uploads?kind=import'],
  ['GET', '/files/exports/1'],
] as const)('a process without the role api responds 404 at %s %s', async (method, url) => {
  const headers = { authorization: 'Bearer admin', 'content-type': 'application/json' };
  const answer = await test.app.inject({ method, url, headers, ...(method !== 'GET' && { payload: '{}' }) });
  expect(answer.statusCode).toBe(404);
});

it.each(['/healthz', '/readyz', '/metrics'])('a process without the role api responds at %s', async (url) => {
  expect((await test.app.inject({ url })).statusCode).toBe(200);
});
