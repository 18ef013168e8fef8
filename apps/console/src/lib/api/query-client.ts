import { onlineManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { connection } from './connection.ts';
import { showRequestError } from './outcome-toasts.ts';
import { RequestError } from './request-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * Where a failure is shown instead of in the component that shows the answer. In a toast: the answer has no
     * component of its own, such as names in a picker. Elsewhere: another part of the page shows the same answer.
     */
    queryMeta: { readonly errorsShown?: 'in-toast' | 'elsewhere' };
  }
}

const RETRIES = 2;
const PASSING_CODES: readonly string[] = [
  'network.unreachable',
  'network.timed-out',
  'service.unavailable',
  'rate.limited',
];
/** Errors with another display: the way to sign-in, the offer of a newer console, the banner of a lost connection. */
const SEEN_CODES: readonly string[] = [
  'session.required',
  'session.expired',
  'client.outdated',
  'operation.not-allowed',
  'network.unreachable',
];
// While the connection is lost, queries wait instead of failing: the banner says it once, and they continue later.
onlineManager.setEventListener((setOnline) => {
  const { unsubscribe } = connection.lostAt.subscribe((lostAt) => setOnline(lostAt === null));
  return unsubscribe;
});

/** Options of the query for an open record: after an outage too, it changes only when the person reloads it. */
export const OPEN_RECORD = {
  refetchOnReconnect: ({ state }: { readonly state: { readonly data?: unknown } }) => state.data === undefined,
};

/** Polled queries show their failure once. */
const failing = new WeakSet<Query<unknown, unknown>>();

/** The console's query cache. Retries transient failures only. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      if (query.meta?.errorsShown !== 'in-toast' || !(error instanceof RequestError)) return;
      if (SEEN_CODES.includes(error.code) || failing.has(query)) return;
      failing.add(query);
      showRequestError(error);
    },
    onSuccess: (_data, query) => failing.delete(query),
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < RETRIES && error instanceof RequestError && PASSING_CODES.includes(error.code),
    },
  },
});
