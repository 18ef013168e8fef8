import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const PREFLIGHT_MAX_AGE_S = 600;

/** Lets pages of these origins, and of no others, read the answers of all routes in this scope, errors included. */
export function allowOrigins(app: FastifyInstance, origins: ReadonlySet<string>): void {
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('vary', 'origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.has(origin)) return;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', 'etag, retry-after, x-request-id');
  });
}

/** Answers the browser's question before a call; only allowed origins are told the method and the headers that may be sent. */
export function answerPreflight(app: FastifyInstance, path: string, method: 'GET' | 'POST', headers: string): void {
  app.options(path, (_request, reply) => {
    if (reply.hasHeader('access-control-allow-origin')) {
      reply.headers({
        'access-control-allow-methods': method,
        'access-control-allow-headers': headers,
        'access-control-max-age': String(PREFLIGHT_MAX_AGE_S),
      });
    }
    return reply.code(204).send();
  });
}
