import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const PREFLIGHT_MAX_AGE_S = 600;

/** Whether pages of an origin may call. */
export type AllowsOrigin = (origin: string) => boolean | Promise<boolean>;

/** Allows some origins, and no others, to read the responses of all routes in this scope, including errors. */
export function allowOrigins(app: FastifyInstance, allows: AllowsOrigin): void {
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('vary', 'origin');
    const { origin } = request.headers;
    if (origin === undefined || !(await allows(origin))) return;
    reply.header('access-control-allow-origin', origin);
    reply.header(
      'access-control-expose-headers',
      'etag, idempotent-replayed, retry-after, x-release-reader, x-request-id',
    );
  });
}

/** Answers CORS preflight requests; only allowed origins receive the method and headers. */
export function answerPreflight(app: FastifyInstance, path: string, method: string, headers: string): void {
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
