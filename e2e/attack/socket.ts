import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { HOST, type Sent, type Target } from './target.ts';

const SILENCE_MS = 15_000;

/** The answer to a WebSocket upgrade. */
export interface Upgrade {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Sends raw bytes. */
  send(bytes: Buffer): void;
  /** Everything received, once the server has ended the connection. @throws when it remains open */
  ended(): Promise<string>;
  close(): void;
}

/** Requests an upgrade as the proxy forwards it. */
export function upgrade(
  target: Target,
  { token, from = target.freshAddress(), headers = {} }: Pick<Sent, 'token' | 'from' | 'headers'> = {},
  path = '/realtime/socket',
): Promise<Upgrade> {
  return new Promise((resolve, reject) => {
    const asking = request({
      host: '127.0.0.1',
      port: target.port,
      path,
      agent: false,
      headers: {
        host: HOST,
        'x-forwarded-proto': 'https',
        'x-forwarded-for': from,
        connection: 'upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.alloc(16).toString('base64'),
        ...(token != null && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    const answered = (response: IncomingMessage, connection: Socket): void => {
      let text = '';
      connection.on('error', () => undefined);
      connection.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
      });
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        send: (bytes) => void connection.write(bytes),
        ended: () =>
          new Promise((done, fail) => {
            if (connection.destroyed) done(text);
            const limit = setTimeout(() => fail(new Error(`Still open: ${text.slice(0, 200)}`)), SILENCE_MS);
            connection.once('close', () => {
              clearTimeout(limit);
              done(text);
            });
          }),
        close: () => void connection.destroy(),
      });
    };
    asking.on('upgrade', answered);
    asking.on('response', (response) => answered(response.resume(), response.socket));
    asking.on('error', reject);
    asking.end();
  });
}

const LAST = 0x80;
const MASKED = 0x80;

/** A frame of a client, masked with zeros; `head` replaces its first byte, `length` its declared length. */
export function frame(content: unknown, head = LAST | 1, length?: number): Buffer {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
  const size = Buffer.alloc(9);
  size[0] = MASKED | 127;
  size.writeBigUInt64BE(BigInt(length ?? bytes.length), 1);
  return Buffer.concat([Buffer.from([head]), size, Buffer.alloc(4), bytes]);
}
