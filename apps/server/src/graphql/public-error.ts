import { AppError, ERROR_CODES, type ErrorCode, type ErrorDetails } from '@backcounter/domain';
import { GraphQLError, type SourceLocation } from 'graphql';
import { translateDatabaseError } from '../db/database-error.ts';

/** An error as clients see it. */
export interface PublicError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  /** Places in the document of a malformed request. */
  readonly locations?: readonly SourceLocation[];
  readonly extensions: {
    readonly code: string;
    readonly details?: ErrorDetails;
    readonly referenceId?: string;
  };
}

/** Receives the full error of an `unexpected` answer, once. */
export type UnexpectedErrorLog = (error: unknown) => void;

const MESSAGE_MAX_LENGTH = 140;

/** Default messages of errors that were thrown without one. */
const SENTENCES: Partial<Record<ErrorCode, string>> = {
  'query.timed-out': 'The query took too long.',
  'service.unavailable': 'The service is not available now. Try again.',
  'state.invalid-transition': 'This is not possible in the present state.',
  'session.required': 'Sign in first.',
  'session.expired': 'The session has ended. Sign in again.',
  'session.action-required': 'Something must be done at the provider first.',
};

/**
 * Keeps messages short, without suggestions, which would reveal a schema that isn't public, and without the values that
 * were sent: they may be personal, and errors are logged.
 */
export function plainMessage(message: string): string {
  const plain = message
    .replace(/ ?Did you mean .*$/s, '')
    .replace(/ got invalid value .*(?= at "[\w.[\]]*"; |; )/s, ' got an invalid value')
    .replace(/, found .*$|(?<= value): .*$/s, '.')
    .replace(/^Value .* does not exist/s, 'The value does not exist')
    .trim();
  return plain.length > MESSAGE_MAX_LENGTH ? `${plain.slice(0, MESSAGE_MAX_LENGTH).toWellFormed()}…` : plain;
}

/** The AppError behind any error; an unforeseen one becomes `unexpected` with the error as its cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof GraphQLError) {
    const original = error.originalError;
    if (original != null && !(original instanceof GraphQLError)) return toAppError(original);
    const text = error.message;
    // graphql-jit reports a resolver's broken promise to the schema as a plain GraphQLError.
    if (text.startsWith('Cannot return null for non-nullable')) return new AppError('unexpected', { cause: error });
    return new AppError('request.malformed', { cause: error, message: plainMessage(text) });
  }
  const translated = translateDatabaseError(error);
  return translated instanceof AppError ? translated : new AppError('unexpected', { cause: error });
}

/**
 * Prepares an error for the client; an unexpected one is logged and shows only its reference id.
 */
export function toPublicError(error: unknown, referenceId: string, log: UnexpectedErrorLog): PublicError {
  const appError = toAppError(error);
  const path = error instanceof GraphQLError ? error.path : undefined;
  const locations =
    appError.code === 'request.malformed' && error instanceof GraphQLError ? error.locations : undefined;
  const at = { ...(path !== undefined && { path }), ...(locations !== undefined && { locations }) };
  if (appError.code === 'unexpected') {
    log(appError.cause ?? appError);
    return { message: 'Something went wrong.', ...at, extensions: { code: 'unexpected', referenceId } };
  }
  const details = appError.details;
  const extensions = Object.keys(details).length === 0 ? { code: appError.code } : { code: appError.code, details };
  return {
    message: appError.message === appError.code ? (SENTENCES[appError.code] ?? appError.code) : appError.message,
    ...at,
    extensions,
  };
}

/** HTTP status of an error that is answered outside of GraphQL. */
export function statusOf(error: AppError): number {
  return ERROR_CODES[error.code];
}
