import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { isShort } from './size.ts';

/** Requests per connection in the short form: within a short time a busy machine may answer none. */
const SHORT_REQUESTS = 5;

export interface Load {
  url: string;
  headers?: Record<string, string>;
  body: string;
  connections: number;
  seconds: number;
}

/** Figures of one run; times in milliseconds. */
export interface Figures {
  requestsPerSecond: number;
  p50: number;
  p95: number;
  p99: number;
  requests: number;
}

/** The value that a share of the samples does not exceed (nearest rank). */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function figuresOf(samplesMs: number[], elapsedSeconds: number): Figures {
  const sorted = samplesMs.sort((a, b) => a - b);
  return {
    requestsPerSecond: sorted.length / elapsedSeconds,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    requests: sorted.length,
  };
}

/** POSTs the body over kept-alive connections for the given time. Any answer but 200 with data fails the benchmark. */
export async function load(options: Load): Promise<Figures> {
  const headers = { 'content-type': 'application/json', ...options.headers };
  const one = async (): Promise<void> => {
    const { status, text: said } = await post(options.url, headers, options.body);
    if (status !== 200 || said.includes('"errors":')) throw new Error(`${options.url} answered ${status}: ${said}`);
  };
  await one();
  if (isShort) return loop(one, options.connections, options.seconds);
  const samples: number[] = [];
  const started = performance.now();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: options.url,
        method: 'POST',
        headers,
        body: options.body,
        connections: options.connections,
        duration: options.seconds,
        verifyBody: (body) => typeof body === 'string' && !body.includes('"errors":'),
      },
      (error, outcome) => (error ? reject(error) : resolve(outcome)),
    );
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      if (status === 200) samples.push(milliseconds);
    });
  });
  if (result.errors > 0 || result.mismatches > 0 || result.non2xx > 0) {
    throw new Error(
      `${options.url}: ${result.errors} errors, ${result.non2xx} not 2xx, ${result.mismatches} answers with errors`,
    );
  }
  return figuresOf(samples, (performance.now() - started) / 1000);
}

export interface SteadyLoad extends Omit<Load, 'connections'> {
  perSecond: number;
}

/**
 * POSTs the body at a fixed rate, whether earlier answers have arrived or not, as many independent people do. Times
 * count from when a request was due, so that a stalled server is charged for the requests that it delays.
 */
export async function steadyLoad({ url, headers, body, perSecond, seconds }: SteadyLoad): Promise<Figures> {
  const samples: number[] = [];
  const started = performance.now();
  const ask = async (dueAt: number): Promise<void> => {
    const { status, text: said } = await post(url, { 'content-type': 'application/json', ...headers }, body);
    if (status !== 200 || said.includes('"errors":')) throw new Error(`${url} answered ${status}: ${said}`);
    samples.push(performance.now() - dueAt);
  };
  const asked: Promise<void>[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const dueAt = started + (index * 1000) / perSecond;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    asked.push(ask(dueAt));
  }
  await Promise.all(asked);
  return figuresOf(samples, (performance.now() - started) / 1000);
}

const agent = new Agent({ keepAlive: true });

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * POSTs over a kept-alive connection, with half of the CPU time of `fetch`, which the product on the same machine
 * needs. Retries after a Retry-After of an overloaded server; that is not a failure, and the time counts.
 */
export async function post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer> {
  for (;;) {
    const answer = await postOnce(url, headers, body);
    const waitS = answer.headers['retry-after'];
    if (waitS === undefined) return answer;
    await sleep(Number(waitS) * 1_000);
  }
}

function postOnce(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: 'POST', headers }, (answer) => {
      text(answer).then(
        (said) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: said }),
        reject,
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Repeats an asynchronous call, `connections` at a time, for the given time; a few times in the short form. */
export async function loop(call: () => Promise<unknown>, connections: number, seconds: number): Promise<Figures> {
  const samples: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  const worker = async (): Promise<void> => {
    for (let done = 0; isShort ? done < SHORT_REQUESTS : performance.now() < end; done += 1) {
      const before = performance.now();
      await call();
      samples.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return figuresOf(samples, (performance.now() - started) / 1000);
}

/** Queries the API as a member of staff, and returns the data. */
export async function askApi<Data>(url: string, token: string, query: string, variables: unknown): Promise<Data> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    'idempotency-key': crypto.randomUUID(),
  };
  const { text: said } = await post(`${url}/graphql`, headers, JSON.stringify({ query, variables }));
  const answer = JSON.parse(said) as { data: Data; errors?: unknown };
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  return answer.data;
}

export function median(values: readonly number[]): number {
  return percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}
