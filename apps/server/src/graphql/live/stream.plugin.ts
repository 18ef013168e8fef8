import { AppError } from '@backcounter/domain';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { parseRequestParams } from 'graphql-http';
import type { RequestParams, Response } from 'graphql-sse';
import { authenticate, bearerToken } from '../../ports/bearer.ts';
import type { StaffCaller } from '../../ports/identity.ts';
import { documentCaches } from '../documents/document-cache.ts';
import { acceptJsonOnly } from '../graphql.plugin.ts';
import { type GraphqlPluginOptions, withPersistedText } from '../graphql-handler.ts';
import { LiveSessions, type PostedOperation } from './live-sessions.ts';
import type { LiveStream, StreamBody } from './live-stream.ts';
import { LiveStreams, type OperationNotices } from './live-streams.ts';
import { createStreamHandler, operationIdOf, type StreamRequest } from './stream-handler.ts';

const PATH = '/graphql/stream';
const STREAM_HEADER = 'x-graphql-event-stream-token';
const EVENT_STREAM = 'text/event-stream';
const JSON_BODY = { 'content-type': 'application/json' } as const;

const HEADERS = {
  // Closes the connection with the stream: a server that shuts down would otherwise wait for it.
  connection: 'close',
  'cache-control': 'no-store, no-transform',
  // Prevents nginx and similar proxies from buffering events.
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

interface StreamParams {
  readonly body: Record<string, unknown> | null;
  readonly isPersisted: boolean;
}
const NO_PARAMS: StreamParams = { body: null, isPersisted: false };

interface StreamCall {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: StreamParams['body'];
  /** Of the operation that a DELETE ends. */
  readonly operationId?: string;
}

/** Dependencies of the endpoint: those of queries, and notices of operations that reached another process. */
export type StreamPluginOptions = GraphqlPluginOptions & { readonly operationNotices: OperationNotices };

/**
 * GraphQL over SSE at `/graphql/stream`, in the protocol's single connection mode: PUT reserves a stream, GET carries
 * it, POST adds a subscription and DELETE ends one. Every call needs the same bearer token for the life of the stream
 * (decision 0051). Calls may reach different processes: one that does not carry the stream posts the operation to the
 * one that does.
 */
export const streamPlugin: FastifyPluginAsync<StreamPluginOptions> = async (app, options) => {
  const protocol = createStreamHandler({ ...options, documents: documentCaches(options.schema) });
  const sessions = new LiveSessions(options.db);
  const streams = new LiveStreams({
    identity: options.identity,
    clock: options.services.clock,
    sessions,
    notices: options.operationNotices,
    run: async (stream, operations) => {
      const starts = operations.filter(({ kind }) => kind === 'START');
      await Promise.all(starts.map((operation) => runPosted(stream, operation)));
      for (const operation of operations) if (operation.kind === 'END') await runPosted(stream, operation);
    },
  });

  const runPosted = async (stream: LiveStream, { kind, request, requestId, isPersisted }: PostedOperation) => {
    const log = app.log.child({ requestId });
    const context: StreamRequest = { stream, requestId, log, isPersisted, operationName: null };
    const call =
      kind === 'START'
        ? { method: 'POST', headers: JSON_BODY, body: { ...request } }
        : { method: 'DELETE', operationId: operationIdOf(request) };
    const [, { status }] = await runOn(context, call);
    if (status >= 400) log.warn({ status }, 'an operation for a stream was refused');
  };

  /** Passes a call to graphql-sse, which knows only streams of this process. */
  const runOn = async (context: StreamRequest, { method, headers = {}, body = null, operationId = '' }: StreamCall) => {
    if (method === 'DELETE') {
      // Ends a waiting resolver immediately.
      context.stream.operations.get(operationId)?.abort();
      context.stream.operations.delete(operationId);
    }
    return protocol({
      method,
      url: `${PATH}?operationId=${encodeURIComponent(operationId)}`,
      headers: { get: (name) => headers[name.toLowerCase()] },
      body,
      raw: null,
      context,
    });
  };

  app.addHook('onRequest', async (request) => {
    request.caller = await authenticate(options.identity, request.headers.authorization);
    if (request.caller.kind !== 'staff') throw new AppError('access.denied', { message: 'Streams are for staff.' });
    if (request.headers['content-encoding'] !== undefined)
      throw new AppError('request.unsupported-media', { message: 'Encoded bodies are not accepted.' });
  });
  app.addHook('preClose', () => streams.close());
  acceptJsonOnly(app);

  app.route<{ Querystring: { readonly operationId?: unknown } }>({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: PATH,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { method, id: requestId, log } = request;
      const caller = request.caller as StaffCaller;
      const accessToken = bearerToken(request.headers.authorization) ?? '';
      if (method === 'PUT') {
        const reserved = await sessions.reserve(caller.sub, accessToken);
        return reply.code(201).type('text/plain; charset=utf-8').send(reserved);
      }
      const id = headerOf(request, STREAM_HEADER) ?? '';
      const { body, isPersisted } = method === 'POST' ? await paramsOf(request, options) : NO_PARAMS;
      const operationId = operationIdOf(request.query);
      let stream = streams.find(id, accessToken);
      if (stream === undefined && method !== 'GET') {
        const posted = method === 'POST' ? await startOf(body) : endOf(operationId);
        await sessions.post(id, accessToken, { ...posted, requestId, isPersisted });
        return reply.code(method === 'POST' ? 202 : 200).send();
      }
      if (method === 'GET' && headerOf(request, 'accept') !== EVENT_STREAM) return reply.code(406).send();
      const isOpening = stream === undefined;
      stream ??= await streams.open(id, caller, accessToken);
      const context: StreamRequest = { stream, requestId, log, isPersisted, operationName: null };
      if (isOpening) await runOn(context, { method: 'PUT' });
      const headers = { accept: headerOf(request, 'accept'), 'content-type': headerOf(request, 'content-type') };
      const answered = await runOn(context, { method, headers, body, operationId });
      request.operationName = context.operationName;
      if (isStream(answered[0])) return carry(stream, answered[0], request, reply);
      if (isOpening) streams.end(stream);
      return answer(reply, answered);
    },
  });

  const carry = async (stream: LiveStream, body: StreamBody, request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      ...HEADERS,
      'content-type': `${EVENT_STREAM}; charset=utf-8`,
    });
    void streams.pickUp([stream.id]);
    try {
      await stream.carry(body, reply.raw);
    } catch (error) {
      request.log.warn({ err: error }, 'a stream of results broke');
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

/** The parameters in graphql-sse's format, with the text of a persisted document. */
async function paramsOf(request: FastifyRequest, options: StreamPluginOptions): Promise<StreamParams> {
  const state = { caller: request.caller as StaffCaller, isPersisted: false };
  const known = (await withPersistedText(request.body, state, options)) as RequestParams | null;
  return {
    body: (known ?? request.body ?? null) as Record<string, unknown> | null,
    isPersisted: state.isPersisted,
  };
}

/** Checked here, since the process that runs it can no longer refuse. @throws AppError `request.malformed` */
async function startOf(body: StreamParams['body']): Promise<Pick<PostedOperation, 'kind' | 'request'>> {
  const params = { method: 'POST', url: PATH, headers: JSON_BODY, body, raw: null, context: null };
  const request = await parseRequestParams(params).catch((error: Error) => error);
  if (!('query' in request)) throw malformed(request instanceof Error ? request.message : 'Invalid parameters');
  if (operationIdOf(request.extensions) === '') throw malformed('Operation ID is missing');
  return { kind: 'START', request: { ...request } };
}

/** @throws AppError `request.malformed` */
function endOf(operationId: string): Pick<PostedOperation, 'kind' | 'request'> {
  if (operationId === '') throw malformed('Operation ID is missing');
  return { kind: 'END', request: { operationId } };
}

function malformed(message: string): AppError {
  return new AppError('request.malformed', { message });
}

function isStream(body: unknown): body is StreamBody {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join() : value;
}
