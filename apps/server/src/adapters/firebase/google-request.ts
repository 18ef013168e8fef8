import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const ANSWER_BYTES_MAX = 1024 * 1024;
/** No byte in this time, and the other side counts as dead. */
const SILENCE_TIMEOUT_MS = 3_000;
/** For an answer that has to be read whole. */
const ANSWER_TIMEOUT_MS = 5_000;

/** One request to Google. */
export interface GoogleRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Readable | string;
  /** Connections that are kept; without it each request has one of its own. */
  readonly agent?: http.Agent;
}

/**
 * Sends a request and gives the answer as soon as its head is there; the caller reads or destroys it. No redirects, and never a compressed body.
 * @throws Error when the other side is silent or gone, or the error of the body's stream
 */
export async function sendRequest({ method, url, headers, body, agent }: GoogleRequest): Promise<IncomingMessage> {
  const client = url.protocol === 'https:' ? https : http;
  const request = client.request(url, {
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    ...(agent && { agent }),
  });
  request.setTimeout(SILENCE_TIMEOUT_MS, () => request.destroy(new Error('Google is silent')));
  const answer = new Promise<IncomingMessage>((resolve, reject) => request.on('response', resolve).on('error', reject));
  if (typeof body === 'object') {
    const sent = pipeline(body, request);
    // An answer may come before everything is sent; a body that breaks off gets none.
    return Promise.race([answer, sent.then(() => answer)]);
  }
  request.end(body);
  return answer;
}

/**
 * The JSON object of an answer: at most 1 MB, in 8 s.
 * @throws Error for anything else
 */
export async function readObject(answer: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const timer = setTimeout(() => answer.destroy(new Error('The answer does not end')), ANSWER_TIMEOUT_MS);
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > ANSWER_BYTES_MAX) throw new Error('The answer is longer than 1 MB');
      chunks.push(chunk);
    }
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (typeof value !== 'object' || value === null) throw new Error('The answer is no object');
    return value as Readonly<Record<string, unknown>>;
  } finally {
    clearTimeout(timer);
  }
}
