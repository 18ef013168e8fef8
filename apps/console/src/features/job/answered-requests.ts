import { matchQuery, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** Applies events of a stream to cached answers. */
export interface AnsweredRequests<Data> {
  /** Applies an event to each cached answer, and again to each that was requested before and is still pending. */
  update(apply: (answer: Data) => Data): void;
  stop(): void;
}

/**
 * Prevents an answer that was requested earlier and arrives later from undoing an event. Each event supersedes all
 * previous ones.
 */
export function answeredRequests<Data>(queryClient: QueryClient, queryKey: QueryKey): AnsweredRequests<Data> {
  let last: ((answer: Data) => Data) | undefined;
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !matchQuery({ queryKey }, event.query)) return;
    const { action, query } = event;
    // Answers that are requested from now on are newer than the event.
    if (action.type === 'fetch' && queryClient.isFetching({ queryKey }) === 1) last = undefined;
    if (action.type !== 'success' || action.manual || last === undefined) return;
    query.setData(last(query.state.data as Data), { manual: true });
  });
  return {
    update(apply) {
      last = queryClient.isFetching({ queryKey }) > 0 ? apply : undefined;
      queryClient.setQueriesData<Data>({ queryKey }, (answer) => (answer === undefined ? answer : apply(answer)));
    },
    stop,
  };
}
