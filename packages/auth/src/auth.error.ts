/**
 * Why signing in or renewing failed.
 * - `access-denied`: the provider refused, twice within a minute (the first time sign-in restarts).
 * - `clock-off`: the clocks of browser and provider differ by more than 5 minutes.
 * - `interaction-required`: the provider requires interaction (the four anonymous-session codes).
 * - `invalid-response`: the provider's answer is invalid (state, issuer, ID token).
 * - `provider-error`: the provider answered with another error code.
 * - `restarted-too-often`: three automatic sign-ins in a row were refused; stopped instead of looping.
 * - `storage-full`: the browser's storage can't keep the sign-in.
 * - `unreachable`: the provider can't be reached or timed out.
 */
export type AuthErrorKind =
  | 'access-denied'
  | 'clock-off'
  | 'interaction-required'
  | 'invalid-response'
  | 'provider-error'
  | 'restarted-too-often'
  | 'storage-full'
  | 'unreachable';

/** The error that `handleLoginCallback` and `signIn` reject with. `message` is the text of the specification, section 8, where it gives one. */
export class AuthError extends Error {
  readonly kind: AuthErrorKind;
  /** The provider's `error` code, if it sent one. */
  readonly code: string | null;

  constructor(kind: AuthErrorKind, message: string, options: { cause?: unknown; code?: string | null } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AuthError';
    this.kind = kind;
    this.code = options.code ?? null;
  }
}

/** A call was answered 401 or 403 with an errors list; the unauthorized handler has been called (specification, section 8). */
export class UnauthorizedError extends Error {
  readonly status: 401 | 403;
  readonly code: string | null;

  constructor(status: 401 | 403, message: string, code: string | null) {
    super(message);
    this.name = 'UnauthorizedError';
    this.status = status;
    this.code = code;
  }
}
