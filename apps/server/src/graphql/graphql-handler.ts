import { STATUS_CODES } from 'node:http';
import { AppError, type ErrorCode, type MachineScope, type Permission } from '@backcounter/domain';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql';
import { createHandler, type Handler, parseRequestParams, type RequestParams } from 'graphql-http';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Database } from '../db/client.ts';
import type { Replica } from '../db/replica.ts';
import type { AllowsOrigin } from '../ports/allowed-origins.ts';
import type { Caller, IdentityPort } from '../ports/identity.ts';
import { CostlyReads } from './costly-reads.ts';
import type { DocumentCaches, ExecutableDocument } from './documents/document-cache.ts';
import type { PersistedDocuments } from './documents/persisted-documents.ts';
import { isRegisteredFor } from './documents/registered-documents.ts';
import { loggableError } from './error-log.ts';
import { POSITION_HEADER, type RequestSources, requestSources } from './list-sources.ts';
import { checkIdempotencyKey, type MutationAnswer, runMutation } from './mutation-transaction.ts';
import { type PublicError, statusOf, toAppError, toPublicError } from './public-error.ts';
import type { RequestContext, Services } from './request-context.ts';
import { poolRunner, transactionRunner } from './sql-runner.ts';

/** A refused operation, for the audit trail. */
export interface Refusal {
  readonly caller: Caller;
  readonly requestId: string;
  /** Permission or scope that the operation needs. */
  readonly right: Permission | MachineScope;
  readonly code: string;
  readonly outcome: 'DENIED' | 'FAILED';
  readonly variables: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/** Records refusals, outside of the transaction that they roll back. */
export type RefusalRecorder = (refusal: Refusal) => Promise<void>;

/** State of one request in graphql-http's callbacks. */
export interface AnswerState {
  readonly caller: Caller;
  readonly requestId: string;
  readonly now: Date;
  readonly signal: AbortSignal;
  readonly bodyText: string;
  readonly idempotencyKey: string | string[] | undefined;
  /** Position in the database's log that the sender has seen, from its header. */
  readonly position: string | string[] | undefined;
  readonly log: FastifyBaseLogger;
  isPersisted: boolean;
  executable: ExecutableDocument | null;
  operationName: string | null;
  /** Set by a mutation, whose bytes are fixed inside of its transaction. */
  answer: MutationAnswer | null;
  /** Why the answer's status is 429 or 503. */
  failure: AppError | null;
  /** Null for a sender without a position, and without a replica. */
  sources: RequestSources | null;
}

type Response = readonly [string, { status: number; statusText: string; headers: Record<string, string> }];
/** Retry-After, in seconds, when the database could not answer. */
const RETRY_AFTER_SECONDS = 1;

/** Dependencies of the endpoint. */
export interface GraphqlPluginOptions {
  readonly schema: GraphQLSchema;
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  /** Null: all reads use the primary. */
  readonly replica: Replica | null;
  readonly identity: IdentityPort;
  readonly origins: AllowsOrigin;
  readonly services: Services;
  readonly persistedDocuments: PersistedDocuments;
  /** Staff may run only persisted documents. */
  readonly trustedDocumentsOnly: boolean;
  /** Introspection is disabled for staff. */
  readonly isSchemaHidden: boolean;
  readonly recordRefusal: RefusalRecorder;
  /** Called after a person's change: their next reads must not be older. */
  readonly onStaffChange: () => void;
  /** Per machine client and process. */
  readonly machineRequestsPerSecond: number;
}

type Options = GraphqlPluginOptions & { readonly documents: DocumentCaches };

/** Replaces an unknown document: it fits no schema, like some documents of an outdated console. */
const UNKNOWN_DOCUMENT = '{ unknownDocument }';
const GRAPHQL_JSON = 'application/graphql-response+json';

/** Connects graphql-http (the protocol) with the document cache, graphql-jit and the mutation transaction. */
export function createGraphqlHandler(options: Options): Handler<FastifyRequest, AnswerState> {
  const poolReads = poolRunner(options.pool);
  const costlyReads = new CostlyReads();
  const neverAborts = new AbortController().signal;

  const contextOf = (state: AnswerState): RequestContext => ({
    caller: state.caller,
    db: options.db,
    sql: costlyReads.of(state.caller, poolReads),
    lists: state.sources,
    services: options.services,
    signal: state.signal,
    requestId: state.requestId,
    now: state.now,
  });

  async function mutate(
    state: AnswerState,
    executable: ExecutableDocument,
    variables: Record<string, unknown> | undefined,
  ): Promise<ExecutionResult> {
    const isDry = isDryRun(state.caller);
    const afterDryRun: ((db: Kysely<Database>) => Promise<unknown>)[] = [];
    state.answer = await runMutation(options.db, {
      actorSub: state.caller.sub,
      idempotencyKey: checkIdempotencyKey(state.idempotencyKey),
      operation: executable.rootField,
      requestText: state.bodyText,
      requestId: state.requestId,
      isOneStatement: executable.isOneStatement && !isDry,
      isDry,
      whenRepeated: executable.whenRepeated,
      execute: async (db) => {
        // A machine client repeats unanswered requests. One that it gave up before the start must not run after later
        // ones: it may know by then that its transfer was refused.
        if (state.caller.kind === 'machine' && state.signal.aborted)
          return { errors: [new GraphQLError('', { originalError: state.signal.reason as Error })] };
        return executable.execute(
          // A client that disconnects doesn't undo its request; it repeats it with the same key.
          {
            ...contextOf(state),
            db,
            sql: db.isTransaction ? transactionRunner(db) : poolReads,
            lists: null,
            signal: neverAborts,
            ...(isDry ? { afterDryRun } : {}),
          },
          variables,
        );
      },
      print: (result) => print(result, state),
    });
    for (const settle of afterDryRun) await settle(options.db);
    if (state.caller.kind === 'staff') options.onStaffChange();
    return state.answer.result ?? {};
  }

  return createHandler<FastifyRequest, AnswerState, Record<PropertyKey, unknown>>({
    schema: options.schema,
    parseRequestParams: async ({ body, context, headers }) => {
      try {
        return (await withPersistedText(body, context, options)) ?? undefined;
      } catch (error) {
        if (!(error instanceof GraphQLError)) throw error;
        return answerOf({ errors: [error] }, context, headers as Record<string, string | undefined>);
      }
    },
    onSubscribe: (request, params) => {
      const state = request.context;
      const executable = prepareDocument(params, state, options);
      if (executable instanceof GraphQLError) return refusalOf(executable);
      state.executable = executable;
      state.sources = requestSources(options.replica, state.position, costlyReads.of(state.caller, poolReads));
      state.operationName = executable.operationName ?? executable.rootField;
      return {
        schema: options.schema,
        document: executable.document,
        operationName: params.operationName ?? null,
        variableValues: params.variables ?? null,
        contextValue: state as unknown as Record<PropertyKey, unknown>,
      };
    },
    execute: (args) => {
      const state = args.contextValue as AnswerState;
      const executable = state.executable as ExecutableDocument;
      const variables = (args.variableValues ?? undefined) as Record<string, unknown> | undefined;
      const refused = executable.refusalFor(state.caller);
      if (refused !== null) return { data: null, errors: [refused] };
      return executable.kind === 'mutation'
        ? mutate(state, executable, variables)
        : executable.execute(contextOf(state), variables);
    },
    onOperation: async (request, args, result) => {
      const state = request.context;
      if (result.errors !== undefined) await recordRefusal(result, state, args.variableValues ?? {}, options);
      const [body, init] = answerOf(result, state, request.headers as Record<string, string | undefined>);
      // After a commit: the position is behind it.
      if (state.sources !== null) init.headers[POSITION_HEADER] = await state.sources.answerPosition();
      return [body, init];
    },
    formatError: (error) => {
      const code =
        error instanceof GraphQLError
          ? toAppError(error)
          : new AppError('request.malformed', { message: error.message });
      const { source, positions } = error instanceof GraphQLError ? error : {};
      return new GraphQLError(code.message, { source, positions, extensions: { code: code.code } });
    },
  });
}

/** Dependencies of preparing a document. */
export type DocumentOptions = Pick<
  Options,
  'documents' | 'persistedDocuments' | 'trustedDocumentsOnly' | 'isSchemaHidden'
>;

/** The state of a request while its document is prepared. */
export type DocumentState = Pick<AnswerState, 'caller' | 'isPersisted'>;

/**
 * The parameters of a request for a persisted document; null for one with a text.
 * @throws Error when the members are malformed, GraphQLError when the database does not answer
 */
export async function withPersistedText(
  body: unknown,
  state: DocumentState,
  options: Pick<Options, 'persistedDocuments'>,
): Promise<RequestParams | null> {
  if (typeof body !== 'object' || body === null || !('documentId' in body)) return null;
  const { documentId, query, ...rest } = body as Record<string, unknown>;
  if (typeof documentId !== 'string' || query !== undefined) throw new Error('Invalid documentId');
  const text = await options.persistedDocuments.text(documentId, isProgram(state.caller)).catch((error: unknown) => {
    const problem = toAppError(error);
    throw new GraphQLError(problem.message, { originalError: problem });
  });
  state.isPersisted = true;
  // The protocol's own checks of the other members still apply.
  const checked = await parseRequestParams({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json' },
    body: { ...rest, query: text ?? UNKNOWN_DOCUMENT },
    raw: null,
    context: null,
  });
  return checked as RequestParams;
}

/** The executable document of a request, or the error that explains why this caller may not run it. */
export function prepareDocument(
  params: Pick<RequestParams, 'query'>,
  state: DocumentState,
  options: DocumentOptions,
): ExecutableDocument | GraphQLError {
  const { caller, isPersisted } = state;
  const isOfProgram = isProgram(caller);
  const isUnknown = isPersisted && params.query === UNKNOWN_DOCUMENT;
  if (isOfProgram ? isUnknown : options.trustedDocumentsOnly && !isPersisted) return notAllowed();
  const isMachine = caller.kind === 'machine';
  const executable = isMachine
    ? documentOfProgram(params.query, caller, options.documents)
    : options.documents.all.get(params.query);
  if (executable instanceof GraphQLError)
    return isPersisted && !isOfProgram && toAppError(executable).code === 'request.malformed' ? outdated() : executable;
  if (!isRegisteredFor(caller, executable.document)) return notAllowed();
  if (!isMachine && (options.isSchemaHidden || isOfProgram) && executable.asksForSchema) return notAllowed();
  return executable;
}

function isProgram(caller: Caller): boolean {
  return caller.kind === 'machine' || caller.app !== undefined;
}

/**
 * Programs never see more than the public slice, which is no secret. A document for operations of staff is returned
 * only to be refused, which the audit trail records.
 */
function documentOfProgram(text: string, caller: Caller, documents: DocumentCaches): ExecutableDocument | GraphQLError {
  const own = documents.inPublic.get(text);
  if (!(own instanceof GraphQLError)) return own;
  const ofStaff = documents.all.get(text);
  return ofStaff instanceof GraphQLError || ofStaff.refusalFor(caller) === null ? own : ofStaff;
}

function notAllowed(): GraphQLError {
  return graphqlError('operation.not-allowed', 'This operation is not allowed here.');
}

function outdated(): GraphQLError {
  return graphqlError('client.outdated', 'This version of the console is out of date. Reload the page.');
}

function graphqlError(code: ErrorCode, message: string): GraphQLError {
  return new GraphQLError(message, { originalError: new AppError(code, { message }) });
}

/** Consoles of 0.1.0 read only the first error, and offer a reload for the only code they know (decision 0135). */
function refusalOf(error: GraphQLError): readonly GraphQLError[] {
  return toAppError(error).code === 'client.outdated'
    ? [graphqlError('operation.not-allowed', error.message), error]
    : [error];
}

function answerOf(result: ExecutionResult, state: AnswerState, headers: Record<string, string | undefined>): Response {
  const { answer } = state;
  const answerHeaders: Record<string, string> = { 'content-type': contentTypeOf(headers['accept']) };
  if (answer?.isReplayed === true) answerHeaders['idempotent-replayed'] = 'true';
  const body = answer?.body ?? print(result, state);
  const problems = (result.errors ?? []).map(toAppError);
  // A program that waited too long in a queue retries automatically; a person decides.
  const passing =
    problems.find(({ code }) => code === 'service.unavailable') ??
    (state.executable?.kind === 'query' ? problems.find(({ code }) => code === 'rate.limited') : undefined) ??
    (state.caller.kind === 'machine' ? problems.find(({ code }) => code === 'query.timed-out') : undefined);
  if (passing !== undefined && isEmpty(result.data)) {
    state.failure = passing;
    answerHeaders['retry-after'] = String(RETRY_AFTER_SECONDS);
    const status = statusOf(passing);
    return [body, { status, statusText: STATUS_CODES[status] ?? '', headers: answerHeaders }];
  }
  // As for a key in the header, which is refused before execution.
  const mismatch = problems.find(({ code }) => code === 'idempotency.mismatch');
  if (mismatch !== undefined && isEmpty(result.data))
    return [
      body,
      { status: statusOf(mismatch), statusText: STATUS_CODES[statusOf(mismatch)] ?? '', headers: answerHeaders },
    ];
  // Variables that don't fit never reached execution: a client that accepts the GraphQL media type gets 400.
  const isRequestError = answer?.isReplayed !== true && !('data' in result);
  const status = isRequestError && answerHeaders['content-type']?.startsWith(GRAPHQL_JSON) === true ? 400 : 200;
  return [body, { status, statusText: status === 200 ? 'OK' : 'Bad Request', headers: answerHeaders }];
}

function isDryRun(caller: Caller): boolean {
  return caller.kind === 'machine' && caller.isDry === true;
}

function isEmpty(data: ExecutionResult['data']): boolean {
  return data == null || Object.values(data).every((value) => value === null);
}

/** The first supported media type of the list, as graphql-http chooses it. */
function contentTypeOf(accept: string | undefined): string {
  for (const entry of (accept ?? '*/*').replace(/\s/g, '').toLowerCase().split(',')) {
    const mediaType = entry.split(';', 1)[0];
    if (mediaType === GRAPHQL_JSON) return `${GRAPHQL_JSON}; charset=utf-8`;
    if (mediaType === 'application/json' || mediaType === 'application/*' || mediaType === '*/*') break;
  }
  return 'application/json; charset=utf-8';
}

function print(result: ExecutionResult, state: AnswerState): string {
  if (result.errors === undefined) return JSON.stringify(result);
  const errors: PublicError[] = result.errors.map((error) =>
    toPublicError(error, state.requestId, (cause) => {
      // A client that disconnects cancels its query, which is not a failure.
      if (state.signal.aborted && cause === state.signal.reason)
        state.log.info({ operation: state.operationName }, 'the client went away');
      else state.log.error({ err: loggableError(cause) }, 'unexpected error');
    }),
  );
  return JSON.stringify('data' in result ? { errors, data: result.data } : { errors });
}

/** Records a refusal in a result, for queries, mutations and subscriptions alike. Never rejects. */
export async function recordRefusal(
  result: ExecutionResult,
  state: Pick<AnswerState, 'executable' | 'caller' | 'requestId' | 'now' | 'log'>,
  variables: Readonly<Record<string, unknown>>,
  options: Pick<Options, 'recordRefusal'>,
): Promise<void> {
  const { executable } = state;
  const right = executable?.rightFor(state.caller) ?? null;
  if (executable === null || right === null || isDryRun(state.caller)) return;
  for (const error of result.errors ?? []) {
    const { code } = toAppError(error);
    const isDenied = code === 'access.denied';
    if (!isDenied && (executable.kind !== 'mutation' || statusOf(toAppError(error)) === 503)) continue;
    const refusal: Refusal = {
      caller: state.caller,
      requestId: state.requestId,
      right,
      code,
      outcome: isDenied ? 'DENIED' : 'FAILED',
      variables,
      at: state.now,
    };
    try {
      await options.recordRefusal(refusal);
    } catch (problem) {
      // The refusal itself must reach the client even if it cannot be recorded.
      state.log.error({ err: loggableError(problem) }, 'refusal not recorded');
    }
  }
}
