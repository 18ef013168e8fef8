import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RealtimeServer } from './testing/realtime-server.ts';

let server: RealtimeServer;
const connections: Socket[] = [];
beforeEach(async () => {
  server = await RealtimeServer.start();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const connection of connections.splice(0)) connection.destroy();
  await server.stop();
});

/** Response to an upgrade; the connection of a 101 stays open and never answers a close. */
interface Upgrade {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly connection: Socket;
}

/** Requests an upgrade from a loopback address. */
function upgrade(token: string | null = null, localAddress = '127.0.0.1'): Promise<Upgrade> {
  return new Promise((resolve, reject) => {
    const asking: ClientRequest = request(`${server.url}/realtime/socket`, {
      localAddress,
      agent: false,
      headers: {
        connection: 'upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.alloc(16).toString('base64'),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
    });
    const answered = ({ statusCode = 0, headers }: IncomingMessage, connection: Socket): void => {
      connections.push(connection.on('error', () => undefined));
      connection.resume();
      resolve({ status: statusCode, retryAfter: headers['retry-after'], connection });
    };
    asking.on('upgrade', answered);
    asking.on('response', (response) => answered(response.resume(), response.socket));
    asking.on('error', reject);
    asking.end();
  });
}

const upgrades = async (count: number, token: string | null, addressOf: (index: number) => string) => {
  const all: Upgrade[] = [];
  for (let index = 0; index < count; index += 1) all.push(await upgrade(token, addressOf(index)));
  return all;
};

/** A client message, masked with zeros. */
function frame(message: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(message));
  const size = text.length < 126 ? [0x80 | text.length] : [0x80 | 126, text.length >> 8, text.length & 255];
  return Buffer.concat([Buffer.from([0x81, ...size, 0, 0, 0, 0]), text]);
}

const entry = async (id: string) => (await server.store.get([id]))[0]?.storeSid;

describe('a socket without a token', () => {
  it('has 5 s for the first message and 1 s to answer the close', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { connection } = await upgrade();
    const next = async () => String(((await once(connection, 'data')) as [Buffer])[0]);
    vi.advanceTimersByTime(4_999);
    connection.write(Buffer.from([0x89, 0x80, 0, 0, 0, 0]));
    expect(await next()).not.toContain('error');
    const told = next();
    vi.advanceTimersByTime(1);
    expect(await told).toContain('auth/invalid-credential');
    const closed = once(connection, 'close');
    vi.advanceTimersByTime(1_000);
    await closed;
  });

  it('is ignored after its token was refused', async () => {
    const { connection } = await upgrade();
    const told = once(connection, 'data') as Promise<[Buffer]>;
    connection.write(frame({ token: 'nobody' }));
    expect(String((await told)[0])).toContain('auth/invalid-credential');
    connection.write(
      Buffer.concat([frame({ token: 'pos' }), frame({ op: 'put', firebase_id: 'late', store_sid: null })]),
    );
    await once(connection, 'close');
    expect(await entry('late')).toBeUndefined();
  });

  it('takes one of 20 slots per address from the upgrade on', async () => {
    const all = await upgrades(21, null, () => '127.0.0.1');
    expect(all.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 101), 429]);
    expect(Number(all[20]?.retryAfter)).toBeGreaterThan(0);
    expect((await upgrade(null, '127.0.0.2')).status).toBe(101);
    expect((await upgrade('pos')).status).toBe(101);
  });

  it('frees its slot when it closes or sends its token', async () => {
    const [first, second] = await upgrades(20, null, () => '127.0.0.1');
    expect((await upgrade()).status).toBe(429);
    first?.connection.destroy();
    await vi.waitFor(async () => expect((await upgrade()).status).toBe(101));
    expect((await upgrade()).status).toBe(429);
    second?.connection.write(frame({ token: 'pos' }));
    await vi.waitFor(async () => expect((await upgrade()).status).toBe(101));
    expect((await upgrade()).status).toBe(429);
  });

  it('cannot take slots of clients that send a token with the upgrade', async () => {
    const all = await upgrades(201, null, (index) => `127.0.1.${1 + Math.floor(index / 20)}`);
    expect(all.filter(({ status }) => status === 101)).toHaveLength(200);
    expect([all[200]?.status, all[200]?.retryAfter]).toEqual([503, '1']);
    expect((await upgrade('pos')).status).toBe(101);
  });
});

it('opens at most 1,000 sockets, including those of known clients', async () => {
  const all = await Promise.all(Array.from({ length: 1_010 }, () => upgrade('pos')));
  const refused = all.filter(({ status }) => status !== 101);
  expect(refused.map(({ status, retryAfter }) => [status, retryAfter])).toEqual(
    Array.from({ length: 10 }, () => [503, '1']),
  );
});

it('closes sockets with 1012 on shutdown', async () => {
  const { connection } = await upgrade('pos');
  const told = once(connection, 'data') as Promise<[Buffer]>;
  const ended = server.app.close();
  const [message] = await told;
  // A close frame with the code in two bytes.
  expect([message[0], message.readUInt16BE(2)]).toEqual([0x88, 1012]);
  connection.destroy();
  await ended;
});
