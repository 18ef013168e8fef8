import { AppError, type ErrorCode } from '@backcounter/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { loggableError } from '../graphql/error-log.ts';
import { statusOf, toAppError, toPublicError } from '../graphql/public-error.ts';

const CODES_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'request.malformed',
  // A path outside the served folder is not found either.
  403: 'record.not-found',
  404: 'record.not-found',
  408: 'request.malformed',
  413: 'request.too-large',
  414: 'request.too-large',
  415: 'request.unsupported-media',
  431: 'request.too-large',
  503: 'service.unavailable',
};

const SENTENCES: Partial<Record<ErrorCode, string>> = {
  'request.malformed': 'The request is malformed.',
  'record.not-found': 'There is nothing here.',
  'request.too-large': 'The request is too large.',
  'request.unsupported-media': 'Only application/json is accepted.',
  'service.unavailable': 'The service is not available now. Try again.',
};

/** Answers every error thrown by a route as `{errors:[{message,extensions:{code}}]}`. */
export function addErrorResponses(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(translate(error), request, reply));
}

/** Answers errors raised by the framework before any hook, such as an invalid path. */
export function sendFrameworkError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  sendError(translate(error), request, reply.header('x-request-id', request.id));
}

/** Answers an error outside GraphQL, in the same form as GraphQL errors. */
export function sendError(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = toPublicError(error, request.id, (cause) =>
    request.log.error({ err: loggableError(cause) }, 'unexpected error'),
  );
  const status = statusOf(error);
  if (status >= 500) request.failure = error;
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  const retryAfter = error.details.retryAfterSeconds ?? (status === 503 ? 1 : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ errors: [answer] }));
}

function translate(error: unknown): AppError {
  const status = (error as { statusCode?: unknown }).statusCode;
  if (!(error instanceof AppError) && typeof status === 'number' && status < 504) {
    const code = CODES_BY_STATUS[status];
    if (code !== undefined) return new AppError(code, { cause: error, message: SENTENCES[code] ?? code });
  }
  return toAppError(error);
}
