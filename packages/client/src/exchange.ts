/** How requests are sent, and for how long. */
export interface Exchange {
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly giveUpAfterMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A JSON answer; any member can be absent. */
interface Body {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly GraphQLProblem[];
  readonly access_token?: string;
  readonly expires_in?: number;
  readonly error?: string;
}

/** A GraphQL error of the product. */
export interface GraphQLProblem {
  readonly message: string;
  readonly extensions?: {
    readonly code?: string;
    readonly details?: Readonly<Record<string, unknown>>;
    readonly referenceId?: string;
  };
}

/** The answer to one attempt. */
export interface Reply {
  /** 0 if the connection failed, also in the middle of the answer. */
  readonly status: number;
  readonly body?: Body;
  readonly retryAfterMs?: number | null;
  readonly isReplayed?: boolean;
  readonly cause?: unknown;
}

const FIRST_PAUSE_MS = 250;
const PAUSE_MAX_MS = 10_000;
const PASSING = new Set([0, 502, 503, 504]);

/** Posts once. A lost or broken answer has the status 0; an ended signal throws. */
export async function exchange(
  { fetch, timeoutMs, signal }: Exchange,
  address: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<Reply> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers,
      body,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      ...(isJson && { body: JSON.parse(text) as Body }),
      retryAfterMs: retryAfterOf(response.headers.get('retry-after')),
      isReplayed: response.headers.get('idempotent-replayed') === 'true',
    };
  } catch (cause) {
    signal?.throwIfAborted();
    return { status: 0, cause };
  }
}

/** Milliseconds of `Retry-After`, which has seconds or a date. */
function retryAfterOf(value: string | null): number | null {
  if (value === null) return null;
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1_000;
  return Number.isNaN(ms) ? null : Math.max(ms, 0);
}

function isPassing({ status, body, retryAfterMs }: Reply): boolean {
  if (body?.data != null && body.errors === undefined) return false;
  return PASSING.has(status) || retryAfterMs != null || (status === 429 && body === undefined);
}

/** Repeats an attempt until its answer is final or the time is over; then the last answer is the result. */
export async function untilSettled({ giveUpAfterMs, signal }: Exchange, attempt: () => Promise<Reply>): Promise<Reply> {
  const giveUpAtMs = Date.now() + giveUpAfterMs;
  for (let tries = 0; ; tries += 1) {
    const reply = await attempt();
    if (!isPassing(reply)) return reply;
    const longest = Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** tries);
    // Spread, so that programs that failed together do not come back together.
    const pauseMs = (reply.retryAfterMs ?? longest / 2) + (Math.random() * longest) / 2;
    if (Date.now() + pauseMs > giveUpAtMs) return reply;
    await pause(pauseMs, signal);
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
