import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Span, Tracing } from '../ports/tracing.ts';

/**
 * Creates a span per request: reference id, method, route, status and the GraphQL operation's name. A `traceparent` is accepted only
 * from a trusted proxy. Call before other hooks are added, so that their statements belong to the span.
 */
export function addRequestSpans(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    // An upgraded connection has no meaningful end.
    if (request.headers.upgrade !== undefined) return done();
    const { method, headers, ips = [] } = request;
    const route = request.routeOptions.url;
    const isForwarded = ips.length > 1;
    const given = headers['traceparent'];
    const span = tracing.beginRequest(
      route === undefined ? method : `${method} ${route}`,
      {
        'http.request.method': method,
        'backcounter.request.id': request.id,
        ...(route !== undefined && { 'http.route': route }),
      },
      isForwarded && typeof given === 'string' ? given : undefined,
    );
    spans.set(request, span);
    span.run(done);
  });
  // The body parser may have left the span's context.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) return done();
    span.run(done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply;
    const isFailed = statusCode >= 500;
    const operation = request.operationName;
    spans.get(request)?.end({
      facts: {
        'http.response.status_code': statusCode,
        ...(operation !== null && { 'graphql.operation.name': operation }),
        ...(isFailed && { 'error.type': String(statusCode) }),
      },
      isFailed,
    });
  });
}
