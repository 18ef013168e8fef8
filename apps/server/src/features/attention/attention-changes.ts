import { createHash } from 'node:crypto';
import type { AttentionScope, AttentionSource } from '../../attention/attention-source.ts';
import { readAttention } from '../../attention/read-attention.ts';
import { bestEffort } from '../../db/best-effort.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { LiveTopic } from '../../live/live-topics.ts';
import { pause } from '../../live/pause.ts';

/** Topics whose notices may change the items. Changes that come with time alone are found by polling. */
const TOPICS = [
  'campaign_alerted',
  'campaign_changed',
  'campaign_created',
  'giveaway_created',
  'giveaway_moved',
  'job_changed',
  'notification_changed',
  'notification_created',
] as const satisfies readonly LiveTopic[];
/** Least time between two checks, however many notices arrive. */
const QUIET_MS = 2_000;

/** Yields at once, then whenever the items that need attention have changed, until the signal of the context aborts. */
export async function* attentionChanges(
  sources: readonly AttentionSource[],
  context: RequestContext,
  scope: AttentionScope,
  quietMs = QUIET_MS,
): AsyncGenerator<Date> {
  const { signal, services } = context;
  let last: string | undefined;
  for await (const _notice of anyNotice(context)) {
    const now = services.clock.now();
    const print = await bestEffort('items that need attention', () => fingerprint(sources, { ...context, now }, scope));
    if (print !== undefined && print !== last && !signal.aborted) {
      last = print;
      yield now;
    }
    await pause(quietMs, signal);
  }
}

/** A short form of the items on a page; undefined once the listener is gone. */
async function fingerprint(
  sources: readonly AttentionSource[],
  context: RequestContext,
  scope: AttentionScope,
): Promise<string | undefined> {
  const shown = await readAttention(sources, context, scope).catch((error: unknown) => {
    if (context.signal.aborted) return undefined;
    throw error;
  });
  return shown && createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
}

/**
 * Yields once at the start, then whenever a notice of one of the topics has arrived since the previous one was
 * consumed.
 */
async function* anyNotice({ signal, services }: RequestContext): AsyncGenerator<void> {
  let isWaiting = true;
  let wake = (): void => undefined;
  const notice = (): void => {
    isWaiting = true;
    wake();
  };
  const follow = async (topic: LiveTopic): Promise<void> => {
    for await (const _notices of services.live.follow(topic, signal)) notice();
  };
  for (const topic of TOPICS) void bestEffort(`notices of ${topic}`, () => follow(topic));
  signal.addEventListener('abort', () => wake(), { once: true });
  while (!signal.aborted) {
    if (isWaiting) {
      isWaiting = false;
      yield;
    } else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
}
