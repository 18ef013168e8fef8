import { MOVED, type OpenLink, RENEWED, RetryingLink, SESSION_ENDED } from '@backcounter/presence/link';
import type { LinkListener, TabLink } from '@backcounter/presence/tabs';
import { type Client, createClient, type RequestParams } from 'graphql-sse';
import { RequestError } from '../api/request-error.ts';

/** The server's limit of one stream. */
const KEYS_MAX = 30;
/** The server sends a comment every 12 s. A connection without any byte for this long is dead. */
const SILENCE_MS = 40_000;
/** Interval of checking for a newer access token, with which the stream is then reopened. */
const TOKEN_LOOK_MS = 10_000;
/** The last line of a stream whose server shuts down; data contain no line breaks. */
const RETRY_HINT = /(^|\n)retry:/;
/** The server refused the access token. */
const REFUSED = Symbol('refused');

/** Dependencies of a link. */
export interface LiveLinkOptions {
  readonly url: string;
  /** Access token of the session; null when no one is signed in. */
  readonly accessToken: () => Promise<string | null>;
  readonly fetch: typeof fetch;
  /** The session of this token is over: sign in again and return to the remembered route. */
  readonly onSessionExpired: (error: RequestError, token: string | null) => void;
}

/**
 * One stream of subscriptions with the server (GraphQL over SSE, single connection mode). A key is the JSON of a
 * request; its value is the last result.
 */
export function liveLink(options: LiveLinkOptions, listener: LinkListener): TabLink {
  let refused: string | null = null;
  const open = async (turn: AbortController, link: OpenLink): Promise<unknown> => {
    const token = await options.accessToken();
    refused = null;
    if (token === null) return SESSION_ENDED;
    const cause = await keepStream(options, listener, token, turn, link);
    if (cause !== REFUSED) return cause;
    // Another tab may have renewed the session.
    if ((await options.accessToken()) !== token) return RENEWED;
    refused = token;
    return SESSION_ENDED;
  };
  return new RetryingLink(KEYS_MAX, open, {
    onState: (state) => listener.onState(state),
    onSessionEnded: () => {
      if (refused !== null) options.onSessionExpired(new RequestError('session.expired', { status: 401 }), refused);
      listener.onSessionEnded();
    },
  });
}

/** Keeps one stream open until it ends, and returns the reason. */
async function keepStream(
  options: LiveLinkOptions,
  listener: LinkListener,
  token: string,
  turn: AbortController,
  link: OpenLink,
): Promise<unknown> {
  const { signal } = turn;
  if (signal.aborted) return signal.reason;
  const ended = new Promise<unknown>((resolve) => {
    signal.addEventListener('abort', () => resolve(signal.reason));
  });
  const client = createClient({
    singleConnection: true,
    url: options.url,
    headers: { authorization: `Bearer ${token}` },
    credentials: 'omit',
    retryAttempts: 0,
    fetchFn: (input: RequestInfo, init: RequestInit) => fetchStream(options, input, init, turn),
    on: {
      connected: () => {
        if (!signal.aborted) link.live();
      },
    },
  });
  const look = setInterval(async () => {
    const newest = await options.accessToken().catch(() => token);
    if (newest !== token) turn.abort(RENEWED);
  }, TOKEN_LOOK_MS);
  follow(client, listener, turn, link);
  try {
    return await ended;
  } finally {
    clearInterval(look);
    client.dispose();
  }
}

/** Subscribes to the current keys, now and whenever they change. */
function follow(client: Client<true>, listener: LinkListener, turn: AbortController, link: OpenLink): void {
  const stops = new Map<string, () => void>();
  link.onKeys = () => {
    for (const key of link.keys) {
      if (stops.has(key)) continue;
      const sink = {
        next: (result: unknown) => {
          if (!turn.signal.aborted) listener.onValue(key, result);
        },
        error: (cause: unknown) => turn.abort(cause),
        complete: () => undefined,
      };
      stops.set(key, client.subscribe(JSON.parse(key) as RequestParams, sink));
    }
    for (const [key, stop] of stops) {
      if (link.keys.includes(key)) continue;
      stops.delete(key);
      stop();
    }
    listener.onKeysSent(link.keys);
  };
  link.onKeys();
}

/** The library's own requests, aborted when the stream is silent. */
async function fetchStream(
  options: LiveLinkOptions,
  input: RequestInfo,
  init: RequestInit,
  turn: AbortController,
): Promise<Response> {
  const response = await options.fetch(input, init);
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
