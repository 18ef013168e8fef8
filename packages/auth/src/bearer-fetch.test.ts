import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bearerFetch, inspectAnswer } from './bearer-fetch.ts';

beforeEach(() => vi.stubGlobal('window', { location: { origin: 'https://office.example' } }));
afterEach(() => vi.unstubAllGlobals());

function call(status: number, body: unknown, type = 'application/json', address = 'https://office.example/graphql') {
  const sent: Request[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request);
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': type },
    });
  });
  const handlers = { onUnauthorized: vi.fn(), onErrors: vi.fn(), apiOrigins: ['https://api.example'] };
  return { sent, handlers, done: bearerFetch(async () => 'token', handlers, address) };
}
const errors = [{ message: 'first', extensions: { code: 'session.expired' } }, { message: 'second' }];

test('carries the access token [spec 7.28]', async () => {
  const { sent, done } = call(200, { data: {} });
  await done;
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer token');
});

test.each([
  ['https://api.example/things', 'Bearer token'],
  ['https://office.example.evil.example/graphql', null],
  ['https://cdn.example/file', null],
])('%s gets the token: %s [spec 7.28]', async (address, authorization) => {
  const { sent, done } = call(200, {}, 'application/json', address);
  await done;
  expect(sent[0]?.headers.get('authorization')).toBe(authorization);
});

test.each([401, 403] as const)(
  '%i with an errors list goes to the unauthorized handler and is rejected [spec 8.2]',
  async (status) => {
    const { handlers, done } = call(status, { errors });
    await expect(done).rejects.toMatchObject({
      name: 'UnauthorizedError',
      status,
      message: 'first',
      code: 'session.expired',
    });
    expect(handlers.onUnauthorized.mock.calls).toEqual([[errors[0]]]);
    expect(handlers.onErrors).not.toHaveBeenCalled();
  },
);

test.each([200, 400, 500])('%i with an errors list goes to the errors handler [spec 8.3]', async (status) => {
  const { handlers, done } = call(status, { errors }, 'application/graphql-response+json; charset=utf-8');
  expect((await done).status).toBe(status);
  expect(handlers.onErrors.mock.calls).toEqual([[errors]]);
});

test.each([
  ['without a list', 401, { message: 'no' }, 'application/json'],
  ['with an empty list', 401, { errors: [] }, 'application/json'],
  ['with a list of something else', 403, { errors: [1, null] }, 'application/json'],
  ['with a list of entries without a text', 401, { errors: [{ message: 7 }] }, 'application/json'],
  ['that is a JSON text', 401, '"no"', 'application/json'],
  ['that is not JSON', 403, '<html>', 'text/html'],
  ['that is not declared as JSON', 401, { errors }, 'text/html; was=application/json'],
  ['that claims to be JSON', 401, '{', 'application/json'],
])('an answer %s is left to the caller, its body unread', async (_name, status, body, type) => {
  const { handlers, done } = call(status, body, type);
  const response = await done;
  expect([response.status, response.bodyUsed]).toEqual([status, false]);
  expect([handlers.onUnauthorized.mock.calls, handlers.onErrors.mock.calls]).toEqual([[], []]);
});

test('without handlers 401 is still rejected, and another list is not', () => {
  expect(() => inspectAnswer({}, 401, [{ message: 'no' }])).toThrow(
    expect.objectContaining({ name: 'UnauthorizedError', message: 'no', code: null }),
  );
  expect(() => inspectAnswer({}, 200, [{ message: 'no' }])).not.toThrow();
});
