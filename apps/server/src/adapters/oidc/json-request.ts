import http from 'node:http';
import https from 'node:https';

const ANSWER_BYTES_MAX = 1024 * 1024;
const TIMEOUT_MS = 5_000;

export interface JsonAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a request to the provider, prepared for hostile responses: 5 s, 1 MB, no redirects and no compressed body
 * (built-in fetch would decode Brotli, whose decoder had a vulnerability).
 * @throws Error if there is no usable response
 */
export function requestJson(
  address: string,
  options: { method?: 'GET' | 'POST'; headers?: Readonly<Record<string, string>>; body?: string } = {},
): Promise<JsonAnswer> {
  const { protocol } = new URL(address);
  const client = protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const request = client.request(address, {
      method: options.method ?? 'GET',
      headers: { accept: 'application/json', 'accept-encoding': 'identity', ...options.headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    request.on('error', reject);
    request.on('response', (response) => {
      response.on('error', reject);
      const encoding = response.headers['content-encoding'];
      if (encoding !== undefined && encoding !== 'identity') {
        response.destroy(new Error(`the response is encoded as ${encoding}`));
        return;
      }
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > ANSWER_BYTES_MAX) response.destroy(new Error('the response is larger than 1 MB'));
        else chunks.push(chunk);
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    request.end(options.body);
  });
}

/** `requestJson` as the fetch function of `jose` key sets. */
export async function fetchJson(address: string, options: { headers: Headers }): Promise<Response> {
  const answer = await requestJson(address, { headers: Object.fromEntries(options.headers) });
  return new Response(answer.text, { status: answer.status, headers: { 'content-type': 'application/json' } });
}
