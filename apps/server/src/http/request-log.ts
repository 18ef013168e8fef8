import type { FastifyInstance } from 'fastify';
import { loggableCause } from '../graphql/error-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Cause of a response with status 500 or above. */
    failure: unknown;
  }
}

const REFERENCE_HEADER = 'x-request-id';

/**
 * One log line per request: reference id, caller, operation, duration and the cause of a status of 500 or above. Never
 * variables, tokens or query strings, which may contain personal data.
 */
export function addRequestLog(app: FastifyInstance): void {
  app.decorateRequest('failure', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REFERENCE_HEADER, request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const isApi = request.routeOptions.url === '/graphql';
    const isFailed = reply.statusCode >= 500;
    request.log[isFailed ? 'warn' : isApi ? 'info' : 'debug'](
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        sub: request.caller?.sub ?? null,
        operation: request.operationName,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        ...(isFailed && { cause: request.failure === null ? null : loggableCause(request.failure) }),
      },
      'request',
    );
  });
}
