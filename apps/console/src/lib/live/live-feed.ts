import { TabGroup } from '@backcounter/presence/tabs';
import type { TypedDocumentString } from '../../generated/graphql.ts';
import { connection } from '../api/connection.ts';
import { dataPosition } from '../api/data-position.ts';
import { session } from '../settings/session.ts';
import { liveAccess } from './live-access.ts';
import { liveLink } from './live-link.ts';
import { streamLostSince } from './live-state.ts';

/** A longer loss is shown to the person, and the visible data is loaded again after it. */
const TOLD_AFTER_MS = 5000;

/** Callbacks of a follower. */
export interface LiveListener<Result> {
  onResult(result: Result): void;
  /** The stream is back after a loss that the page has shown. */
  onRecovered?(): void;
}

interface Followed {
  value?: unknown;
  readonly listeners: Set<LiveListener<unknown>>;
}

const followed = new Map<string, Followed>();
let group: TabGroup | undefined;
let groupOf: string | null = null;
let isWanting = false;

/**
 * Follows a subscription until the returned function is called. All tabs of a browser in which the same person is
 * signed in share one stream, and identical subscriptions are shared (decision 0051). Results with errors are logged,
 * not passed on.
 */
export function followLive<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  listener: LiveListener<Result>,
): () => void {
  const { hash, name } = (document.__meta__ ?? {}) as { hash?: string; name?: string };
  const what = liveAccess.isPersistedOnly() ? { documentId: hash } : { query: document.toString() };
  const key = JSON.stringify({ ...what, variables, operationName: name });
  const topic: Followed = followed.get(key) ?? { listeners: new Set() };
  const each = listener as LiveListener<unknown>;
  followed.set(key, topic);
  topic.listeners.add(each);
  if (topic.value !== undefined) each.onResult(topic.value);
  want();
  return () => {
    topic.listeners.delete(each);
    if (topic.listeners.size > 0) return;
    if (followed.get(key) === topic) followed.delete(key);
    want();
  };
}

/** Sends the subscriptions of this tab to the group; simultaneous changes are batched. */
function want(): void {
  if (isWanting) return;
  isWanting = true;
  queueMicrotask(() => {
    isWanting = false;
    if (followed.size > 0) join();
    group?.want([...followed.keys()]);
  });
}

function join(): void {
  const sub = session.state.get().person?.sub ?? null;
  if (sub === groupOf && group) return;
  leave();
  groupOf = sub;
  if (sub === null) return;
  let lostAt: number | null = null;
  // With the version of the messages between tabs: old pages may still be open after an update.
  group = new TabGroup(`live 1 ${sub}`, (heard) => liveLink(liveAccess.options(), heard), {
    onValue: take,
    onLink: ({ state, since }) => {
      if (state === 'lost') lostAt ??= since;
      streamLostSince.set(state === 'lost' ? (lostAt ?? since) : state === 'connecting' ? streamLostSince.get() : null);
      if (state !== 'live') return;
      // A live stream is the first sign that the server is reachable.
      connection.markRestored();
      if (lostAt !== null && Date.now() - lostAt > TOLD_AFTER_MS)
        for (const { listeners } of followed.values()) for (const each of listeners) each.onRecovered?.();
      lostAt = null;
    },
    onSessionEnded: leave,
    onSignedOut: leave,
  });
}

function leave(): void {
  group?.leave();
  group = undefined;
  groupOf = null;
  streamLostSince.set(null);
  for (const topic of followed.values()) topic.value = undefined;
}

function take(key: string, value: unknown): void {
  const topic = followed.get(key);
  if (!topic) return;
  const { data, errors, extensions } = (value ?? {}) as {
    data?: unknown;
    errors?: readonly { message: string }[];
    extensions?: { position?: unknown };
  };
  // Lists that are loaded because of the event are not older than it.
  dataPosition.note(extensions?.position);
  if (errors?.length || data == null) {
    console.warn('Live:', errors?.[0]?.message ?? 'no data');
    return;
  }
  topic.value = data;
  for (const each of topic.listeners) each.onResult(data);
}

// A hidden page passes its stream on immediately, and may return from the browser's cache.
window.addEventListener('pagehide', leave);
window.addEventListener('pageshow', want);
session.state.subscribe(() => {
  if (groupOf !== (session.state.get().person?.sub ?? null)) {
    leave();
    want();
  }
});
