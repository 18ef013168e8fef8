import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { fileApp } from '../testing/file-app.ts';

let port: number;
const test = await fileApp();
beforeAll(async () => {
  port = Number(new URL(await test.app.listen({ host: '127.0.0.1', port: 0 })).port);
});

/** Status and body of the response to raw bytes on a new connection. */
async function answerTo(request: string): Promise<{ readonly status: number; readonly body: unknown }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head.toLowerCase()).toContain('content-type: application/json');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) };
}

const long = 'a'.repeat(600);
const head = 'Host: localhost:41200\r\nConnection: close\r\n';

it.each([
  ['is not HTTP', 'HELLO\r\n\r\n', 400, 'request.malformed'],
  ['has headers of 20 kB', `GET / HTTP/1.1\r\n${head}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'request.too-large'],
  ['names no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'request.malformed'],
  ['has a broken escape in its path', `GET /%zz HTTP/1.1\r\n${head}\r\n`, 400, 'request.malformed'],
  ['has a part of its path that is too long', `GET /files/${long} HTTP/1.1\r\n${head}\r\n`, 404, 'record.not-found'],
  ['expects the impossible', `GET /healthz HTTP/1.1\r\n${head}Expect: tea\r\n\r\n`, 417, 'request.malformed'],
  ['asks for nothing we have', `PUT /nothing HTTP/1.1\r\n${head}\r\n`, 404, 'record.not-found'],
])('a request that %s is refused with a JSON error', async (_what, request, status, code) => {
  expect(await answerTo(request)).toEqual({
    status,
    body: { errors: [{ message: expect.any(String), extensions: { code } }] },
  });
});
