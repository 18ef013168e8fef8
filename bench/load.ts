import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import { isShort } from './size.ts';

/** Of each connection. */
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

/** The value below which a share of the samples lies (nearest rank). */
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

/** How long autocannon runs: in the short form for a number of requests, because a busy machine may answer none in a short time. */
export function lengthOf({ connections, seconds }: Pick<Load, 'connections' | 'seconds'>) {
  return isShort ? { amount: SHORT_REQUESTS * connections, sampleInt: 50 } : { duration: seconds };
}

/** POSTs the body over kept-alive connections for the given time. Any answer but 200 with data fails the benchmark. */
export async function load(options: Load): Promise<Figures> {
  const headers = { 'content-type': 'application/json', ...options.headers };
  const first = await fetch(options.url, { method: 'POST', headers, body: options.body });
  const answer = await first.text();
  if (!first.ok || answer.includes('"errors":')) throw new Error(`${options.url} answered ${first.status}: ${answer}`);
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
        ...lengthOf(options),
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
 * POSTs the body so many times a second, whether the answers before have come or not, as many people do who know nothing of each other. Times
 * count from the instant at which a request was due, so that a server that stands still is not spared the requests that it keeps waiting.
 */
export async function steadyLoad({ url, headers, body, perSecond, seconds }: SteadyLoad): Promise<Figures> {
  const samples: number[] = [];
  const started = performance.now();
  const ask = async (dueAt: number): Promise<void> => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    const text = await answer.text();
    if (!answer.ok || text.includes('"errors":')) throw new Error(`${url} answered ${answer.status}: ${text}`);
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

/**
 * POSTs over a connection that is kept. It takes half of the processor time of `fetch`, which a product on the same machine goes short of.
 */
export function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }> {
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

/** Runs one asynchronous call again and again, `connections` at a time, for the given time. */
export async function loop(call: () => Promise<unknown>, connections: number, seconds: number): Promise<Figures> {
  const samples: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      const before = performance.now();
      await call();
      samples.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return figuresOf(samples, (performance.now() - started) / 1000);
}

export function median(values: readonly number[]): number {
  return percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}
