import type { ServerResponse } from 'node:http';
import type { StaffCaller } from '../../ports/identity.ts';

/** The part of a response that a stream writes to. */
export type StreamSink = Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'once' | 'off' | 'destroyed'>;

/** The chunks to send; its `return` ends it. */
export type StreamBody = AsyncGenerator<string, void, undefined>;

/** A reader that has read nothing for this long is cut off. */
const SLOW_READER_MS = 20_000;

/** One client's stream of results, in a response of this process. */
export class LiveStream {
  readonly id: string;
  readonly caller: StaffCaller;
  /** The access token that reserved it, required for all its requests. */
  readonly accessToken: string;
  /** Ids of its operations, with their abort controllers. */
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

  /** Writes chunks until the stream ends or its reader disconnects. */
  async carry(body: StreamBody, sink: StreamSink): Promise<void> {
    this.#body = body;
    this.#sink = sink;
    sink.once('close', () => this.end());
    // A broken connection emits close next, which ends the stream.
    sink.once('error', () => this.end());
    if (this.#isEnded || sink.destroyed) this.end();
    for await (const piece of body) {
      if (sink.destroyed) break;
      if (!sink.write(piece) && !(await this.#isTaken(sink))) sink.destroy();
    }
    if (!sink.destroyed) sink.end(this.#farewell);
  }

  /** Ends the stream and its operations, with these last bytes; does not wait for a slow reader. */
  end(farewell = ''): void {
    this.#farewell = farewell;
    this.#isEnded = true;
    for (const operation of this.operations.values()) operation.abort();
    this.operations.clear();
    void this.#body?.return();
    if (this.#isBlocked) this.#sink?.destroy();
  }

  /** Whether the reader has consumed everything in time. */
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
