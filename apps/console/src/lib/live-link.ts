import type { LinkListener, TabLink } from '@backcounter/presence/tabs';
import { type Client, createClient, type RequestParams } from 'graphql-sse';
import { RequestError } from './request-error.ts';

/** The server carries no more on one stream. */
const KEYS_MAX = 30;
/** The server sends a comment every 12 s; without any byte for this long the connection is dead, whatever the network says. */
const SILENCE_MS = 40_000;
const RETRY_FIRST_MS = 1000;
const RETRY_MAX_MS = 15_000;
/** A stream that lived this long was a success: after it the waiting times begin anew. */
const PROVEN_MS = 10_000;
/** How often it is looked whether there is a newer access token, which the stream is then opened with. */
const TOKEN_LOOK_MS = 10_000;
/** Why a stream or a pause was ended when nothing is wrong. */
const RENEWED = Symbol('renewed');
/** The server ends and another one takes over. */
const MOVED = Symbol('moved');
const MOVE_MAX_MS = 500;
/** The last line of a stream whose server ends; data have no line breaks. */
const RETRY_HINT = /(^|\n)retry:/;
const SIGNED_OUT = Symbol('signed out');
/** The server did not accept the access token. */
const REFUSED = Symbol('refused');

/** What a link needs of the console. */
export interface LiveLinkOptions {
  readonly url: string;
  /** Access token of the session; null when nobody is signed in. */
  readonly accessToken: () => Promise<string | null>;
  readonly fetch: typeof fetch;
  /** The session is over: sign in again and return to the remembered route. */
  readonly onSessionExpired: (error: RequestError) => void;
}

/**
 * One stream of subscriptions with the server (GraphQL over SSE, single connection mode). A key is the JSON of a request; its value is the last
 * result.
 */
export class LiveLink implements TabLink {
  readonly #options: LiveLinkOptions;
  readonly #listener: LinkListener;
  #state: Parameters<LinkListener['onState']>[0] = 'idle';
  #keys: readonly string[] = [];
  #sync: (() => void) | undefined;
  /** Ends the stream, or the pause before the next one; undefined while the link rests. */
  #turn: AbortController | undefined;

  constructor(options: LiveLinkOptions, listener: LinkListener) {
    this.#options = options;
    this.#listener = listener;
  }

  want(keys: readonly string[]): void {
    this.#keys = keys.slice(-KEYS_MAX);
    if (keys.length === 0) this.close();
    else if (this.#turn) this.#sync?.();
    else void this.#run();
  }

  renew(): void {
    this.#turn?.abort(RENEWED);
  }

  hurry(): void {
    if (this.#state === 'lost') this.renew();
  }

  close(): void {
    const turn = this.#turn;
    this.#turn = undefined;
    turn?.abort();
    this.#enter('idle');
  }

  async #run(): Promise<void> {
    this.#enter('connecting');
    let turn = new AbortController();
    this.#turn = turn;
    for (let failures = 0; ; ) {
      const startedAt = Date.now();
      const cause = await this.#stream(turn).catch((failure: unknown) => failure);
      if (this.#turn !== turn) return;
      if (cause === SIGNED_OUT || cause === REFUSED) {
        this.close();
        if (cause === REFUSED) this.#options.onSessionExpired(new RequestError('session.expired', { status: 401 }));
        return this.#listener.onSessionEnded();
      }
      if (cause === MOVED) {
        this.#enter('connecting');
        turn = this.#nextTurn();
        await pause(Math.random() * MOVE_MAX_MS, turn.signal);
        if (this.#turn !== turn) return;
      } else if (cause !== RENEWED) {
        this.#enter('lost');
        failures = Date.now() - startedAt < PROVEN_MS ? failures + 1 : 1;
        turn = this.#nextTurn();
        const wait = Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_MAX_MS);
        // Spread, so that a server that has started again is not met by everybody at once.
        await pause(wait * (0.3 + Math.random() * 0.7), turn.signal);
        if (this.#turn !== turn) return;
      } else if (this.#state === 'live') this.#enter('connecting');
      turn = this.#nextTurn();
    }
  }

  #nextTurn(): AbortController {
    this.#turn = new AbortController();
    return this.#turn;
  }

  /** Keeps one stream until it ends, and says why it did; rejects where no token can be had. */
  async #stream(turn: AbortController): Promise<unknown> {
    const { signal } = turn;
    const ended = new Promise<unknown>((resolve) => {
      signal.addEventListener('abort', () => resolve(signal.reason));
    });
    const token = await this.#options.accessToken();
    if (token === null) return SIGNED_OUT;
    if (signal.aborted) return signal.reason;
    const client = createClient({
      singleConnection: true,
      url: this.#options.url,
      headers: { authorization: `Bearer ${token}` },
      credentials: 'omit',
      retryAttempts: 0,
      fetchFn: (input: RequestInfo, init: RequestInit) => this.#fetchStream(input, init, turn),
      on: {
        connected: () => {
          if (!signal.aborted) this.#enter('live');
        },
      },
    });
    const look = setInterval(() => void this.#lookForToken(token, turn), TOKEN_LOOK_MS);
    this.#follow(client, turn);
    try {
      const cause = await ended;
      return cause === REFUSED ? await this.#whyRefused(token) : cause;
    } finally {
      clearInterval(look);
      this.#sync = undefined;
      client.dispose();
    }
  }

  /** Subscribes to what is wanted, now and whenever that changes. */
  #follow(client: Client<true>, turn: AbortController): void {
    const stops = new Map<string, () => void>();
    this.#sync = () => {
      for (const key of this.#keys) {
        if (stops.has(key)) continue;
        const sink = {
          next: (result: unknown) => {
            if (!turn.signal.aborted) this.#listener.onValue(key, result);
          },
          error: (cause: unknown) => turn.abort(cause),
          complete: () => undefined,
        };
        stops.set(key, client.subscribe(JSON.parse(key) as RequestParams, sink));
      }
      for (const [key, stop] of stops) {
        if (this.#keys.includes(key)) continue;
        stops.delete(key);
        stop();
      }
      this.#listener.onKeysSent(this.#keys);
    };
    this.#sync();
  }

  /** The library's own calls, with an end to a stream that has fallen silent. */
  async #fetchStream(input: RequestInfo, init: RequestInit, turn: AbortController): Promise<Response> {
    const response = await this.#options.fetch(input, init);
    if (response.status === 401) turn.abort(REFUSED);
    if (init.method !== 'GET' || !response.ok) return response;
    if (!response.body || !String(response.headers.get('content-type')).startsWith('text/event-stream'))
      return Response.error();
    const listen = () => setTimeout(() => turn.abort(), SILENCE_MS);
    let timer = listen();
    turn.signal.addEventListener('abort', () => clearTimeout(timer));
    const decoder = new TextDecoder();
    const heard = new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        clearTimeout(timer);
        timer = listen();
        controller.enqueue(bytes);
        if (RETRY_HINT.test(decoder.decode(bytes, { stream: true }))) turn.abort(MOVED);
      },
    });
    return new Response(response.body.pipeThrough(heard), response);
  }

  /** Perhaps the session has been renewed meanwhile, by another tab. */
  async #whyRefused(used: string): Promise<symbol> {
    return (await this.#options.accessToken()) === used ? REFUSED : RENEWED;
  }

  async #lookForToken(used: string, turn: AbortController): Promise<void> {
    const token = await this.#options.accessToken().catch(() => used);
    if (token !== used) turn.abort(RENEWED);
  }

  #enter(state: Parameters<LinkListener['onState']>[0]): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#listener.onState(state);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
