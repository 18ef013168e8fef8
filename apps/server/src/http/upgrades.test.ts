import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listeningAt } from '../testing/stream-client.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let address: string;
beforeAll(async () => {
  // Upgrades every request, as WebSocket libraries do.
  test = await createTestApp({}, () => [
    async (app) => {
      app.server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => {
        socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n');
      });
    },
  ]);
  address = await listeningAt(test);
});
afterAll(() => test.close());

async function statusOf(path: string, upgrade: string): Promise<number | undefined> {
  const asking = request(`${address}${path}`, { agent: false, headers: { connection: 'upgrade', upgrade } });
  const answered = Promise.race([once(asking, 'upgrade'), once(asking, 'response')]) as Promise<[IncomingMessage]>;
  asking.end();
  const [answer] = await answered;
  answer.socket.destroy();
  return answer.statusCode;
}

it.each(['/realtime/socket', '/realtime/socket?a=1'])('upgrades %s', async (path) => {
  expect(await statusOf(path, 'WebSocket')).toBe(101);
});

it.each([
  ['/', 'websocket'],
  ['/graphql', 'websocket'],
  ['/realtime/stream', 'websocket'],
  ['/realtime/socket/', 'websocket'],
  ['/realtime/sockets', 'websocket'],
  ['/realtime/socket', 'h2c'],
])('answers %s as a plain request despite its upgrade header (%s)', async (path, upgrade) => {
  expect(await statusOf(path, upgrade)).not.toBe(101);
});
