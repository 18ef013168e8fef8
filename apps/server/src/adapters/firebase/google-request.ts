import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const ANSWER_BYTES_MAX = 1024 * 1024;
/** Idle time after which the connection counts as dead. */
const SILENCE_TIMEOUT_MS = 3_000;
/** For reading the whole response. */
const ANSWER_TIMEOUT_MS = 5_000;

/** A request to Google. */
export interface GoogleRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Readable | string;
  /** Agent that keeps connections; by default each request opens its own. */
  readonly agent?: http.Agent;
}

/**
 * Sends a request and resolves when the response headers arrive; the caller must read or destroy the response. Does not
 * follow redirects or accept compressed bodies.
 * @throws Error if the connection fails or times out, or the error of the body's stream
 */
export async function sendRequest({ method, url, headers, body, agent }: GoogleRequest): Promise<IncomingMessage> {
  const client = url.protocol === 'https:' ? https : http;
  const request = client.request(url, {
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    ...(agent && { agent }),
  });
  request.setTimeout(SILENCE_TIMEOUT_MS, () => request.destroy(new Error('Google does not answer')));
  const answer = new Promise<IncomingMessage>((resolve, reject) => request.on('response', resolve).on('error', reject));
  if (typeof body === 'object') {
    const sent = pipeline(body, request);
    // A response may arrive before the body is sent; a broken body gets none.
    return Promise.race([answer, sent.then(() => answer)]);
  }
  request.end(body);
  return answer;
}

/**
 * The JSON object of a response: at most 1 MB, within 5 s.
 * @throws Error for anything else
 */
export async function readObject(answer: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const timer = setTimeout(() => answer.destroy(new Error('The response took too long')), ANSWER_TIMEOUT_MS);
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > ANSWER_BYTES_MAX) throw new Error('The response is larger than 1 MB');
      chunks.push(chunk);
    }
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (typeof value !== 'object' || value === null) throw new Error('The response is not an object');
    return value as Readonly<Record<string, unknown>>;
  } finally {
    clearTimeout(timer);
  }
}
