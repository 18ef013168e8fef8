import type { RequestError } from './request-error.ts';

/** The part of the session that uploads need; the uploader is loaded with the first page that uses it. */
export interface UploadSession {
  /** Access token of the session; null when no one is signed in. */
  readonly accessToken: () => Promise<string | null>;
  /** The session of this token is over: sign in again and return to the remembered route. */
  readonly onSessionExpired: (error: RequestError, token: string | null) => void;
}

let shared: UploadSession | null = null;

/** The console's session for uploads, set at start-up. */
export const uploadSession = {
  set(session: UploadSession): void {
    shared = session;
  },
  current: () => shared,
};
