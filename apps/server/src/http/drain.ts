import type { ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on each answer ends its connection, so that clients and proxies turn to another process. Closing the app begins it too. */
    drain(): void;
  }
}

/** A new connection that has sent nothing yet is given this long: its request may be on the way. */
const NEW_CONNECTION_MS = 500;
/** Bounds the wait for an empty accept queue under load that never pauses. */
const TURNS_MAX = 1_000;

/**
 * Ends connections without losing a request (decision 0135). Closing the app stops listening when no connection waits to be accepted, and gives
 * connections that have sent nothing a moment. To be called before other hooks of closing are added: those end streams, whose clients come back.
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
   * Node accepts one connection a turn of its loop, and the system resets those that wait when listening stops. So first the queue is made short:
   * clients beyond it are not connected, try again after a second, and are refused by then.
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
    // Only listening ends: `close` of the HTTP server would end idle connections too, on which a request may have arrived.
    TcpServer.prototype.close.call(app.server);
    await turn();
    endUnused(openedAtMs);
    // An answer that had begun before the drain leaves its connection open.
    for (const answer of answers) answer.once('close', () => app.server.closeIdleConnections());
  });
}

/** Listening again on the same socket changes the length of its accept queue; Node offers that on its handle only. */
function shortenQueue(server: TcpServer): void {
  const { _handle: handle } = server as TcpServer & { readonly _handle?: { listen?(length: number): number } | null };
  handle?.listen?.(0);
}

function endConnectionWith(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader('connection', 'close');
}

/**
 * Browsers open connections in advance. Node does not count one that has brought nothing yet as idle, so a server that ends would wait for it
 * until its headers are overdue.
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
