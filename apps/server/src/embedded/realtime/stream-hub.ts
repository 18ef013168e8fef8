import { randomUUID } from 'node:crypto';
import { bestEffort } from '../../db/best-effort.ts';
import type { PresenceChange, PresenceStore } from '../../ports/realtime.ts';
import { type EventSink, EventStream, type KeyedEvent } from './event-stream.ts';
import { parseKey, type RealtimeKey, readValues } from './realtime-key.ts';
import type { RealtimeSession } from './realtime-tokens.ts';

/** Minimum interval between two values of a key. */
const QUIET_MS = 1_000;
const TICK_MS = 1_000;
const RETRY_MS = 1_000;

/** State shared by all streams subscribed to a key: its value is read and encoded once. */
class Topic {
  readonly key: RealtimeKey;
  readonly streams = new Set<EventStream>();
  value: string | null = null;
  /** The current value as sent; null until read. Later subscribers get it unchanged. */
  event: Buffer | null = null;
  sentAtMs = Number.NEGATIVE_INFINITY;

  constructor(key: RealtimeKey) {
    this.key = key;
  }
}

/** The streams of this process and their keys. A change costs as much as there are streams subscribed to its keys. */
export class StreamHub {
  readonly #store: PresenceStore;
  readonly #streams = new Map<string, EventStream>();
  readonly #topics = new Map<string, Topic>();
  /** Topics to read: immediately if unknown, otherwise after their quiet time. */
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

  /** Currently open streams. */
  get streams(): IterableIterator<EventStream> {
    return this.#streams.values();
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Number of open streams of this person and of this session. */
  countOf(session: RealtimeSession): { readonly ofPerson: number; readonly ofSession: number } {
    let [ofPerson, ofSession] = [0, 0];
    for (const stream of this.#streams.values()) {
      if (stream.session.uid === session.uid) ofPerson += 1;
      if (stream.session.id === session.id) ofSession += 1;
    }
    return { ofPerson, ofSession };
  }

  /** Opens a stream and notifies its client; it ends when the sink closes. */
  open(session: RealtimeSession, sink: EventSink): EventStream {
    const latest = (key: string): Buffer | null => this.#topics.get(key)?.event ?? null;
    const stream = new EventStream(randomUUID(), session, sink, latest, Date.now());
    this.#streams.set(stream.id, stream);
    sink.on('close', () => this.#forget(stream));
    // A broken connection also emits `close`; nothing else to do.
    sink.on('error', () => this.#forget(stream));
    stream.sendEvent('open', { streamId: stream.id, expiresAt: session.expiresAtMs });
    return stream;
  }

  /** Replaces the keys of a stream; false if this process has no such stream of this person. */
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

  /** Ends streams, sending the reason if there is one. */
  endWhere(isMeant: (session: RealtimeSession) => boolean, reason?: string): void {
    for (const stream of [...this.#streams.values()]) {
      if (!isMeant(stream.session)) continue;
      this.#forget(stream);
      stream.end(reason);
    }
  }

  /** Ends all streams and timers; clients reconnect to another process. */
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

  /** Returns the current event of the key; null if it must be read first. */
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
      if (change.isTotalChanged) this.#markDirty('online');
      for (const storeSid of change.storeSids) this.#markDirty(`store:${storeSid}`);
      for (const firebaseId of change.firebaseIds) this.#markDirty(`entry:${firebaseId}`);
    }
    this.#schedule();
  }

  #markDirty(key: string): void {
    const topic = this.#topics.get(key);
    if (topic !== undefined) this.#dirty.add(topic);
  }

  /** Sets the timer for the first topic due. */
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
    const values = await bestEffort('reading realtime values', () =>
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
    const sent = await bestEffort('sending realtime values', () => {
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
      const event = this.#encode(key, value);
      // The first value is sent immediately; the quiet time applies to later ones.
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

  /** Disconnects a stream that cannot be written to; its client reconnects, and others are unaffected. */
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

  #encode(key: string, value: string): Buffer {
    this.#eventId += 1;
    return Buffer.from(`id: ${this.#eventId}\nevent: value\ndata: {"key":${JSON.stringify(key)},"value":${value}}\n\n`);
  }
}

/** When a topic is due, as performance.now(): immediately while unknown, otherwise after its quiet time. */
function dueOf(topic: Topic): number {
  return topic.event === null ? 0 : topic.sentAtMs + QUIET_MS;
}
