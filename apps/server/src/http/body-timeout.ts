import type { FastifyInstance } from 'fastify';
import { refuseConnection } from './unread-requests.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Time limit for receiving the request body, in milliseconds; 30 s by default. */
    bodyTimeoutMs?: number;
  }
}

/** Maximum for any route. */
export const BODY_TIMEOUT_MAX_MS = 15 * 60 * 1000;
const BODY_TIMEOUT_MS = 30_000;

/**
 * Closes connections whose request body takes too long. Node has a single limit for all requests, which would have to
 * fit the largest upload on the slowest line.
 */
export function addBodyTimeouts(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { headers, raw } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const timer = setTimeout(() => {
      if (!raw.complete) refuseConnection(raw.socket, 408);
    }, request.routeOptions.config.bodyTimeoutMs ?? BODY_TIMEOUT_MS);
    timer.unref();
    const clear = (): void => clearTimeout(timer);
    raw.once('end', clear).once('close', clear);
  });
}
