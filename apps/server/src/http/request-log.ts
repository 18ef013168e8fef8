import type { FastifyInstance } from 'fastify';

const REFERENCE_HEADER = 'x-request-id';

/**
 * One line a request: reference id, who, which operation, how long. Never variables, tokens or addresses with a query,
 * which may hold them.
 */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REFERENCE_HEADER, request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const isApi = request.routeOptions.url === '/graphql';
    request.log[isApi ? 'info' : 'debug'](
      {
        referenceId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        sub: request.caller?.sub ?? null,
        operation: request.operationName,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
  });
}
