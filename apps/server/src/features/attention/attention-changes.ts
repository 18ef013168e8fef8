import { createHash } from 'node:crypto';
import type { AttentionScope, AttentionSource } from '../../attention/attention-source.ts';
import { readAttention } from '../../attention/read-attention.ts';
import { bestEffort } from '../../db/best-effort.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { LiveTopic } from '../../live/live-topics.ts';
import { pause } from '../../live/pause.ts';

/** What is told of when something begins or ceases to need somebody; what time alone brings is found by asking again. */
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
/** However much happens, it is looked at most this often. */
const QUIET_MS = 2_000;

/** The instants at which what needs somebody has changed: at once, then whenever the answer is another one, until the signal of the context aborts. */
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
    const print = await bestEffort('what needs attention', () => fingerprint(sources, { ...context, now }, scope));
    if (print !== undefined && print !== last && !signal.aborted) {
      last = print;
      yield now;
    }
    await pause(quietMs, signal);
  }
}

/** What a page would show, in short; undefined once nobody listens. */
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

/** Once at the beginning, then whenever there was a notice of one of the topics since the one before was taken. */
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
