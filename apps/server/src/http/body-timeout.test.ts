import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { addBodyTimeouts } from './body-timeout.ts';

it('answers 408 and closes the connection if a body takes too long; others are unaffected', async () => {
  const app = Fastify();
  addBodyTimeouts(app);
  app.post('/slow', { config: { bodyTimeoutMs: 50 } }, async () => 'done');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const begin =
    'POST /slow HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: 4\r\n\r\n';
  const slow = connect(port, '127.0.0.1');
  await once(slow, 'connect');
  slow.write(`${begin}ab`);
  expect(await text(slow)).toContain('408 Request Timeout');
  const quick = connect(port, '127.0.0.1');
  await once(quick, 'connect');
  quick.write(`${begin}abcd`);
  expect(await text(quick)).toContain('200 OK');
  await app.close();
});
