import { once } from 'node:events';
import { createServer } from 'node:net';

/** A free port below those that the system gives to outgoing connections, which could take it before it is used. */
export async function freePort(): Promise<number> {
  const port = 11_000 + Math.floor(Math.random() * 20_000);
  const server = createServer().listen(port, 'localhost');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  return isFree ? port : freePort();
}
