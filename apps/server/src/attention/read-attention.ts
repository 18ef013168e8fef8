import { bestEffort } from '../db/best-effort.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import {
  ATTENTION_KIND_MAX,
  ATTENTION_SEVERITIES,
  ATTENTION_TIMEOUT_MS,
  type AttentionItem,
  type AttentionKind,
  type AttentionScope,
  type AttentionSource,
  type AttentionSourceName,
} from './attention-source.ts';

/** What needs somebody, worst first, and who could not tell. */
export interface Attention {
  readonly items: readonly AttentionItem[];
  /** In the order in which they come first. */
  readonly kinds: readonly AttentionKindCount[];
  readonly failed: readonly AttentionSourceName[];
}

/** How many there are of a kind. */
export interface AttentionKindCount {
  readonly kind: AttentionKind;
  readonly count: number;
  /** True: there are more. */
  readonly hasMore: boolean;
}

/**
 * Asks all sources at once. One that fails or takes longer than `timeoutMs` is named and hides nothing else.
 * @throws the reason of the context's signal
 */
export async function readAttention(
  sources: readonly AttentionSource[],
  context: RequestContext,
  scope: AttentionScope,
  timeoutMs = ATTENTION_TIMEOUT_MS,
): Promise<Attention> {
  const answers = await Promise.all(
    sources.map((source) =>
      withinTime(`what needs attention: ${source.name}`, context, timeoutMs, (bounded) => source.read(bounded, scope)),
    ),
  );
  context.signal.throwIfAborted();
  const all = answers.flatMap((items) => items ?? []).sort(worstFirst);
  const byKind = Map.groupBy(all, ({ kind }) => kind);
  return {
    items: [...byKind.values()].flatMap((items) => items.slice(0, ATTENTION_KIND_MAX)).sort(worstFirst),
    kinds: [...byKind].map(([kind, { length }]) => ({
      kind,
      count: Math.min(length, ATTENTION_KIND_MAX),
      hasMore: length > ATTENTION_KIND_MAX,
    })),
    failed: sources.flatMap(({ name }, index) => (answers[index] === undefined ? [name] : [])),
  };
}

/** What a source answers in time; undefined, and reported, when it does not. A caller who has gone away is nothing to report. */
export async function withinTime<T>(
  label: string,
  context: RequestContext,
  timeoutMs: number,
  read: (context: RequestContext) => Promise<T>,
): Promise<T | undefined> {
  const late = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([context.signal, late]);
  // A source that does not heed the signal is not waited for either.
  const ended = Promise.withResolvers<never>();
  const end = (): void => ended.reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  try {
    return await bestEffort(label, () =>
      Promise.race([read({ ...context, signal }), ended.promise]).catch((error: unknown) => {
        if (context.signal.aborted) return undefined;
        throw error;
      }),
    );
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function worstFirst(a: AttentionItem, b: AttentionItem): number {
  const bySeverity = ATTENTION_SEVERITIES.indexOf(a.severity) - ATTENTION_SEVERITIES.indexOf(b.severity);
  if (bySeverity !== 0) return bySeverity;
  return a.since < b.since ? 1 : a.since > b.since ? -1 : 0;
}
