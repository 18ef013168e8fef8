/**
 * The parts of an error that may be logged: a database error's `detail` would quote the row, including email addresses.
 */
export interface LoggableError {
  readonly type: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: unknown;
  readonly constraint: unknown;
  readonly cause: LoggableError | undefined;
}

const MAX_CAUSES = 5;

/** Reduces any thrown value to the loggable parts. */
export function loggableError(error: unknown, depth = 0): LoggableError {
  if (!(error instanceof Error)) {
    return {
      type: typeof error,
      message: 'a value that is not an error was thrown',
      stack: undefined,
      code: undefined,
      constraint: undefined,
      cause: undefined,
    };
  }
  const more = error as Error & { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    code: more.code,
    constraint: more.constraint,
    cause: error.cause === undefined || depth >= MAX_CAUSES ? undefined : loggableError(error.cause, depth + 1),
  };
}

/** The same without stacks, for the log line of a failed request. */
export function loggableCause(error: unknown): object {
  return withoutStacks(loggableError(error));
}

function withoutStacks({ stack: _stack, cause, ...rest }: LoggableError): object {
  return cause === undefined ? rest : { ...rest, cause: withoutStacks(cause) };
}

/** Serializer of `err` in all log calls. */
export const LOG_SERIALIZERS = {
  err: (error: unknown): unknown => (error instanceof Error ? loggableError(error) : error),
};
