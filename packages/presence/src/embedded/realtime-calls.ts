import { PICTURE_FAILURE, PresenceError, type PresenceErrorCode } from '../presence.error.ts';
import type { PictureUrl } from '../presence.port.ts';

/** A signed-in session with the server. */
export interface Session {
  /** Sent as bearer; valid on every node of the server. */
  readonly bearer: string;
  readonly uid: string;
}

const TIMEOUT_MS = 10_000;
type Service = 'auth' | 'storage';
interface Codes {
  readonly otherwise: PresenceErrorCode;
  readonly unreachable: PresenceErrorCode;
  readonly [status: number]: PresenceErrorCode;
}
const CODES: Readonly<Record<Service, Codes>> = {
  auth: {
    401: 'auth/invalid-custom-token',
    403: 'auth/user-disabled',
    429: 'auth/too-many-requests',
    otherwise: 'auth/internal-error',
    unreachable: 'auth/network-request-failed',
  },
  storage: {
    401: 'storage/unauthenticated',
    402: 'storage/quota-exceeded',
    403: 'storage/unauthorized',
    404: 'storage/object-not-found',
    otherwise: 'storage/unknown',
    unreachable: 'storage/retry-limit-exceeded',
  },
};

/** An unsuccessful answer. */
export class RefusedCall extends Error {
  readonly status: number;
  /** Code in the answer's body, if any. */
  readonly code: unknown;

  constructor(status: number, code?: unknown) {
    super(`The server answered ${status}`);
    this.status = status;
    this.code = code;
  }
}

/** Calls of the realtime protocol below a base URL such as `/realtime`. Each call times out after 10 s. */
export class RealtimeCalls {
  readonly base: string;

  constructor(base: string) {
    this.base = base;
  }

  /** @throws PresenceError */
  async signIn(token: string): Promise<Session> {
    try {
      const { session, uid } = await this.#call('POST', '/session', '', { token });
      if (typeof session !== 'string' || typeof uid !== 'string') throw new RefusedCall(200);
      return { bearer: session, uid };
    } catch (cause) {
      throw presenceError(cause, 'auth', 'Sign-in failed');
    }
  }

  async signOut(bearer: string): Promise<void> {
    await this.#call('DELETE', '/session', bearer);
  }

  /** URL of a new event stream; valid once, within seconds. */
  async streamUrl(bearer: string): Promise<string> {
    const { ticket } = await this.#call('POST', '/ticket', bearer);
    return `${this.base}/stream?ticket=${encodeURIComponent(String(ticket))}`;
  }

  /** Replaces the set of keys that a stream reports. */
  async putKeys(bearer: string, streamId: string, keys: readonly string[]): Promise<void> {
    await this.#call('PUT', `/streams/${encodeURIComponent(streamId)}/keys`, bearer, { keys });
  }

  /** @throws PresenceError */
  async pictureUrl(bearer: string, firebaseId: string): Promise<PictureUrl> {
    try {
      const { url, expiresAt } = await this.#call('GET', `/pictures/${encodeURIComponent(firebaseId)}`, bearer);
      if (typeof url !== 'string') throw new RefusedCall(200);
      const page = new URL(this.base, globalThis.location?.href);
      return { url: new URL(url, page).href, expiresAt: typeof expiresAt === 'number' ? expiresAt : null };
    } catch (cause) {
      throw presenceError(cause, 'storage', PICTURE_FAILURE);
    }
  }

  async #call(
    method: string,
    path: string,
    bearer: string,
    body?: unknown,
  ): Promise<Readonly<Record<string, unknown>>> {
    const response = await fetch(this.base + path, {
      method,
      // Signing out is often the last request of a page.
      keepalive: method === 'DELETE',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = parsed(await response.text());
    if (response.ok) return answer;
    throw new RefusedCall(response.status, Object(answer['error']).code);
  }
}

/** The object in a JSON text; an empty one for anything else, such as a proxy's error page. */
function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The code of the answer if it is one of this service, else derived from the status. */
function presenceError(cause: unknown, service: Service, message: string): PresenceError {
  const codes = CODES[service];
  let code = codes.unreachable;
  if (cause instanceof RefusedCall) {
    const isKnown = new RegExp(`^${service}/[a-z-]+$`).test(String(cause.code));
    code = isKnown ? (cause.code as PresenceErrorCode) : (codes[cause.status] ?? codes.otherwise);
  }
  return new PresenceError(code, message, cause);
}
