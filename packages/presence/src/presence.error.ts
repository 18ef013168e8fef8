/**
 * What went wrong, in Firebase's spelling whichever adapter it was. Those of the specification, section 8, and the ones that both adapters
 * can meet; Firebase has more (`auth/…`, `storage/…`), which come through as they are.
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

/** A call to the realtime backend that failed; `cause` is what the adapter was told. */
export class PresenceError extends Error {
  override readonly name = 'PresenceError';
  readonly code: PresenceErrorCode;

  constructor(code: PresenceErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** What a failed picture says, before its cause (specification, section 8). */
export const PICTURE_FAILURE = 'Error in fetching profile picture';
