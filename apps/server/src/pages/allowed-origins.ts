import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const PREFLIGHT_MAX_AGE_S = 600;

/** Allows these origins, and no others, to read the responses of all routes in this scope, including errors. */
export function allowOrigins(app: FastifyInstance, origins: ReadonlySet<string>): void {
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('vary', 'origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.has(origin)) return;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', 'etag, retry-after, x-release-reader, x-request-id');
  });
}

/** Answers CORS preflight requests; only allowed origins receive the method and headers. */
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
