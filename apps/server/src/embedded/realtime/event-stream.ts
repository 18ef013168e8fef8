import type { ServerResponse } from 'node:http';
import type { RealtimeSession } from './realtime-tokens.ts';

/** The part of a response that a stream writes to. */
export type EventSink = Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'on'>;

/** An event with the value of a key, as it is sent. */
export interface KeyedEvent {
  readonly key: string;
  readonly event: Buffer;
}

/** Whoever has not taken what was sent for this long is cut off. */
const SLOW_READER_MS = 20_000;
const COMMENT_MS = 15_000;
const COMMENT = Buffer.from(':\n\n');

/** One client's event stream (HTML standard, server-sent events). */
export class EventStream {
  readonly id: string;
  readonly session: RealtimeSession;
  /** Keys that it has asked for. */
  keys: ReadonlySet<string> = new Set();
  readonly #sink: EventSink;
  /** Keys whose newer values wait until the client has taken the older ones: a slow reader costs keys, never values. */
  readonly #waiting = new Set<string>();
  readonly #latest: (key: string) => Buffer | null;
  #blockedSinceMs: number | null = null;
  #writtenAtMs: number;

  /** `latest` answers the present event of a key, for a client that was slow. */
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
    sink.on('drain', () => this.#goOn());
  }

  /** Sends an event that is no value, such as `open`. */
  sendEvent(name: string, data: unknown): void {
    this.#write(Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
  }

  /** Sends the events of these keys in one piece. */
  sendValues(values: readonly KeyedEvent[]): void {
    if (this.#blockedSinceMs === null) {
      const [first] = values;
      this.#write(values.length === 1 && first ? first.event : Buffer.concat(values.map(({ event }) => event)));
    } else {
      for (const { key } of values) this.#waiting.add(key);
    }
  }

  /** Keeps proxies from closing a quiet stream, and cuts off a client that takes nothing. */
  tick(nowMs: number): void {
    if (this.#blockedSinceMs !== null) {
      if (nowMs - this.#blockedSinceMs > SLOW_READER_MS) this.#sink.destroy();
    } else if (nowMs - this.#writtenAtMs >= COMMENT_MS) {
      this.#writtenAtMs = nowMs;
      this.#write(COMMENT);
    }
  }

  /** Ends the stream; with an event that says why, or by itself. */
  end(reason?: string): void {
    if (this.#blockedSinceMs !== null) {
      this.#sink.destroy();
      return;
    }
    if (reason !== undefined) this.sendEvent(reason, {});
    this.#sink.end();
  }

  /** Breaks the connection off without a word. */
  cutOff(): void {
    this.#sink.destroy();
  }

  #write(bytes: Buffer): void {
    if (!this.#sink.write(bytes)) this.#blockedSinceMs ??= Date.now();
  }

  #goOn(): void {
    this.#blockedSinceMs = null;
    const events = [...this.#waiting].filter((key) => this.keys.has(key)).map((key) => this.#latest(key));
    this.#waiting.clear();
    const known = events.filter((event) => event !== null);
    if (known.length > 0) this.#write(Buffer.concat(known));
  }
}
