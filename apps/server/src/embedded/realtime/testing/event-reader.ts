/** An event as an EventSource would deliver it. */
export interface ReceivedEvent {
  readonly id: string | null;
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into events freely
  readonly data: any;
  readonly atMs: number;
}

/** Time after which a wait fails. */
const PATIENCE_MS = 60_000;

/** Reads an event stream over HTTP and keeps its events. */
export class EventReader {
  readonly response: Response;
  readonly events: ReceivedEvent[] = [];
  readonly comments: string[] = [];
  isEnded = false;
  readonly #controller: AbortController;
  #wake: () => void = () => undefined;

  private constructor(response: Response, controller: AbortController) {
    this.response = response;
    this.#controller = controller;
  }

  static async open(address: string): Promise<EventReader> {
    const controller = new AbortController();
    const reader = new EventReader(await fetch(address, { signal: controller.signal }), controller);
    if (reader.response.ok) void reader.#read();
    return reader;
  }

  /** The first matching event, past or future. */
  async waitFor(
    fits: (event: ReceivedEvent) => boolean,
    what = 'an event that fits',
    timeoutMs = PATIENCE_MS,
  ): Promise<ReceivedEvent> {
    const endMs = performance.now() + timeoutMs;
    for (;;) {
      const event = this.events.find(fits);
      if (event !== undefined) return event;
      const leftMs = endMs - performance.now();
      if (leftMs <= 0 || this.isEnded)
        throw new Error(`${what} did not come; there were ${JSON.stringify(this.events)}`);
      await this.#next(leftMs);
    }
  }

  /** Waits for a key's value. */
  value(key: string, value: unknown): Promise<ReceivedEvent> {
    const wanted = JSON.stringify(value);
    return this.waitFor(
      ({ name, data }) => name === 'value' && data.key === key && JSON.stringify(data.value) === wanted,
      `${key} = ${wanted}`,
    );
  }

  async open(): Promise<string> {
    return (await this.waitFor(({ name }) => name === 'open', 'open')).data.streamId;
  }

  async end(): Promise<void> {
    const endMs = performance.now() + PATIENCE_MS;
    while (!this.isEnded) {
      const leftMs = endMs - performance.now();
      if (leftMs <= 0) throw new Error('the stream did not end');
      await this.#next(leftMs);
    }
  }

  close(): void {
    this.#controller.abort();
  }

  #next(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #read(): Promise<void> {
    let text = '';
    try {
      for await (const chunk of this.response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk;
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.#take(block);
        this.#wake();
      }
    } catch (error) {
      if (!this.#controller.signal.aborted && !(error instanceof TypeError)) throw error;
    } finally {
      this.isEnded = true;
      this.#wake();
    }
  }

  #take(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    );
    if (fields.has('')) this.comments.push(block);
    if (!fields.has('event')) return;
    this.events.push({
      id: fields.get('id') ?? null,
      name: fields.get('event') ?? '',
      data: JSON.parse(fields.get('data') ?? 'null'),
      atMs: performance.now(),
    });
  }
}
