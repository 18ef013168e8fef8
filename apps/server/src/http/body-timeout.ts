import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of a request may take to arrive; 30 s by default. */
    bodyTimeoutMs?: number;
  }
}

/** What no route may exceed. */
export const BODY_TIMEOUT_MAX_MS = 15 * 60 * 1000;
const BODY_TIMEOUT_MS = 30_000;
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/**
 * Ends connections on which a body takes too long. Node has one limit for all requests, which would have to suit the largest
 * upload over the slowest line.
 */
export function addBodyTimeouts(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { headers, raw } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const timer = setTimeout(() => {
      // A connection that is gone needs no telling, nor does what was none: a request that a test injects.
      if (!raw.complete && raw.socket.destroyed === false) raw.socket.end(TIMED_OUT, () => raw.socket.destroy());
    }, request.routeOptions.config.bodyTimeoutMs ?? BODY_TIMEOUT_MS);
    timer.unref();
    const clear = (): void => clearTimeout(timer);
    raw.once('end', clear).once('close', clear);
  });
}
