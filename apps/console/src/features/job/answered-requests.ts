import { matchQuery, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** What a stream tells of, applied to the answers that are shown. */
export interface ToldAnswers<Data> {
  /** Applies it to each answer that is there, and once more to each that was asked for before and is still to come. */
  tell(apply: (answer: Data) => Data): void;
  stop(): void;
}

/**
 * Keeps what a stream has told from being undone by an answer that was asked for earlier and comes later. Each telling stands for all
 * before it.
 */
export function toldAnswers<Data>(queryClient: QueryClient, queryKey: QueryKey): ToldAnswers<Data> {
  let last: ((answer: Data) => Data) | undefined;
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !matchQuery({ queryKey }, event.query)) return;
    const { action, query } = event;
    // Answers that are asked for from now on are newer than what was told.
    if (action.type === 'fetch' && queryClient.isFetching({ queryKey }) === 1) last = undefined;
    if (action.type !== 'success' || action.manual || last === undefined) return;
    query.setData(last(query.state.data as Data), { manual: true });
  });
  return {
    tell(apply) {
      last = queryClient.isFetching({ queryKey }) > 0 ? apply : undefined;
      queryClient.setQueriesData<Data>({ queryKey }, (answer) => (answer === undefined ? answer : apply(answer)));
    },
    stop,
  };
}
