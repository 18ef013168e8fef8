import { AppError, type ErrorCode } from '@backcounter/domain';
import { translateDatabaseError } from '../../db/database-error.ts';

/** Error codes of the realtime backend, as clients of Firebase know them (specification, section 8). */
const STATUSES = {
  'auth/invalid-custom-token': 401,
  'auth/user-token-expired': 401,
  'auth/invalid-credential': 401,
  'auth/user-disabled': 403,
  'auth/too-many-requests': 429,
  'database/invalid-argument': 400,
  'database/permission-denied': 403,
  'database/not-found': 404,
  'database/too-large': 413,
  'database/unsupported-media': 415,
  'database/too-many-requests': 429,
  'database/unavailable': 503,
  'storage/object-not-found': 404,
  'storage/unauthenticated': 401,
  'storage/unavailable': 503,
  'internal-error': 500,
} as const;

export type RealtimeErrorCode = keyof typeof STATUSES;

/** An error for clients of the realtime backend. */
export class RealtimeError extends Error {
  readonly code: RealtimeErrorCode;
  readonly retryAfterS: number | null;

  constructor(code: RealtimeErrorCode, message: string, options: { cause?: unknown; retryAfterS?: number } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'RealtimeError';
    this.code = code;
    this.retryAfterS = options.retryAfterS ?? (this.status === 503 ? 1 : null);
  }

  get status(): number {
    return STATUSES[this.code];
  }

  get body(): { readonly error: { readonly code: string; readonly message: string } } {
    return { error: { code: this.code, message: this.message } };
  }
}

const BY_ERROR_CODE: Partial<Record<ErrorCode, RealtimeErrorCode>> = {
  'session.required': 'auth/invalid-credential',
  'session.expired': 'auth/user-token-expired',
  'access.denied': 'database/permission-denied',
  'request.malformed': 'database/invalid-argument',
  'request.too-large': 'database/too-large',
  'query.timed-out': 'database/unavailable',
  'service.unavailable': 'database/unavailable',
};

const BY_STATUS: Readonly<Record<number, RealtimeErrorCode>> = {
  400: 'database/invalid-argument',
  404: 'database/not-found',
  408: 'database/invalid-argument',
  413: 'database/too-large',
  415: 'database/unsupported-media',
  429: 'database/too-many-requests',
  503: 'database/unavailable',
};

const SENTENCES: Partial<Record<RealtimeErrorCode, string>> = {
  'auth/invalid-credential': 'Sign in first.',
  'auth/user-token-expired': 'The session has ended. Sign in again.',
  'database/permission-denied': 'You may not do this.',
  'database/invalid-argument': 'The request is malformed.',
  'database/not-found': 'There is nothing here.',
  'database/too-large': 'The request is too large.',
  'database/unsupported-media': 'Only application/json is accepted.',
  'database/too-many-requests': 'Too many requests. Wait a moment.',
  'database/unavailable': 'The realtime database is temporarily unavailable. Try again.',
};

/** The client's view of an error; null if it is unexpected. */
export function toRealtimeError(thrown: unknown): RealtimeError | null {
  if (thrown instanceof RealtimeError) return thrown;
  const error = translateDatabaseError(thrown);
  const status = (error as { statusCode?: unknown }).statusCode;
  const code =
    error instanceof AppError ? BY_ERROR_CODE[error.code] : BY_STATUS[typeof status === 'number' ? status : 0];
  return code === undefined ? null : new RealtimeError(code, SENTENCES[code] ?? code, { cause: error });
}
