import { randomUUID } from 'node:crypto';
import { bestEffort } from '../../db/best-effort.ts';
import type { PresenceChange, PresenceStore } from '../../ports/realtime.ts';
import { type EventSink, EventStream, type KeyedEvent } from './event-stream.ts';
import { parseKey, type RealtimeKey, readValues } from './realtime-key.ts';
import type { RealtimeSession } from './realtime-tokens.ts';

/** A key is sent at most once in this time. */
const QUIET_MS = 1_000;
const TICK_MS = 1_000;
const RETRY_MS = 1_000;

/** What all streams that ask for one key share: its value is read and worded once. */
class Topic {
  readonly key: RealtimeKey;
  readonly streams = new Set<EventStream>();
  value: string | null = null;
  /** The present value as it is sent; null until it has been read. Whoever asks later gets it as it is. */
  event: Buffer | null = null;
  sentAtMs = Number.NEGATIVE_INFINITY;

  constructor(key: RealtimeKey) {
    this.key = key;
  }
}

/** The streams of this process and the keys that they ask for. A change costs as much as there are streams that asked for its keys. */
export class StreamHub {
  readonly #store: PresenceStore;
  readonly #streams = new Map<string, EventStream>();
  readonly #topics = new Map<string, Topic>();
  /** Topics whose value has to be read: at once if it is not known yet, else when their quiet time is over. */
  readonly #dirty = new Set<Topic>();
  readonly #unsubscribe: () => void;
  readonly #ticker: NodeJS.Timeout;
  #flushTimer: NodeJS.Timeout | null = null;
  #flushAtMs = Number.POSITIVE_INFINITY;
  #isFlushing = false;
  #eventId = 0;

  constructor(store: PresenceStore) {
    this.#store = store;
    this.#unsubscribe = store.subscribe((change) => this.#onChange(change));
    this.#ticker = setInterval(() => this.#tick(), TICK_MS);
    this.#ticker.unref();
  }

  /** Streams that are open now. */
  get streams(): IterableIterator<EventStream> {
    return this.#streams.values();
  }

  get size(): number {
    return this.#streams.size;
  }

  /** How many streams of this person, and of this session, are open. */
  countOf(session: RealtimeSession): { readonly ofPerson: number; readonly ofSession: number } {
    let [ofPerson, ofSession] = [0, 0];
    for (const stream of this.#streams.values()) {
      if (stream.session.uid === session.uid) ofPerson += 1;
      if (stream.session.id === session.id) ofSession += 1;
    }
    return { ofPerson, ofSession };
  }

  /** Opens a stream and says so to its client; it ends by itself when the sink closes. */
  open(session: RealtimeSession, sink: EventSink): EventStream {
    const latest = (key: string): Buffer | null => this.#topics.get(key)?.event ?? null;
    const stream = new EventStream(randomUUID(), session, sink, latest, Date.now());
    this.#streams.set(stream.id, stream);
    sink.on('close', () => this.#forget(stream));
    // A connection that breaks is followed by its close, which is all there is to do about it.
    sink.on('error', () => this.#forget(stream));
    stream.sendEvent('open', { streamId: stream.id, expiresAt: session.expiresAtMs });
    return stream;
  }

  /** Replaces what a stream asks for; false when this process has no such stream of this person. */
  setKeys(streamId: string, uid: string, texts: readonly string[]): boolean {
    const stream = this.#streams.get(streamId);
    if (stream === undefined || stream.session.uid !== uid) return false;
    const keys = new Set(texts);
    for (const key of stream.keys) if (!keys.has(key)) this.#leave(stream, key);
    const before = stream.keys;
    stream.keys = keys;
    const known: KeyedEvent[] = [];
    for (const key of keys) {
      const event = before.has(key) ? null : this.#join(stream, key);
      if (event !== null) known.push({ key, event });
    }
    if (known.length > 0) stream.sendValues(known);
    this.#schedule();
    return true;
  }

  /** Ends streams, telling their clients the reason when there is one. */
  endWhere(isMeant: (session: RealtimeSession) => boolean, reason?: string): void {
    for (const stream of [...this.#streams.values()]) {
      if (!isMeant(stream.session)) continue;
      this.#forget(stream);
      stream.end(reason);
    }
  }

  /** Ends all streams and timers; clients come back to another process. */
  close(): void {
    this.#unsubscribe();
    clearInterval(this.#ticker);
    if (this.#flushTimer !== null) clearTimeout(this.#flushTimer);
    this.endWhere(() => true, 'moving');
  }

  #tick(): void {
    const nowMs = Date.now();
    for (const stream of [...this.#streams.values()]) this.#give(stream, () => stream.tick(nowMs));
  }

  /** Answers the present event of the key; null when it has to be read first. */
  #join(stream: EventStream, text: string): Buffer | null {
    let topic = this.#topics.get(text);
    if (topic === undefined) {
      const key = parseKey(text);
      if (key === null) return null;
      topic = new Topic(key);
      this.#topics.set(text, topic);
      this.#dirty.add(topic);
    }
    topic.streams.add(stream);
    return topic.event;
  }

  #leave(stream: EventStream, text: string): void {
    const topic = this.#topics.get(text);
    if (topic === undefined) return;
    topic.streams.delete(stream);
    if (topic.streams.size > 0) return;
    this.#topics.delete(text);
    this.#dirty.delete(topic);
  }

  #forget(stream: EventStream): void {
    if (!this.#streams.delete(stream.id)) return;
    for (const key of stream.keys) this.#leave(stream, key);
  }

  #onChange(change: PresenceChange): void {
    if (change.isAnything) {
      for (const topic of this.#topics.values()) this.#dirty.add(topic);
    } else {
      if (change.isTotalChanged) this.#soil('online');
      for (const storeSid of change.storeSids) this.#soil(`store:${storeSid}`);
      for (const firebaseId of change.firebaseIds) this.#soil(`entry:${firebaseId}`);
    }
    this.#schedule();
  }

  #soil(key: string): void {
    const topic = this.#topics.get(key);
    if (topic !== undefined) this.#dirty.add(topic);
  }

  /** Sets the timer to when the first of the topics is due. */
  #schedule(notBeforeMs = 0): void {
    if (this.#isFlushing || this.#dirty.size === 0) return;
    const nowMs = performance.now();
    let atMs = Number.POSITIVE_INFINITY;
    for (const topic of this.#dirty) {
      atMs = Math.min(atMs, Math.max(dueOf(topic), notBeforeMs));
      if (atMs <= nowMs) break;
    }
    if (this.#flushTimer !== null && this.#flushAtMs <= atMs) return;
    if (this.#flushTimer !== null) clearTimeout(this.#flushTimer);
    this.#flushAtMs = atMs;
    this.#flushTimer = setTimeout(() => void this.#flush(), Math.max(0, atMs - nowMs));
  }

  async #flush(): Promise<void> {
    this.#flushTimer = null;
    this.#isFlushing = true;
    const nowMs = performance.now();
    const due = [...this.#dirty].filter((topic) => dueOf(topic) <= nowMs);
    for (const topic of due) this.#dirty.delete(topic);
    const values = await bestEffort('reading of realtime values', () =>
      readValues(
        this.#store,
        due.map(({ key }) => key),
      ),
    );
    const isSent = values !== undefined && (await this.#hasSent(due, values));
    if (!isSent) for (const topic of due) if (topic.streams.size > 0) this.#dirty.add(topic);
    this.#isFlushing = false;
    this.#schedule(isSent ? 0 : performance.now() + RETRY_MS);
  }

  async #hasSent(topics: readonly Topic[], values: readonly string[]): Promise<boolean> {
    const sent = await bestEffort('sending of realtime values', () => {
      this.#send(topics, values);
      return true;
    });
    return sent === true;
  }

  #send(topics: readonly Topic[], values: readonly string[]): void {
    const batches = new Map<EventStream, KeyedEvent[]>();
    const nowMs = performance.now();
    topics.forEach((topic, index) => {
      const value = values[index];
      if (value === undefined || value === topic.value) return;
      const key = topic.key.text;
      const event = this.#word(key, value);
      // What was asked for is sent at once; only what follows has to keep its distance.
      if (topic.event !== null) topic.sentAtMs = nowMs;
      topic.value = value;
      topic.event = event;
      for (const stream of topic.streams) {
        const batch = batches.get(stream);
        if (batch === undefined) batches.set(stream, [{ key, event }]);
        else batch.push({ key, event });
      }
    });
    for (const [stream, batch] of batches) this.#give(stream, () => stream.sendValues(batch));
  }

  /** A stream that cannot be written to is cut off; its client comes back, and nobody else misses anything. */
  #give(stream: EventStream, write: () => void): void {
    void bestEffort('writing to a realtime stream', () => {
      try {
        write();
      } catch (error) {
        this.#forget(stream);
        stream.cutOff();
        throw error;
      }
    });
  }

  #word(key: string, value: string): Buffer {
    this.#eventId += 1;
    return Buffer.from(`id: ${this.#eventId}\nevent: value\ndata: {"key":${JSON.stringify(key)},"value":${value}}\n\n`);
  }
}

/** In the time of performance.now(): at once while it is not known, else when the key has been quiet for long enough. */
function dueOf(topic: Topic): number {
  return topic.event === null ? 0 : topic.sentAtMs + QUIET_MS;
}
