import { AppError } from '@backcounter/domain';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestParams, Response } from 'graphql-sse';
import { bestEffort } from '../db/best-effort.ts';
import { authenticate, bearerToken } from '../ports/bearer.ts';
import type { StaffCaller } from '../ports/identity.ts';
import { DocumentCache } from './document-cache.ts';
import { acceptJsonOnly } from './graphql.plugin.ts';
import { type GraphqlPluginOptions, withPersistedText } from './graphql-handler.ts';
import type { LiveStream, StreamBody } from './live-stream.ts';
import { LiveStreams } from './live-streams.ts';
import { createStreamHandler, operationIdOf, type StreamRequest } from './stream-handler.ts';

const PATH = '/graphql/stream';
const STREAM_HEADER = 'x-graphql-event-stream-token';

const HEADERS = {
  // When it ends its connection does: a server that stops would else wait for it.
  connection: 'close',
  'cache-control': 'no-store, no-transform',
  // nginx and those that follow it would hold events back.
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** What the endpoint needs; the same as that of queries. */
export type StreamPluginOptions = GraphqlPluginOptions;

/**
 * GraphQL over SSE at `/graphql/stream`, in the protocol's single connection mode: PUT reserves a stream, GET carries it, POST adds a
 * subscription and DELETE ends one. Bearer on every call, the same one as long as the stream lives (decision 0051).
 */
export const streamPlugin: FastifyPluginAsync<StreamPluginOptions> = async (app, options) => {
  const handle = createStreamHandler({ ...options, documents: new DocumentCache(options.schema) });
  const streams = new LiveStreams({
    identity: options.identity,
    clock: options.services.clock,
    onEnded: (stream) => {
      if (!stream.isCarried) void bestEffort('end of a reserved stream', () => discard(stream));
    },
  });

  /** graphql-sse forgets a stream only when somebody has carried it. */
  const discard = async (stream: LiveStream): Promise<void> => {
    const context: StreamRequest = { stream, requestId: '', log: app.log, isPersisted: false, operationName: null };
    const headers = new Headers({ accept: 'text/event-stream' });
    const [body] = await handle({ method: 'GET', url: PATH, headers, body: null, raw: null, context });
    if (isStream(body)) await body.return();
  };

  app.addHook('onRequest', async (request) => {
    request.caller = await authenticate(options.identity, request.headers.authorization);
    if (request.caller.kind !== 'staff') throw new AppError('access.denied', { message: 'Streams are for staff.' });
    if (request.headers['content-encoding'] !== undefined)
      throw new AppError('request.unsupported-media', { message: 'Encoded bodies are not accepted.' });
  });
  app.addHook('preClose', async () => streams.close());
  acceptJsonOnly(app);

  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: PATH,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const accessToken = bearerToken(request.headers.authorization) ?? '';
      const stream =
        request.method === 'PUT'
          ? streams.reserve(request.caller as StaffCaller, accessToken)
          : streams.find(headerOf(request, STREAM_HEADER), accessToken);
      const params = request.method === 'POST' ? await paramsOf(request, options) : null;
      const context: StreamRequest = {
        stream,
        requestId: request.id,
        log: request.log,
        isPersisted: params?.isPersisted ?? false,
        operationName: null,
      };
      const [body, init] = await handle({
        method: request.method,
        url: request.url,
        headers: { get: (name) => headerOf(request, name.toLowerCase()) },
        body: params?.body ?? null,
        raw: request.raw,
        context,
      });
      request.operationName = context.operationName;
      if (request.method === 'DELETE') endOperation(stream, request);
      if (isStream(body)) return carry(stream, body, request, reply);
      return answer(reply, [body, init]);
    },
  });

  const carry = async (stream: LiveStream, body: StreamBody, request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      ...HEADERS,
      'content-type': 'text/event-stream; charset=utf-8',
    });
    try {
      await stream.carry(body, reply.raw);
    } catch (error) {
      request.log.warn({ err: error, referenceId: request.id }, 'a stream of results broke');
      reply.raw.destroy();
    } finally {
      streams.end(stream);
    }
  };
};

function answer(reply: FastifyReply, [body, init]: Response): FastifyReply {
  reply.code(init.status);
  if (init.headers !== undefined) reply.headers(init.headers);
  return reply.send(Buffer.from(typeof body === 'string' ? body : ''));
}

/** The parameters as graphql-sse reads them, with the text of a persisted document. */
async function paramsOf(
  request: FastifyRequest,
  options: StreamPluginOptions,
): Promise<{ readonly body: Record<string, unknown> | null; readonly isPersisted: boolean }> {
  const state = { caller: request.caller as StaffCaller, isPersisted: false };
  const known = (await withPersistedText(request.body, state, options)) as RequestParams | null;
  return {
    body: (known ?? request.body ?? null) as Record<string, unknown> | null,
    isPersisted: state.isPersisted,
  };
}

/** What waits inside of an operation that its client has ended is told at once. */
function endOperation(stream: LiveStream, request: FastifyRequest): void {
  const operationId = (request.query as Readonly<Record<string, unknown>>)['operationId'];
  const id = operationIdOf({ operationId });
  stream.operations.get(id)?.abort();
  stream.operations.delete(id);
}

function isStream(body: unknown): body is StreamBody {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join() : value;
}
