/**
 * Error codes, in Firebase's spelling for both adapters: those of the specification, section 8, and those that both
 * adapters share. Firebase's other codes (`auth/…`, `storage/…`) are passed on unchanged.
 */
export type PresenceErrorCode =
  | 'auth/invalid-custom-token'
  | 'auth/invalid-credential'
  | 'auth/user-disabled'
  | 'auth/too-many-requests'
  | 'auth/network-request-failed'
  | 'auth/popup-blocked'
  | 'auth/unauthorized-domain'
  | 'auth/internal-error'
  | 'storage/unauthenticated'
  | 'storage/quota-exceeded'
  | 'storage/unauthorized'
  | 'storage/object-not-found'
  | 'storage/retry-limit-exceeded'
  | 'storage/unknown'
  | (`auth/${string}` & {})
  | (`storage/${string}` & {});

/** A failed call to the realtime backend; `cause` is the adapter's error. */
export class PresenceError extends Error {
  override readonly name = 'PresenceError';
  readonly code: PresenceErrorCode;

  constructor(code: PresenceErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** Prefix of the error of a failed picture (specification, section 8). */
export const PICTURE_FAILURE = 'Error in fetching profile picture';
