import { AppError } from '@backcounter/domain';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { allowOrigins, answerPreflight } from '../ports/allowed-origins.ts';
import { authenticate } from '../ports/bearer.ts';
import type { Caller } from '../ports/identity.ts';
import { documentCaches } from './documents/document-cache.ts';
import { createMachineLimit } from './documents/machine-limit.ts';
import { type AnswerState, createGraphqlHandler, type GraphqlPluginOptions } from './graphql-handler.ts';
import { POSITION_HEADER } from './list-sources.ts';
import { toAppError } from './public-error.ts';
import { BODY_LIMITS, checkBody, checkText, readBody } from './request-body.ts';
import type { Services } from './request-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, on routes that need a bearer token. */
    caller: Caller | null;
    /** The raw body, to which an idempotency key is bound. */
    bodyText: string;
    /** For the request log. */
    operationName: string | null;
  }
}

/**
 * Beyond this many concurrent requests, waiting would only delay all of them: the others are rejected within
 * milliseconds.
 */
const MAX_IN_FLIGHT = 200;

const ECHOED_MARKER = 'x-backcounter-mutation';

/** GraphQL over HTTP at `/graphql`: bearer on every call, GET for queries only, JSON bodies only. */
export const graphqlPlugin: FastifyPluginAsync<GraphqlPluginOptions> = async (app, options) => {
  const documents = documentCaches(options.schema);
  const handler = createGraphqlHandler({ ...options, documents });
  const limitMachine = createMachineLimit(options.services.clock, options.machineRequestsPerSecond);
  let inFlight = 0;
  allowOrigins(app, options.origins);
  answerPreflight(app, '/graphql', 'GET, POST', 'authorization, content-type, idempotency-key');
  app.addHook('onRequest', async (request, reply) => {
    inFlight += 1;
    if (request.method === 'OPTIONS') return;
    if (inFlight > MAX_IN_FLIGHT) throw new AppError('service.unavailable', { details: { retryAfterSeconds: 1 } });
    if (request.headers[ECHOED_MARKER] === '1') reply.header(ECHOED_MARKER, '1');
    request.caller = await authenticate(options.identity, request.headers.authorization, () => true);
    limitMachine(request, reply);
    if (request.headers['content-encoding'] !== undefined) {
      throw new AppError('request.unsupported-media', { message: 'Encoded bodies are not accepted.' });
    }
  });
  app.addHook('onResponse', async () => {
    inFlight -= 1;
  });
  acceptJsonOnly(app);
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/graphql',
    handler: async (request, reply) => {
      if (request.method === 'GET') checkText(decodeQuery(request.url));
      const state = stateOf(request, reply, options.services);
      const [body, init] = await handler({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: request.body as Record<string, unknown> | null,
        raw: request,
        context: state,
      });
      request.operationName = state.operationName;
      request.failure = state.failure;
      reply.code(init.status);
      if (init.headers !== undefined) reply.headers(init.headers);
      // Encoded once here: a text would be encoded in chunks while it is written.
      return reply.send(Buffer.from(body ?? ''));
    },
  });
};

function stateOf(request: FastifyRequest, reply: FastifyReply, services: Services): AnswerState {
  const { caller } = request;
  if (caller === null) throw new AppError('session.required');
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return {
    caller,
    requestId: request.id,
    now: services.clock.now(),
    signal: controller.signal,
    bodyText: request.bodyText,
    idempotencyKey: request.headers['idempotency-key'],
    position: request.headers[POSITION_HEADER],
    isPersisted: false,
    log: request.log,
    executable: null,
    operationName: null,
    answer: null,
    failure: null,
    sources: null,
  };
}

/** Accepts only JSON bodies of a limited size; the raw text is kept beside the value. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const limit = BODY_LIMITS[request.caller?.kind ?? 'staff'];
    readBody(payload as typeof request.raw, limit).then(
      (text) => {
        request.bodyText = text;
        // Rejects invalid JSON and members that would pollute a prototype.
        parseJson(request, text, (error, value) => {
          if (error !== null) return done(malformed(), undefined);
          try {
            checkBody(text, value);
            done(null, value);
          } catch (problem) {
            done(toAppError(problem), undefined);
          }
        });
      },
      (error: Error) => done(error, undefined),
    );
  });
}

function decodeQuery(url: string): string {
  try {
    return decodeURIComponent(url.replaceAll('+', ' '));
  } catch {
    throw malformed();
  }
}

function malformed(): AppError {
  return new AppError('request.malformed', { message: 'The request is malformed.' });
}
