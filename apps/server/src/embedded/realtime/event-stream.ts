import type { ServerResponse } from 'node:http';
import type { RealtimeSession } from './realtime-tokens.ts';

/** The part of a response that a stream uses. */
export type EventSink = Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'on'>;

/** An encoded event with a key's value. */
export interface KeyedEvent {
  readonly key: string;
  readonly event: Buffer;
}

/** A client that reads nothing for this long is disconnected. */
const SLOW_READER_MS = 20_000;
const COMMENT_MS = 15_000;
const COMMENT = Buffer.from(':\n\n');

/** A client's event stream (HTML standard, server-sent events). */
export class EventStream {
  readonly id: string;
  readonly session: RealtimeSession;
  /** Keys it is subscribed to. */
  keys: ReadonlySet<string> = new Set();
  readonly #sink: EventSink;
  /** Keys with newer values while the client is slow; only the latest value of each will be sent. */
  readonly #waiting = new Set<string>();
  readonly #latest: (key: string) => Buffer | null;
  #blockedSinceMs: number | null = null;
  #writtenAtMs: number;

  /** `latest` returns the current event of a key, for slow clients. */
  constructor(
    id: string,
    session: RealtimeSession,
    sink: EventSink,
    latest: (key: string) => Buffer | null,
    nowMs: number,
  ) {
    this.id = id;
    this.session = session;
    this.#sink = sink;
    this.#latest = latest;
    this.#writtenAtMs = nowMs;
    sink.on('drain', () => this.#resume());
  }

  /** Sends an event other than a value, such as `open`. */
  sendEvent(name: string, data: unknown): void {
    this.#write(Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
  }

  /** Sends the events of these keys in one chunk. */
  sendValues(values: readonly KeyedEvent[]): void {
    if (this.#blockedSinceMs === null) {
      const [first] = values;
      this.#write(values.length === 1 && first ? first.event : Buffer.concat(values.map(({ event }) => event)));
    } else {
      for (const { key } of values) this.#waiting.add(key);
    }
  }

  /** Keeps proxies from closing an idle stream, and disconnects a client that reads nothing. */
  tick(nowMs: number): void {
    if (this.#blockedSinceMs !== null) {
      if (nowMs - this.#blockedSinceMs > SLOW_READER_MS) this.#sink.destroy();
    } else if (nowMs - this.#writtenAtMs >= COMMENT_MS) {
      this.#writtenAtMs = nowMs;
      this.#write(COMMENT);
    }
  }

  /** Ends the stream, with an event if there is a reason. */
  end(reason?: string): void {
    if (this.#blockedSinceMs !== null) {
      this.#sink.destroy();
      return;
    }
    if (reason !== undefined) this.sendEvent(reason, {});
    this.#sink.end();
  }

  /** Closes the connection without an event. */
  cutOff(): void {
    this.#sink.destroy();
  }

  #write(bytes: Buffer): void {
    if (!this.#sink.write(bytes)) this.#blockedSinceMs ??= Date.now();
  }

  #resume(): void {
    this.#blockedSinceMs = null;
    const events = [...this.#waiting].filter((key) => this.keys.has(key)).map((key) => this.#latest(key));
    this.#waiting.clear();
    const known = events.filter((event) => event !== null);
    if (known.length > 0) this.#write(Buffer.concat(known));
  }
}
