import { ERROR_CODES, type ErrorCode, type ErrorDetails } from '@backcounter/domain';

/** Codes of the browser: no connection, and no answer in time. */
export const CLIENT_ERROR_CODES = ['network.unreachable', 'network.timed-out'] as const;
export type RequestErrorCode = ErrorCode | (typeof CLIENT_ERROR_CODES)[number];

/** For logs; the text of the specification (section 8) where it has one. The UI shows `error.<code>`. */
const CLIENT_MESSAGES: Partial<Record<RequestErrorCode, string>> = { 'network.timed-out': 'Network timed out' };

/** A failed operation. `code` determines the text (`error.<code>`). */
export class RequestError extends Error {
  readonly code: RequestErrorCode;
  readonly details: ErrorDetails;
  /** Reference id of the failure in the server's log. */
  readonly referenceId: string | null;
  readonly status: number | null;
  /** Page of the provider for the required action. */
  readonly redirectUrl: string | null;

  constructor(
    code: RequestErrorCode,
    options: {
      message?: string;
      details?: ErrorDetails;
      referenceId?: string | null;
      status?: number | null;
      cause?: unknown;
    } = {},
  ) {
    super(
      options.message ?? CLIENT_MESSAGES[code] ?? code,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'RequestError';
    this.code = code;
    this.details = options.details ?? {};
    this.referenceId = options.referenceId ?? null;
    this.status = options.status ?? null;
    this.redirectUrl = this.details.redirectUrl ?? null;
  }
}

/** The server did not answer at all. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof RequestError && error.code === 'network.unreachable';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Status codes of a proxy that temporarily can't reach the server (RFC 9110, section 15.6). */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/** Parses an item of an answer's `errors` list; anything that a server or proxy sends becomes a known code. */
export function parseError(item: unknown, status: number, requestId: string | null): RequestError {
  const extensions = isRecord(item) && isRecord(item['extensions']) ? item['extensions'] : {};
  const code = extensions['code'];
  const unknown = GATEWAY_STATUSES.has(status) ? 'service.unavailable' : 'unexpected';
  const known = typeof code === 'string' && Object.hasOwn(ERROR_CODES, code) ? (code as ErrorCode) : unknown;
  const reference = extensions['referenceId'];
  return new RequestError(known, {
    ...(isRecord(item) && typeof item['message'] === 'string' ? { message: item['message'] } : {}),
    ...(isRecord(extensions['details']) ? { details: extensions['details'] as ErrorDetails } : {}),
    referenceId: typeof reference === 'string' ? reference : requestId,
    status,
  });
}
