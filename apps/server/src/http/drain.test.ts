import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, expect, it } from 'vitest';
import { addDrain } from './drain.ts';

let app: FastifyInstance;
let port: number;
let release: () => void;
beforeEach(async () => {
  // No headers timeout here: a server that waits for it would wait forever.
  app = Fastify({ return503OnClosing: false });
  app.server.headersTimeout = 0;
  app.server.requestTimeout = 0;
  addDrain(app);
  app.get('/', async () => 'here');
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  app.get('/slow', () => held.then(() => 'done'));
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});

async function answerOf(path: string, agent: Agent): Promise<IncomingMessage & { readonly text: string }> {
  const [answer] = (await once(get({ port, host: '127.0.0.1', path, agent }), 'response')) as [IncomingMessage];
  return Object.assign(answer, { text: await text(answer) });
}

it('closes despite a preconnected socket', async () => {
  const socket = connect(port, '127.0.0.1');
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('here');
  await app.close();
  await closed;
});

it('closes each connection after its response during a drain, also for earlier requests', async () => {
  const agent = new Agent({ keepAlive: true });
  expect((await answerOf('/', agent)).headers.connection).toBe('keep-alive');
  const slow = answerOf('/slow', agent);
  await expect.poll(() => Object.keys(agent.sockets)).toHaveLength(1);
  await turn();
  app.drain();
  expect((await answerOf('/', agent)).headers.connection).toBe('close');
  release();
  expect(await slow).toMatchObject({ text: 'done', headers: { connection: 'close' } });
  await app.close();
});

it('serves connections in the accept queue when listening stops, and refuses later ones', async () => {
  const sockets = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) socket.once('connect', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
  // Connected by the kernel, but not yet accepted by the server.
  await new Promise(process.nextTick);
  const closed = app.close();
  const answers = await Promise.all(sockets.map(text));
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n.*connection: close\r\n.*here$/is);
  await closed;
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});
