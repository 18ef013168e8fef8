import type { RequestError } from './request-error.ts';

/** What sending files takes of the session; what sends them is loaded with the first page that does. */
export interface UploadSession {
  /** Access token of the session; null when nobody is signed in. */
  readonly accessToken: () => Promise<string | null>;
  /** The session is over: sign in again and return to the remembered route. */
  readonly onSessionExpired: (error: RequestError) => void;
}

let shared: UploadSession | null = null;

/** The console's one session for sending files, set at start-up. */
export const uploadSession = {
  set(session: UploadSession): void {
    shared = session;
  },
  current: () => shared,
};
