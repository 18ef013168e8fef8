import { listen, tell } from '../listeners.ts';
import { PICTURE_FAILURE, PresenceError } from '../presence.error.ts';
import type {
  OnlineEntry,
  PictureUrl,
  Presence,
  PresenceLink,
  RealtimeUser,
  Unsubscribe,
  ValueListener,
} from '../presence.port.ts';
import { isFirebaseId } from '../realtime-path.ts';
import { MOVED, type OpenLink, RetryingLink, SESSION_ENDED } from '../tabs/retrying-link.ts';
import { type LinkListener, TabGroup, type TabLink } from '../tabs/tab-group.ts';
import { RealtimeCalls, RefusedCall, type Session } from './realtime-calls.ts';

/** The server sends a comment every 15 s. A connection without any byte for this long is dead. */
const SILENCE_MS = 40_000;
const EVENT_MAX_CHARACTERS = 1_000_000;

/**
 * Reads server-sent events until the server ends the stream. Not `EventSource`, which hides comments, so that a
 * silently dead connection looks alive for many minutes.
 *
 * @throws Error when the answer is not an event stream, on a network error, the signal's reason, or the listener's
 * error
 */
async function readEvents(
  url: string,
  outer: AbortSignal,
  onEvent: (type: string, data: string) => void,
): Promise<void> {
  const silent = new AbortController();
  const signal = AbortSignal.any([outer, silent.signal]);
  const listen = () => setTimeout(() => silent.abort(), SILENCE_MS);
  let timer = listen();
  try {
    const response = await fetch(url, { signal, cache: 'no-store', headers: { accept: 'text/event-stream' } });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!response.ok || !response.body || !isStream) throw new Error(`No event stream: ${response.status}`);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = ''; ; ) {
      const { value } = await reader.read();
      if (value === undefined) return;
      clearTimeout(timer);
      timer = listen();
      const events = (rest + value).replaceAll('\r\n', '\n').split('\n\n');
      rest = events.pop() ?? '';
      if (rest.length > EVENT_MAX_CHARACTERS) throw new Error('An event without an end');
      for (const event of events) {
        const field = (name: string) =>
          event
            .split('\n')
            .filter((line) => line.startsWith(`${name}:`))
            .map((line) => line.slice(name.length + 1).trimStart())
            .join('\n');
        const data = field('data');
        if (data !== '') onEvent(field('event') || 'message', data);
      }
    }
  } finally {
    clearTimeout(timer);
    silent.abort();
  }
}

/** Limit of the server. */
const KEYS_MAX = 500;

/** One event stream with the server, reopened while there are keys. Each call gets the current bearer. */
function realtimeLink(calls: RealtimeCalls, bearer: () => string, listener: LinkListener): TabLink {
  /** Sends the keys now and whenever they change, one request at a time. */
  const sendKeysTo = (streamId: string, turn: AbortController, link: OpenLink): void => {
    const { signal } = turn;
    let sent: readonly string[] | undefined;
    let isSending = false;
    const send = async () => {
      if (isSending) return;
      isSending = true;
      while (sent !== link.keys && !signal.aborted) {
        const { keys } = link;
        await calls.putKeys(bearer(), streamId, keys);
        sent = keys;
        if (!signal.aborted) listener.onKeysSent(keys);
      }
      isSending = false;
      if (!signal.aborted) link.live();
    };
    link.onKeys = () => void send().catch((cause) => turn.abort(cause));
    link.onKeys();
  };
  return new RetryingLink(
    KEYS_MAX,
    async (turn, link) => {
      const { signal } = turn;
      let cause: unknown;
      try {
        const url = await calls.streamUrl(bearer());
        signal.throwIfAborted();
        await readEvents(url, signal, (type, data) => {
          const event = JSON.parse(data);
          if (type === 'moving') turn.abort(MOVED);
          if (type === 'expired') throw new RefusedCall(401);
          if (type === 'value') listener.onValue(String(event.key), event.value);
          if (type === 'open') sendKeysTo(String(event.streamId), turn, link);
        });
      } catch (thrown) {
        cause = thrown;
      }
      cause = signal.reason ?? cause;
      return cause instanceof RefusedCall && (cause.status === 401 || cause.status === 403) ? SESSION_ENDED : cause;
    },
    listener,
  );
}

/** Batches the keys of a whole table into one request. */
const GATHER_MS = 20;
const STORE_SID = /^[\w-]{1,64}$/;

type Value = number | OnlineEntry | null;

/** A key with listeners, and its last value. */
interface Topic {
  value?: Value;
  readonly listeners: Set<ValueListener<never>>;
}

/** Client of the realtime backend in the server. */
export class EmbeddedPresence implements Presence {
  readonly #calls: RealtimeCalls;
  readonly #ending = new AbortController();
  #session: Session | undefined;
  /** User whose values the topics hold. */
  #valuesOf: string | undefined;
  #group: TabGroup | undefined;
  #link: PresenceLink = { state: 'idle', since: Date.now() };
  readonly #topics = new Map<string, Topic>();
  #gathering: ReturnType<typeof setTimeout> | undefined;
  readonly #authListeners = new Set<ValueListener<RealtimeUser | null>>();
  readonly #linkListeners = new Set<ValueListener<PresenceLink>>();
  #signOuts = 0;

  constructor(url: string) {
    this.#calls = new RealtimeCalls(url);
    const { signal } = this.#ending;
    // A hidden page passes its stream on immediately, and may return from the browser's cache.
    globalThis.addEventListener?.('pagehide', () => this.#leave(), { signal });
    globalThis.addEventListener?.('pageshow', () => this.#join(), { signal });
  }

  async signIn(adminToken: string): Promise<RealtimeUser> {
    const signOuts = this.#signOuts;
    const session = await this.#calls.signIn(adminToken);
    if (signOuts !== this.#signOuts) throw new PresenceError('auth/user-signed-out', 'Signed out in the meantime');
    const { uid } = session;
    const isSame = this.#session?.uid === uid;
    this.#session = session;
    if (isSame) return { uid };
    this.#leave();
    if (this.#valuesOf !== uid) this.#forgetValues();
    this.#valuesOf = uid;
    this.#tellAuth();
    this.#join();
    return { uid };
  }

  async signOut(): Promise<void> {
    this.#group?.signOutOthers();
    await this.#signOutHere();
  }

  onAuth(listener: ValueListener<RealtimeUser | null>): Unsubscribe {
    return listen(this.#authListeners, listener, this.#user());
  }

  onLink(listener: ValueListener<PresenceLink>): Unsubscribe {
    return listen(this.#linkListeners, listener, this.#link);
  }

  onlineCount(listener: ValueListener<number>): Unsubscribe {
    return this.#watch('online', listener);
  }

  onlineEntry(firebaseId: string, listener: ValueListener<OnlineEntry | null>): Unsubscribe {
    if (!isFirebaseId(firebaseId)) {
      listener(null);
      return () => undefined;
    }
    return this.#watch(`entry:${firebaseId}`, listener);
  }

  onlineByStore(storeSids: readonly string[], listener: ValueListener<ReadonlyMap<string, number>>): Unsubscribe {
    const sids = [...new Set(storeSids)];
    const listeners = new Set([listener]);
    let isTelling = false;
    // Counts that arrive together are passed on together, once all are known.
    const tellSoon = () => {
      if (isTelling) return;
      isTelling = true;
      queueMicrotask(() => {
        isTelling = false;
        const counts = new Map<string, number>();
        for (const sid of sids) {
          // A store with an invalid id has no visitors.
          const count = STORE_SID.test(sid) ? this.#topics.get(`store:${sid}`)?.value : 0;
          if (typeof count === 'number') counts.set(sid, count);
        }
        if (counts.size === sids.length) tell(listeners, counts);
      });
    };
    const ends = sids.filter((sid) => STORE_SID.test(sid)).map((sid) => this.#watch(`store:${sid}`, tellSoon));
    tellSoon();
    return () => {
      listeners.clear();
      for (const end of ends) end();
    };
  }

  async pictureUrl(firebaseId: string): Promise<PictureUrl> {
    const session = this.#session;
    if (!session) throw new PresenceError('storage/unauthenticated', PICTURE_FAILURE);
    try {
      return await this.#calls.pictureUrl(session.bearer, firebaseId);
    } catch (cause) {
      const isEnded = cause instanceof PresenceError && cause.code === 'storage/unauthenticated';
      if (isEnded && session === this.#session) this.#endSession();
      throw cause;
    }
  }

  dispose(): void {
    this.#signOuts += 1;
    this.#ending.abort();
    clearTimeout(this.#gathering);
    this.#authListeners.clear();
    this.#linkListeners.clear();
    for (const { listeners } of this.#topics.values()) listeners.clear();
    this.#topics.clear();
    this.#leave();
  }

  #user(): RealtimeUser | null {
    return this.#session ? { uid: this.#session.uid } : null;
  }

  #join(): void {
    if (!this.#session || this.#group) return;
    const { uid } = this.#session;
    // With the version of the messages between tabs: old pages may still be open after an update.
    const name = `presence 1 ${this.#calls.base} ${uid}`;
    this.#group = new TabGroup(name, (heard) => realtimeLink(this.#calls, () => this.#session?.bearer ?? '', heard), {
      onValue: (key, value) => this.#take(key, value),
      onLink: (link) => this.#setLink(link),
      onSessionEnded: () => this.#endSession(),
      onSignedOut: () => void this.#signOutHere(),
    });
    this.#wantKeys();
  }

  #leave(): void {
    this.#group?.leave();
    this.#group = undefined;
  }

  /** Handles an expired session: values are kept until the next sign-in. */
  #endSession(): void {
    this.#session = undefined;
    this.#leave();
    this.#setLink({ state: 'connecting', since: Date.now() });
    this.#tellAuth();
  }

  async #signOutHere(): Promise<void> {
    const session = this.#session;
    this.#signOuts += 1;
    this.#session = undefined;
    this.#leave();
    this.#forgetValues();
    this.#setLink({ state: 'idle', since: Date.now() });
    if (!session) return;
    this.#tellAuth();
    await this.#calls.signOut(session.bearer).catch((cause) => console.warn('Presence, sign-out:', cause));
  }

  #watch<V extends Value>(key: string, listener: ValueListener<V>): Unsubscribe {
    const topic: Topic = this.#topics.get(key) ?? { listeners: new Set() };
    this.#topics.set(key, topic);
    const end = listen(topic.listeners as Set<ValueListener<V>>, listener, topic.value as V | undefined);
    this.#wantKeys();
    return () => {
      end();
      this.#wantKeys();
    };
  }

  /** Sends the keys with listeners, batched. */
  #wantKeys(): void {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      for (const [key, { listeners }] of this.#topics) if (listeners.size === 0) this.#topics.delete(key);
      this.#group?.want([...this.#topics.keys()]);
    }, GATHER_MS);
  }

  #take(key: string, value: unknown): void {
    const topic = this.#topics.get(key);
    const taken = key.startsWith('entry:') ? entryOf(value) : countOf(value);
    if (!topic || taken === undefined || isSame(topic.value, taken)) return;
    topic.value = taken;
    tell(topic.listeners, taken as never);
  }

  #forgetValues(): void {
    for (const topic of this.#topics.values()) delete topic.value;
  }

  #setLink(link: PresenceLink): void {
    if (link.state === this.#link.state) return;
    this.#link = link;
    tell(this.#linkListeners, link);
  }

  #tellAuth(): void {
    tell(this.#authListeners, this.#user());
  }
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

function entryOf(value: unknown): OnlineEntry | null | undefined {
  if (value === null) return null;
  const sid = (Object(value) as { store_sid?: unknown }).store_sid;
  return sid === null || typeof sid === 'string' ? { store_sid: sid } : undefined;
}

function isSame(one: Value | undefined, other: Value): boolean {
  if (one === other) return true;
  return (
    typeof one === 'object' && typeof other === 'object' && one?.store_sid === other?.store_sid && !!one === !!other
  );
}
