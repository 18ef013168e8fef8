import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { endUnusedConnections } from './unused-connections.ts';

it('a connection that was opened in advance does not keep a server from ending', async () => {
  // Headers are never overdue here: a server that waits for them waits for ever.
  const app = Fastify();
  app.server.headersTimeout = 0;
  app.server.requestTimeout = 0;
  endUnusedConnections(app);
  app.get('/', async () => 'here');
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1');
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('here');
  await app.close();
  await closed;
});
