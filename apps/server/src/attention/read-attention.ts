import { bestEffort } from '../db/best-effort.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import {
  ATTENTION_KIND_MAX,
  ATTENTION_SEVERITIES,
  ATTENTION_TIMEOUT_MS,
  type AttentionItem,
  type AttentionNames,
  type AttentionScope,
  type AttentionSource,
} from './attention-source.ts';

/** Items by severity, and the sources that failed. */
export interface Attention {
  readonly items: readonly AttentionItem[];
  /** In order of first appearance among the items. */
  readonly kinds: readonly AttentionKindCount[];
  readonly failed: readonly AttentionNames['source'][];
}

/** Number of items of a kind. */
export interface AttentionKindCount {
  readonly kind: AttentionNames['kind'];
  readonly count: number;
  /** True if there are more than `count`. */
  readonly hasMore: boolean;
}

/**
 * Queries all sources concurrently. A source that fails or exceeds `timeoutMs` is listed in `failed`; the others are
 * returned.
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
      withinTime(`attention: ${source.name}`, context, timeoutMs, (bounded) => source.read(bounded, scope)),
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

/** The result of `read`, or undefined if it fails or is late, which is logged. A cancelled request is not logged. */
export async function withinTime<T>(
  label: string,
  context: RequestContext,
  timeoutMs: number,
  read: (context: RequestContext) => Promise<T>,
): Promise<T | undefined> {
  const late = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([context.signal, late]);
  // Also ends the wait for a source that ignores the signal.
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
