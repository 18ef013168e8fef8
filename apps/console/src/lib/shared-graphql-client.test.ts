import { afterEach, describe, expect, test, vi } from 'vitest';
import { TypedDocumentString } from '../generated/graphql.ts';
import { load, newIdempotencyKey, request, setSharedClient } from './api/graphql-client.ts';

const query = new TypedDocumentString<{ a: number }, Record<string, never>>('query Q { a }', { kind: 'query' });

describe('the shared client [spec 7.1]', () => {
  afterEach(() => setSharedClient(null as never));

  test('has to be set up', async () => {
    setSharedClient(null as never);
    await expect(request(query, {})).rejects.toThrow('The GraphQL client has not been set up');
  });

  test('loads for a place that shows failures itself', async () => {
    const shared = { request: vi.fn(async () => ({ a: 2 })) };
    setSharedClient(shared as never);
    const { signal } = new AbortController();
    await expect(load(query, {}, signal)).resolves.toEqual({ a: 2 });
    await load(query, {});
    expect(shared.request.mock.calls).toEqual([
      [query, {}, { errorsShown: 'in-place', signal }],
      [query, {}, { errorsShown: 'in-place' }],
    ]);
  });
});

test('a key is 128 random bits in hexadecimal digits', () => {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    (array as Uint8Array).set([0, 1, 15, 16, 255]);
    return array;
  });
  expect(newIdempotencyKey()).toBe('00010f10ff0000000000000000000000');
  vi.restoreAllMocks();
});
