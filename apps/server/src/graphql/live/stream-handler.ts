import { AppError } from '@backcounter/domain';
import type { FastifyBaseLogger } from 'fastify';
import { type ExecutionArgs, type ExecutionResult, GraphQLError, subscribe } from 'graphql';
import { createHandler, type Handler } from 'graphql-sse';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../db/client.ts';
import { printPosition } from '../../db/log-position.ts';
import type { Replica } from '../../db/replica.ts';
import { loggableError } from '../error-log.ts';
import { type DocumentOptions, prepareDocument, type RefusalRecorder, recordRefusal } from '../graphql-handler.ts';
import { toAppError, toPublicError } from '../public-error.ts';
import type { RequestContext, Services } from '../request-context.ts';
import { poolRunner } from '../sql-runner.ts';
import type { LiveStream } from './live-stream.ts';

/** State of one request on a stream in graphql-sse's callbacks. */
export interface StreamRequest {
  readonly stream: LiveStream;
  readonly requestId: string;
  readonly log: FastifyBaseLogger;
  readonly isPersisted: boolean;
  operationName: string | null;
}

/** Dependencies of the handler. */
export type StreamHandlerOptions = DocumentOptions & {
  readonly schema: ExecutionArgs['schema'];
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  readonly replica: Replica | null;
  readonly services: Services;
  readonly recordRefusal: RefusalRecorder;
};

const OPERATIONS_MAX = 30;

/** Connects graphql-sse (the protocol) with the document cache, the caller of the stream and the public errors. */
export function createStreamHandler(options: StreamHandlerOptions): Handler<unknown, StreamRequest> {
  const sql = poolRunner(options.pool);
  /** Records the refusal of a subscription, by its context. */
  const refusals = new WeakMap<object, (result: ExecutionResult) => Promise<void>>();

  const contextOf = ({ stream, requestId }: StreamRequest, signal: AbortSignal): RequestContext => ({
    caller: stream.caller,
    db: options.db,
    sql,
    // Events must be current: lists that people open because of one are read up to its position.
    lists: null,
    services: options.services,
    signal,
    requestId,
    now: options.services.clock.now(),
  });

  return createHandler<unknown, StreamRequest, Record<PropertyKey, unknown>>({
    authenticate: ({ context }) => context.stream.id,
    // The cache validates documents.
    validate: () => [],
    onSubscribe: ({ context: request }, { query, variables, operationName, extensions }) => {
      const { stream } = request;
      const prepared = prepareDocument({ query }, { caller: stream.caller, isPersisted: request.isPersisted }, options);
      if (prepared instanceof GraphQLError) return refusal(prepared, request);
      request.operationName = prepared.operationName ?? prepared.rootField;
      if (prepared.kind !== 'subscription')
        return refusal(new AppError('request.malformed', { message: 'A stream carries subscriptions only.' }), request);
      if (stream.operations.size >= OPERATIONS_MAX)
        return refusal(
          new AppError('operation.too-complex', { message: `A stream carries at most ${OPERATIONS_MAX}.` }),
          request,
        );
      const ending = new AbortController();
      stream.operations.set(operationIdOf(extensions), ending);
      const context = contextOf(request, ending.signal);
      const state = { ...request, caller: stream.caller, now: context.now, executable: prepared };
      refusals.set(context, (result) => recordRefusal(result, state, variables ?? {}, options));
      return {
        schema: options.schema,
        document: prepared.document,
        operationName: operationName ?? null,
        variableValues: variables ?? null,
        contextValue: context as unknown as Record<PropertyKey, unknown>,
      };
    },
    subscribe: async (args) => {
      const results = await subscribe(args);
      const { signal } = args.contextValue as unknown as RequestContext;
      if (Symbol.asyncIterator in results) return endingWith(signal, results);
      await refusals.get(args.contextValue as object)?.(results);
      return results;
    },
    onNext: async (_context, { context: request }, result) => {
      const told = options.replica === null ? result : { ...result, extensions: await extensionsOf(options.replica) };
      if (told.errors === undefined || !told.errors.some((error) => error instanceof GraphQLError)) return told;
      return { ...told, errors: told.errors.map((error) => publicError(error, request)) };
    },
    onComplete: (context, { context: { stream } }) => {
      const signal = (context as unknown as RequestContext | undefined)?.signal;
      for (const [id, ending] of stream.operations) if (ending.signal === signal) stream.operations.delete(id);
    },
  });
}

/** The position behind the event. */
async function extensionsOf(replica: Replica): Promise<{ readonly position: string }> {
  return { position: printPosition(await replica.currentPosition()) };
}

/** The client's id of an operation. */
export function operationIdOf(extensions: Readonly<Record<string, unknown>> | null | undefined): string {
  return String(extensions?.['operationId'] ?? '');
}

/**
 * Yields results until the signal aborts: a waiting generator would notice its end only after the wait. An exception
 * becomes the last result, so that a failing operation does not affect the others of its stream.
 */
function endingWith(signal: AbortSignal, results: AsyncGenerator<ExecutionResult, void, void>) {
  const done = { done: true as const, value: undefined };
  const aborted = new Promise<typeof done>((resolve) => {
    signal.addEventListener('abort', () => resolve(done), { once: true });
  });
  let hasFailed = false;
  const failed = (error: unknown) => {
    hasFailed = true;
    return { done: false as const, value: { data: null, errors: [asGraphqlError(error)] } };
  };
  return {
    next: async () => (hasFailed ? done : Promise.race([results.next().catch(failed), aborted])),
    return: async () => {
      void results.return().catch(failed);
      return done;
    },
    throw: (error: unknown) => results.throw(error),
    [Symbol.asyncIterator]() {
      return this;
    },
  } as AsyncGenerator<ExecutionResult, void, void>;
}

function asGraphqlError(error: unknown): GraphQLError {
  return error instanceof GraphQLError
    ? error
    : new GraphQLError('', { originalError: error instanceof Error ? error : new Error(String(error)) });
}

/** An answer that ends only its operation. */
function refusal(error: unknown, request: StreamRequest): ExecutionResult {
  return { data: null, errors: [publicError(error, request)] };
}

/** Serialized as it is, so it only needs the shape of a GraphQL error. */
function publicError(error: unknown, { requestId, log }: StreamRequest): GraphQLError {
  const known = error instanceof GraphQLError ? error : toAppError(error);
  return toPublicError(known, requestId, (cause) =>
    log.error({ err: loggableError(cause) }, 'unexpected error'),
  ) as unknown as GraphQLError;
}
