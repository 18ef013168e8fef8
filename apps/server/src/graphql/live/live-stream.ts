import type { ServerResponse } from 'node:http';
import type { StaffCaller } from '../../ports/identity.ts';

/** The part of a response that a stream writes to. */
export type StreamSink = Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'once' | 'off' | 'destroyed'>;

/** What is sent, piece by piece; its `return` ends it. */
export type StreamBody = AsyncGenerator<string, void, undefined>;

/** Whoever has not taken what was sent for this long is cut off. */
const SLOW_READER_MS = 20_000;

/** One client's stream of results, carried by a response of this process. */
export class LiveStream {
  readonly id: string;
  readonly caller: StaffCaller;
  /** The access token that it was reserved with; everything on it comes with the same. */
  readonly accessToken: string;
  /** Ids of the operations that it carries, with what ends each. */
  readonly operations = new Map<string, AbortController>();
  #body: StreamBody | null = null;
  #sink: StreamSink | null = null;
  #isEnded = false;
  #farewell = '';
  #isBlocked = false;

  constructor(id: string, caller: StaffCaller, accessToken: string) {
    this.id = id;
    this.caller = caller;
    this.accessToken = accessToken;
  }

  /** Writes what there is until the stream ends or its reader goes away. */
  async carry(body: StreamBody, sink: StreamSink): Promise<void> {
    this.#body = body;
    this.#sink = sink;
    sink.once('close', () => this.end());
    // A connection that breaks is followed by its close, which is all there is to do about it.
    sink.once('error', () => this.end());
    if (this.#isEnded || sink.destroyed) this.end();
    for await (const piece of body) {
      if (sink.destroyed) break;
      if (!sink.write(piece) && !(await this.#isTaken(sink))) sink.destroy();
    }
    if (!sink.destroyed) sink.end(this.#farewell);
  }

  /** Ends the stream and its operations, with these last bytes; a reader that takes nothing is not waited for. */
  end(farewell = ''): void {
    this.#farewell = farewell;
    this.#isEnded = true;
    for (const operation of this.operations.values()) operation.abort();
    this.operations.clear();
    void this.#body?.return();
    if (this.#isBlocked) this.#sink?.destroy();
  }

  /** Whether the reader takes what was sent, in time. */
  #isTaken(sink: StreamSink): Promise<boolean> {
    this.#isBlocked = true;
    return new Promise((resolve) => {
      const settle = (isTaken: boolean) => () => {
        clearTimeout(timer);
        sink.off('drain', onDrain);
        sink.off('close', onClose);
        this.#isBlocked = false;
        resolve(isTaken);
      };
      const [onDrain, onClose] = [settle(true), settle(false)];
      const timer = setTimeout(onClose, SLOW_READER_MS);
      sink.once('drain', onDrain);
      sink.once('close', onClose);
    });
  }
}
