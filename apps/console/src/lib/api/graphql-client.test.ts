import { AuthSDK } from '@backcounter/auth';
import { describe, expect, test, vi } from 'vitest';
import { TypedDocumentString } from '../../generated/graphql.ts';
import { createGraphqlClient, type GraphqlClientOptions } from './graphql-client.ts';
import type { RequestError } from './request-error.ts';

const query = new TypedDocumentString<{ a: number }, Record<string, never>>('query Q { a }', {
  hash: 'sha256:q',
  kind: 'query',
  name: 'Q',
});
const mutation = new TypedDocumentString<{ a: number }, Record<string, never>>('mutation M { a }', {
  hash: 'sha256:m',
  kind: 'mutation',
  name: 'M',
});

const AUTH = {
  authority: 'https://id.test',
  clientId: 'backcounter',
  redirectUri: 'https://console.test/login',
  silentRedirectUri: 'https://console.test/silent',
  popupRedirectUri: 'https://console.test/popup',
  postLogoutRedirectUri: 'https://console.test/logout',
};
const ok = (headers: Record<string, string> = {}) => Response.json({ data: { a: 1 } }, { headers });
const marked = () => ok({ 'x-backcounter-mutation': '1' });
const failed = (code: string, status = 200, details?: unknown) =>
  Response.json(
    { errors: [{ message: `sentence of ${code}`, extensions: { code, details, referenceId: 'ref-1' } }] },
    { status, headers: { 'x-backcounter-mutation': '1' } },
  );

function setUp(answers: (Response | Error)[], overrides: Partial<GraphqlClientOptions> = {}) {
  const sent: { headers: Headers; body: Record<string, unknown>; init: RequestInit }[] = [];
  const calls = {
    onUnauthorized: vi.fn<(error: unknown, token: string | null) => void>(),
    onError: vi.fn<(error: RequestError) => void>(),
    onMutationDone: vi.fn(),
    onOutdated: vi.fn(),
    onAccepted: vi.fn(),
    askApproval: vi.fn<GraphqlClientOptions['askApproval']>(async () => undefined),
  };
  const auth = new AuthSDK({ ...AUTH, onUnauthorized: calls.onUnauthorized });
  const position = {
    current: () => '1/A0',
    expectChange: vi.fn(),
    noteChange: vi.fn<(position: unknown) => void>(),
    note: vi.fn<(position: unknown) => void>(),
  };
  const client = createGraphqlClient({
    endpoint: 'https://console.test/graphql',
    isPersistedOnly: true,
    fetch: async (_input, init) => {
      sent.push({
        init: init ?? {},
        headers: new Headers(init?.headers),
        body: JSON.parse(String(init?.body)) as Record<string, unknown>,
      });
      const answer = answers.shift() ?? new TypeError('no more answers');
      if (init?.signal?.aborted) throw init.signal.reason;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    accessToken: async () => 'token-1',
    reauthenticate: async () => null,
    confirm: async () => false,
    position,
    inspectAnswer: (status, errors, token) => auth.inspectAnswer(status, errors, token),
    ...calls,
    ...overrides,
  });
  return { client, sent, calls, position };
}

describe('requests', () => {
  test('a query carries the bearer token and its document id, no marker [spec 6.11, 7.1, 7.3] [security 12]', async () => {
    const { client, sent, calls } = setUp([ok()]);
    await expect(client.request(query, {})).resolves.toEqual({ a: 1 });
    expect(sent[0]?.body).toEqual({ documentId: 'sha256:q', variables: {}, operationName: 'Q' });
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-1');
    expect(sent[0]?.headers.has('x-backcounter-mutation')).toBe(false);
    expect(sent[0]?.headers.has('idempotency-key')).toBe(false);
    expect(calls.onMutationDone).not.toHaveBeenCalled();
  });

  test('is sent as JSON by POST, without cookies [spec 7.1] [security 12]', async () => {
    const { client, sent } = setUp([ok()]);
    await client.request(query, {});
    expect(sent[0]?.init).toMatchObject({ method: 'POST', credentials: 'omit' });
    expect(sent[0]?.headers.get('content-type')).toBe('application/json');
    expect(sent[0]?.headers.get('accept')).toBe('application/graphql-response+json, application/json');
  });

  test('without a signed-in person: no bearer token', async () => {
    const { client, sent } = setUp([ok()], { accessToken: async () => null });
    await client.request(query, {});
    expect(sent[0]?.headers.has('authorization')).toBe(false);
  });

  test('text is sent where documents are not persisted', async () => {
    const { client, sent } = setUp([ok()], { isPersistedOnly: false });
    await client.request(query, {});
    expect(sent[0]?.body).toMatchObject({ query: 'query Q { a }' });
  });

  test('each mutation has a key of its own, and the marker unless it runs in the background; a given key is kept [spec 7.4]', async () => {
    const { client, sent } = setUp([marked(), marked(), marked(), ok()]);
    await client.request(mutation, {});
    await client.request(mutation, {});
    await client.request(mutation, {}, { idempotencyKey: 'mine' });
    await client.request(mutation, {}, { successShown: 'nowhere' });
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(4);
    expect(keys[2]).toBe('mine');
    expect(sent.map(({ headers }) => headers.get('x-backcounter-mutation'))).toEqual(['1', '1', '1', null]);
  });
});

describe('the position of this browser', () => {
  test('is sent with each request, updated by an answer, and unknown during a change', async () => {
    const told = { 'x-backcounter-position': '1/B8' };
    const { client, sent, position } = setUp([ok(told), ok({ ...told, 'x-backcounter-mutation': '1' })]);
    await client.request(query, {});
    expect(position.note.mock.calls).toEqual([['1/B8']]);
    expect(position.expectChange).not.toHaveBeenCalled();
    await client.request(mutation, {});
    expect(sent.map(({ headers }) => headers.get('x-backcounter-position'))).toEqual(['1/A0', '1/A0']);
    expect(position.expectChange).toHaveBeenCalledTimes(1);
    expect(position.noteChange.mock.calls).toEqual([['1/B8']]);
    expect(position.note).toHaveBeenCalledTimes(1);
  });

  test('remains unknown after a change whose answer is lost', async () => {
    const { client, position } = setUp([new TypeError('Failed to fetch')]);
    await expect(client.request(mutation, {})).rejects.toMatchObject({ code: 'network.unreachable' });
    expect(position.expectChange).toHaveBeenCalledTimes(1);
    expect(position.noteChange).not.toHaveBeenCalled();
  });
});

describe('toasts', () => {
  test('success only for a marked answer without errors [spec 7.4, 8.5]', async () => {
    const { client, calls } = setUp([marked(), ok(), failed('unexpected')]);
    await client.request(mutation, {});
    await client.request(mutation, {});
    await expect(client.request(mutation, {})).rejects.toMatchObject({ code: 'unexpected', referenceId: 'ref-1' });
    expect(calls.onMutationDone).toHaveBeenCalledTimes(1);
    expect(calls.onError).toHaveBeenCalledTimes(1);
  });

  test('errors that are shown elsewhere bring none [spec 8.4]', async () => {
    const fields = { email: [{ rule: 'email' }] };
    const { client, calls } = setUp([
      failed('field.invalid', 200, { fields }),
      failed('record.conflict'),
      failed('unexpected'),
      failed('query.timed-out'),
    ]);
    await expect(client.request(mutation, {})).rejects.toMatchObject({ details: { fields } });
    await expect(client.request(mutation, {}, { errorsShown: ['record.conflict'] })).rejects.toThrow();
    await expect(client.request(mutation, {}, { errorsShown: 'in-place' })).rejects.toThrow();
    await expect(client.request(query, {}, { errorsShown: 'in-log' })).rejects.toThrow();
    expect(calls.onError).not.toHaveBeenCalled();
    expect(calls.onMutationDone).not.toHaveBeenCalled();
  });

  test('an error of another code than those that are shown elsewhere brings one [spec 8.4]', async () => {
    const { client, calls } = setUp([failed('state.invalid-transition')]);
    await expect(client.request(mutation, {}, { errorsShown: ['record.conflict'] })).rejects.toThrow();
    expect(calls.onError).toHaveBeenCalledTimes(1);
  });

  test.each(['in-place', 'by-caller', 'nowhere'] as const)(
    'a success that is shown %s brings none [spec 7.4]',
    async (successShown) => {
      const { client, calls } = setUp([marked(), failed('unexpected')]);
      await client.request(mutation, {}, { successShown });
      expect(calls.onMutationDone).not.toHaveBeenCalled();
      await expect(client.request(mutation, {}, { successShown })).rejects.toThrow();
      expect(calls.onError).toHaveBeenCalledTimes(1);
    },
  );

  test('a success brings one, wherever its errors are shown [spec 7.4, 8.5]', async () => {
    const { client, calls } = setUp([marked(), marked()]);
    await client.request(mutation, {}, { errorsShown: 'in-place' });
    await client.request(mutation, {}, { errorsShown: 'in-log' });
    expect(calls.onMutationDone).toHaveBeenCalledTimes(2);
  });

  test('an aborted request rejects with its reason, without a toast', async () => {
    const { client, calls } = setUp([ok()]);
    const controller = new AbortController();
    controller.abort(new Error('superseded'));
    await expect(client.request(query, {}, { signal: controller.signal })).rejects.toThrow('superseded');
    expect(calls.onError).not.toHaveBeenCalled();
  });

  test('an answer that does not arrive in time is Network timed out [spec 8.21]', async () => {
    const late = new DOMException('signal timed out', 'TimeoutError');
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(late));
    const { client, calls } = setUp([]);
    await expect(client.request(query, {})).rejects.toMatchObject({
      code: 'network.timed-out',
      message: 'Network timed out',
      cause: late,
    });
    expect(AbortSignal.timeout).toHaveBeenCalledExactlyOnceWith(30_000);
    expect(calls.onError).toHaveBeenCalledTimes(1);
    vi.restoreAllMocks();
  });

  test('no connection, a page instead of an answer, an unknown code [spec 8.4]', async () => {
    const { client, calls } = setUp([
      new TypeError('Failed to fetch'),
      new Response('<html>', { status: 200 }),
      new Response('<html>', { status: 502 }),
      new Response('<html>', { status: 503 }),
      failed('__proto__'),
    ]);
    const gateway = 'service.unavailable';
    for (const code of ['network.unreachable', 'unexpected', gateway, gateway, 'unexpected']) {
      await expect(client.request(query, {})).rejects.toMatchObject({ code });
    }
    expect(calls.onError).toHaveBeenCalledTimes(5);
  });
});

describe('unauthorized', () => {
  test('ends the session, without a toast [spec 8.1]', async () => {
    const { client, calls } = setUp([failed('session.expired', 401)]);
    await expect(client.request(query, {})).rejects.toMatchObject({ code: 'session.expired' });
    expect(calls.onUnauthorized).toHaveBeenCalledTimes(1);
    expect(calls.onError).not.toHaveBeenCalled();
  });

  test('a body without errors counts too [spec 8.2]', async () => {
    const init = { status: 401, headers: { 'x-request-id': 'request-1' } };
    const { client, calls } = setUp([Response.json({}, init), new Response('<html>', init)]);
    for (const _answer of ['no list', "a proxy's page"])
      await expect(client.request(query, {}, { errorsShown: 'in-place' })).rejects.toMatchObject({
        code: 'session.required',
        status: 401,
        referenceId: 'request-1',
      });
    expect(calls.onUnauthorized).toHaveBeenCalledTimes(2);
    expect(calls.onError).not.toHaveBeenCalled();
  });

  test('403 ends the session with an errors list, and is an error like any other without one [spec 8.2]', async () => {
    const { client, calls } = setUp([failed('access.denied', 403), new Response('<html>', { status: 403 })]);
    await expect(client.request(query, {})).rejects.toMatchObject({ code: 'access.denied' });
    expect(calls.onUnauthorized.mock.calls).toMatchObject([[{ message: 'sentence of access.denied' }, 'token-1']]);
    expect(calls.onError).not.toHaveBeenCalled();
    await expect(client.request(query, {})).rejects.toMatchObject({ code: 'unexpected' });
    expect(calls.onUnauthorized).toHaveBeenCalledTimes(1);
    expect(calls.onError).toHaveBeenCalledTimes(1);
  });

  test('a renewed session repeats the request once with the same key', async () => {
    const tokens = ['old', 'new'];
    const { client, sent, calls } = setUp([failed('session.expired', 401), marked()], {
      accessToken: async () => tokens.shift() ?? null,
    });
    await expect(client.request(mutation, {})).resolves.toEqual({ a: 1 });
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new']);
    expect(sent[0]?.headers.get('idempotency-key')).toBe(sent[1]?.headers.get('idempotency-key'));
    expect(calls.onUnauthorized).not.toHaveBeenCalled();
    expect(calls.onMutationDone).toHaveBeenCalledTimes(1);
  });

  test('a change that meets the end of the session is sent again with the same key, after signing in again on the page [ux 26]', async () => {
    const reauthenticate = vi.fn(async () => 'again');
    const { client, sent, calls } = setUp([failed('session.expired', 401), marked()], { reauthenticate });
    await expect(client.request(mutation, {})).resolves.toEqual({ a: 1 });
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token-1', 'Bearer again']);
    expect(sent[0]?.headers.get('idempotency-key')).toBe(sent[1]?.headers.get('idempotency-key'));
    expect(calls.onUnauthorized).not.toHaveBeenCalled();
    expect(calls.onMutationDone).toHaveBeenCalledTimes(1);
  });

  test('it is not sent a third time, and not again if no one could be signed in; a query ends the session immediately [ux 26]', async () => {
    const reauthenticate = vi.fn<() => Promise<string | null>>(async () => 'again');
    const twice = setUp([failed('session.expired', 401), failed('session.expired', 401)], { reauthenticate });
    await expect(twice.client.request(mutation, {})).rejects.toMatchObject({ code: 'session.expired' });
    expect(twice.sent).toHaveLength(2);
    expect(twice.calls.onUnauthorized).toHaveBeenCalledTimes(1);
    const nobody = setUp([failed('session.expired', 401)]);
    await expect(nobody.client.request(mutation, {})).rejects.toMatchObject({ code: 'session.expired' });
    expect(nobody.sent).toHaveLength(1);
    expect(nobody.calls.onUnauthorized).toHaveBeenCalledTimes(1);
    const read = setUp([failed('session.expired', 401)], { reauthenticate });
    await expect(read.client.request(query, {})).rejects.toMatchObject({ code: 'session.expired' });
    expect(read.calls.onUnauthorized).toHaveBeenCalledTimes(1);
    expect(reauthenticate).toHaveBeenCalledTimes(1);
  });

  test('a forbidden operation does not sign the person out [rights 3]', async () => {
    const { client, calls } = setUp([failed('access.denied', 200)]);
    await expect(client.request(query, {})).rejects.toMatchObject({ code: 'access.denied' });
    expect(calls.onUnauthorized).not.toHaveBeenCalled();
    expect(calls.onError).toHaveBeenCalledTimes(1);
  });
});

test('a twin still in flight is waited for with the same key', async () => {
  vi.useFakeTimers();
  const { client, sent } = setUp([failed('idempotency.in-flight', 409, { retryAfterSeconds: 2 }), marked()]);
  const result = client.request(mutation, {});
  await vi.advanceTimersByTimeAsync(1999);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await expect(result).resolves.toEqual({ a: 1 });
  expect(sent[0]?.headers.get('idempotency-key')).toBe(sent[1]?.headers.get('idempotency-key'));
  vi.useRealTimers();
});

test('a twin that never ends is given up after three repeats', async () => {
  vi.useFakeTimers();
  const busy = () => failed('idempotency.in-flight', 409);
  const { client, sent, calls } = setUp([busy(), busy(), busy(), busy(), marked()]);
  const result = client.request(mutation, {}).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await result).toMatchObject({ code: 'idempotency.in-flight' });
  expect(sent).toHaveLength(4);
  expect(calls.onError).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

test('waiting for a twin ends at once when the request is aborted', async () => {
  vi.useFakeTimers();
  const { client, sent } = setUp([failed('idempotency.in-flight', 409, { retryAfterSeconds: 5 }), marked()]);
  const controller = new AbortController();
  const result = client.request(mutation, {}, { signal: controller.signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(100);
  controller.abort(new Error('given up'));
  expect(await result).toEqual(new Error('given up'));
  expect(vi.getTimerCount()).toBe(0);
  expect(sent).toHaveLength(1);
  vi.useRealTimers();
});

test('an answer other than 401 neither renews the session nor signs in again', async () => {
  const accessToken = vi.fn(async () => 'token-1');
  const reauthenticate = vi.fn(async () => 'again');
  const { client, sent } = setUp([failed('record.conflict')], { accessToken, reauthenticate });
  await expect(client.request(mutation, {})).rejects.toMatchObject({ code: 'record.conflict' });
  expect(accessToken).toHaveBeenCalledTimes(1);
  expect(reauthenticate).not.toHaveBeenCalled();
  expect(sent).toHaveLength(1);
});

test('a 401 after a sign-out elsewhere is not sent again without a token', async () => {
  const tokens = ['token-1'];
  const { client, sent } = setUp([failed('session.expired', 401)], { accessToken: async () => tokens.shift() ?? null });
  await expect(client.request(query, {})).rejects.toMatchObject({ code: 'session.expired' });
  expect(sent).toHaveLength(1);
});

test('a failing handler of the SDK is not mistaken for the end of a session', async () => {
  const fault = new TypeError('broken handler');
  const { client } = setUp([failed('record.conflict')], {
    inspectAnswer: () => {
      throw fault;
    },
  });
  await expect(client.request(query, {})).rejects.toBe(fault);
});

test.each([
  ['null as data', { data: null }],
  ['an empty list of errors and no data', { errors: [] }],
  ['null instead of an answer', null],
])('%s is unexpected', async (_name, body) => {
  const { client } = setUp([Response.json(body)]);
  await expect(client.request(query, {})).rejects.toMatchObject({ code: 'unexpected', status: 200 });
});

test('an empty list of errors beside data is no error', async () => {
  const { client } = setUp([Response.json({ data: { a: 1 }, errors: [] })]);
  await expect(client.request(query, {})).resolves.toEqual({ a: 1 });
});

test('recognises client.outdated as the second error, which older consoles do not read', async () => {
  const codes = ['operation.not-allowed', 'client.outdated'];
  const errors = codes.map((code) => ({ message: code, extensions: { code } }));
  const { client, calls } = setUp([Response.json({ errors }, { status: 400 })]);
  await expect(client.request(query, {})).rejects.toMatchObject({ code: 'client.outdated' });
  expect(calls.onOutdated).toHaveBeenCalledTimes(1);
  expect(calls.onError).not.toHaveBeenCalled();
});

test('an unknown document means a newer console', async () => {
  const { client, calls } = setUp([failed('operation.not-allowed', 400)]);
  await expect(client.request(query, {})).rejects.toMatchObject({ code: 'operation.not-allowed' });
  expect(calls.onOutdated).toHaveBeenCalledTimes(1);
  expect(calls.onError).not.toHaveBeenCalled();
});
