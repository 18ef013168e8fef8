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
  const session = { getAccessToken: async () => 'token', sessionAccepted: vi.fn() };
  return { sent, handlers, session, done: bearerFetch(session, handlers, address) };
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
    expect(handlers.onUnauthorized.mock.calls).toEqual([[errors[0], 'token']]);
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
  ['with something else than a list', 403, { errors: { message: 'no' } }, 'application/json'],
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

test.each([
  ['gone', 'gone', null],
  [{ code: 'gone', description: 'It is gone.' }, 'It is gone.', 'gone'],
  [{ error: 'invalid_token', error_description: 'It has expired.' }, 'It has expired.', 'invalid_token'],
  [{ error: 'invalid_token' }, 'invalid_token', 'invalid_token'],
  [{ message: 7 }, 'Answered 403', null],
  [null, 'Answered 403', null],
  [0, 'Answered 403', null],
  [['gone'], 'Answered 403', null],
])(
  'the item %j of an errors list counts as any other, and is handed over as it is [spec 8.2, 8.3]',
  async (item, message, code) => {
    const refused = call(403, { errors: [item, 'second'] });
    await expect(refused.done).rejects.toMatchObject({ name: 'UnauthorizedError', status: 403, message, code });
    expect(refused.handlers.onUnauthorized.mock.calls).toEqual([[item, 'token']]);
    const failed = call(400, { errors: [item] });
    await failed.done;
    expect(failed.handlers.onErrors.mock.calls).toEqual([[[item]]]);
  },
);

test('a request that was refused with an older token is repeated once, with its body [spec 4.20]', async () => {
  vi.stubGlobal('window', { location: { origin: 'https://office.example' } });
  const sent: [string | null, string][] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push([request.headers.get('authorization'), await request.text()]);
    return Response.json({ errors }, { status: 401 });
  });
  const tokens = ['old', 'new', 'newest'];
  const onUnauthorized = vi.fn();
  const done = bearerFetch(
    { getAccessToken: async () => tokens.shift() ?? null, sessionAccepted: () => undefined },
    { onUnauthorized },
    'https://office.example/a',
    {
      method: 'POST',
      body: 'b',
    },
  );
  await expect(done).rejects.toThrow('first');
  expect(sent).toEqual([
    ['Bearer old', 'b'],
    ['Bearer new', 'b'],
  ]);
  expect(onUnauthorized.mock.calls).toEqual([[errors[0], 'new']]);
});

test.each([
  ['https://office.example/graphql', 200, 1],
  ['https://office.example/graphql', 401, 0],
  ['https://office.example/graphql', 500, 0],
  ['https://cdn.example/file', 200, 0],
])('%s answered %i accepts the session: %i [sign-in 11]', async (address, status, times) => {
  const { session, done } = call(status, {}, 'application/json', address);
  await done;
  expect(session.sessionAccepted).toHaveBeenCalledTimes(times);
});

test('without handlers 401 is still rejected, and another list is not', () => {
  expect(() => inspectAnswer({}, 401, [{ message: 'no' }])).toThrow(
    expect.objectContaining({ name: 'UnauthorizedError', message: 'no', code: null }),
  );
  expect(() => inspectAnswer({}, 200, [{ message: 'no' }])).not.toThrow();
});
