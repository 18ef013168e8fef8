import type { AddressInfo } from 'node:net';
import { type Client, createClient, type RequestParams } from 'graphql-sse';
import type { TestApp, TestToken } from './test-app.ts';

/** Results of a subscription, in order. */
export interface Followed {
  /** The next result, or null at the end. Rejects if the stream is lost. */
  next(): Promise<unknown>;
  stop(): Promise<void>;
}

/** A client of `/graphql/stream`, built with the protocol's own library. */
export interface StreamClient {
  follow(query: string, variables?: Record<string, unknown>, more?: Record<string, unknown>): Followed;
  close(): void;
}

/** URL of the application, which is made to listen. */
export async function listeningAt(test: TestApp): Promise<string> {
  if (!test.app.server.listening) await test.app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
}

/** Opens a client without retries. With several applications, each call goes to the next one. */
export async function openStreamClient(
  tests: TestApp | readonly [TestApp, ...TestApp[]],
  token: TestToken,
): Promise<StreamClient> {
  const addresses = await Promise.all([tests].flat().map((test) => listeningAt(test as TestApp)));
  let calls = Math.floor(Math.random() * addresses.length);
  const client: Client<true> = createClient({
    singleConnection: true,
    url: '/graphql/stream',
    headers: () => ({ authorization: `Bearer ${token}` }),
    retryAttempts: 0,
    fetchFn: (path: string, init: RequestInit) => {
      calls += 1;
      return fetch(`${addresses[calls % addresses.length]}${path}`, init);
    },
  });
  return {
    follow(query, variables = {}, more = {}) {
      const results = client.iterate({ query, variables, ...more } as RequestParams);
      return {
        next: async () => {
          const { done, value } = await results.next();
          return done === true ? null : value;
        },
        stop: async () => void (await results.return?.()),
      };
    },
    close: () => client.dispose(),
  };
}
