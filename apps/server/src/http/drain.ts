import type { ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * From now on each response closes its connection, so that clients and proxies move to another process. Closing the
     * app does this too.
     */
    drain(): void;
  }
}

/** Time for a new connection to send its first request. */
const NEW_CONNECTION_MS = 500;
/** Bounds the wait for an empty accept queue under constant load. */
const TURNS_MAX = 1_000;

/**
 * Closes connections without losing a request (decision 0135). Closing the app stops listening once the accept queue is
 * empty, and gives unused connections a moment. Call this before other close hooks are added: those end streams, whose
 * clients reconnect.
 */
export function addDrain(app: FastifyInstance): void {
  const openedAtMs = new Map<Socket, number>();
  const answers = new Set<ServerResponse>();
  let isDraining = false;
  let accepted = 0;

  app.server.on('connection', (socket) => {
    accepted += 1;
    openedAtMs.set(socket, performance.now());
    socket.once('close', () => openedAtMs.delete(socket));
  });
  app.addHook('onRequest', (_request, { raw }, done) => {
    answers.add(raw);
    raw.once('close', () => answers.delete(raw));
    if (isDraining) endConnectionWith(raw);
    done();
  });

  const drain = (): void => {
    isDraining = true;
    for (const answer of answers) endConnectionWith(answer);
  };
  app.decorate('drain', drain);

  /**
   * Node accepts one connection per turn of the event loop, and the kernel resets queued ones when listening stops. So
   * the queue is shortened first: clients beyond it are not connected, retry after a second and are refused then.
   */
  const acceptWaiting = async (): Promise<void> => {
    shortenQueue(app.server);
    await turn();
    for (let turns = 0; turns < TURNS_MAX; turns += 1) {
      const before = accepted;
      await turn();
      if (accepted === before) return;
    }
  };

  app.addHook('preClose', async () => {
    drain();
    if (!app.server.listening) return;
    await acceptWaiting();
    // Stops listening only: `close` of the HTTP server would also close idle connections, on which a request may have
    // arrived.
    TcpServer.prototype.close.call(app.server);
    await turn();
    endUnused(openedAtMs);
    // A response that started before the drain keeps its connection open.
    for (const answer of answers) answer.once('close', () => app.server.closeIdleConnections());
  });
}

/** Calling listen again on the socket changes the length of its accept queue; Node exposes this only on the handle. */
function shortenQueue(server: TcpServer): void {
  const { _handle: handle } = server as TcpServer & { readonly _handle?: { listen?(length: number): number } | null };
  handle?.listen?.(0);
}

function endConnectionWith(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader('connection', 'close');
}

/**
 * Closes preconnected sockets of browsers. Node does not count a connection without any data as idle, so a closing
 * server would wait for it until the headers timeout.
 */
function endUnused(openedAtMs: ReadonlyMap<Socket, number>): void {
  const nowMs = performance.now();
  for (const [socket, openedMs] of openedAtMs) {
    if (socket.bytesRead > 0) continue;
    const end = (): void => {
      if (socket.bytesRead === 0) socket.destroy();
    };
    const leftMs = openedMs + NEW_CONNECTION_MS - nowMs;
    if (leftMs <= 0) end();
    else setTimeout(end, leftMs);
  }
}
