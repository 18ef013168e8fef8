import http from 'node:http';
import { PUSH_BATCH_MAX, type PushOutcome, type PushPort } from '../../ports/push.ts';
import { sandboxAnswer } from './sandbox-wire.ts';

const TIMEOUT_MS = 10_000;
const ANSWER_MAX_BYTES = 1024 * 1024;

/**
 * The push port on a sandbox over HTTP. `urlOf` is called with the first message, so that the sandbox starts only then.
 */
export function createSandboxPush(urlOf: () => Promise<string>): PushPort {
  const agent = new http.Agent({ keepAlive: true });
  return {
    send: async (messages) => {
      if (messages.length > PUSH_BATCH_MAX) throw new RangeError(`At most ${PUSH_BATCH_MAX} messages at once`);
      try {
        const body = JSON.stringify({
          messages: messages.map(({ token, collapseKey, data }) => ({ token, collapseKey, data })),
        });
        const { outcomes } = sandboxAnswer.parse(JSON.parse(await post(`${await urlOf()}/send`, body, agent)));
        if (outcomes.length !== messages.length) throw new Error('The sandbox returned a different number of outcomes');
        return outcomes;
      } catch {
        return messages.map((): PushOutcome => ({ kind: 'unavailable', retryAfterMs: null, code: 'NO_CONNECTION' }));
      }
    },
    check: async () => true,
    close: async () => agent.destroy(),
  };
}

function post(url: string, body: string, agent: http.Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > ANSWER_MAX_BYTES) response.destroy(new Error('The response is larger than 1 MB'));
        else chunks.push(chunk);
      });
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(Buffer.concat(chunks).toString('utf8'))
          : reject(new Error(`The sandbox responded with ${response.statusCode}`)),
      );
    });
    request.end(body);
  });
}
