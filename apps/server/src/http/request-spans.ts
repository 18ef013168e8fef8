import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Span, Tracing } from '../ports/tracing.ts';

/**
 * A span for each request: method, route and status, and the name of a GraphQL operation. A `traceparent` counts only when a proxy brings it whose
 * word on the client's address counts as well. To be called before other hooks are added, so that what they ask the database belongs to the span.
 */
export function addRequestSpans(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    // What becomes a socket has no end worth waiting for.
    if (request.headers.upgrade !== undefined) return done();
    const { method, headers, ips = [] } = request;
    const route = request.routeOptions.url;
    const isForwarded = ips.length > 1;
    const given = headers['traceparent'];
    const span = tracing.beginRequest(
      route === undefined ? method : `${method} ${route}`,
      { 'http.request.method': method, ...(route !== undefined && { 'http.route': route }) },
      isForwarded && typeof given === 'string' ? given : undefined,
    );
    spans.set(request, span);
    span.run(done);
  });
  // Whoever read the body may have left the span.
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
