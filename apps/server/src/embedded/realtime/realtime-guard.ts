import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authenticate, bearerToken } from '../../ports/bearer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Caller, IdentityPort, MachineCaller } from '../../ports/identity.ts';
import type { RealtimeBackplane } from '../../ports/realtime.ts';
import { RealtimeError, type RealtimeErrorCode } from './realtime-error.ts';
import type { RealtimeSession, RealtimeTokens } from './realtime-tokens.ts';
import type { SignInWatch } from './sign-in-watch.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Key under which requests are counted: an address, person or machine client. */
    countedAs: string;
  }
}

const MINUTE_MS = 60_000;

/** Counts a request of `countedAs`. @throws RealtimeError with the code if it exceeds the limit of this minute */
export type Limit = (request: FastifyRequest, countedAs: string, code?: RealtimeErrorCode) => Promise<void>;

/** Creates limits per minute; counters are kept in memory, for the most recent keys. */
export async function createLimits(app: FastifyInstance): Promise<(requestsPerMinute: number) => Limit> {
  await app.register(rateLimit, { global: false });
  app.decorateRequest('countedAs', '');
  return (max) => {
    const count = app.createRateLimit({ max, timeWindow: MINUTE_MS, keyGenerator: (request) => request.countedAs });
    return async (request, countedAs, code = 'database/too-many-requests') => {
      request.countedAs = countedAs;
      const outcome = await count(request);
      if (outcome.isAllowed || !outcome.isExceeded) return;
      throw new RealtimeError(code, 'Too many requests. Wait a moment.', { retryAfterS: outcome.ttlInSeconds });
    };
  };
}

/** Authorises requests: staff by session, machine clients by access token. */
export class RealtimeGuard {
  readonly #tokens: RealtimeTokens;
  readonly #backplane: RealtimeBackplane;
  readonly #identity: IdentityPort;
  readonly #signIns: SignInWatch;
  readonly #clock: Clock;

  constructor(deps: {
    readonly tokens: RealtimeTokens;
    readonly backplane: RealtimeBackplane;
    readonly identity: IdentityPort;
    readonly signIns: SignInWatch;
    readonly clock: Clock;
  }) {
    this.#tokens = deps.tokens;
    this.#backplane = deps.backplane;
    this.#identity = deps.identity;
    this.#signIns = deps.signIns;
    this.#clock = deps.clock;
  }

  /** The session of a request. @throws RealtimeError, AppError `service.unavailable` */
  async session(request: FastifyRequest): Promise<RealtimeSession> {
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) throw new RealtimeError('auth/invalid-credential', 'Sign in first.');
    const session = await this.#tokens.readSession(token);
    await this.requireStanding(session);
    return session;
  }

  /** @throws RealtimeError `auth/user-token-expired` if the session or its sign-in has ended */
  async requireStanding(session: RealtimeSession): Promise<void> {
    const isEnded = (await this.#backplane.isSessionEnded(session.id)) || !(await this.stands(session));
    if (isEnded) throw new RealtimeError('auth/user-token-expired', 'The session has ended. Sign in again.');
  }

  /** Whether the session's sign-in is still valid, as far as the provider reports it. */
  async stands({ signInId }: RealtimeSession): Promise<boolean> {
    return signInId === undefined || this.#signIns.stands(signInId);
  }

  /**
   * The machine client of a request, which must be allowed to write. @throws AppError, RealtimeError
   * `database/permission-denied`
   */
  async writer(request: FastifyRequest): Promise<MachineCaller> {
    return this.requireWriter(await authenticate(this.#identity, request.headers.authorization));
  }

  /** The same for a token from a message. */
  async writerOf(accessToken: string): Promise<MachineCaller> {
    return this.requireWriter(await this.#identity.authenticate(accessToken));
  }

  remainingMs(session: RealtimeSession): number {
    return Math.max(1, session.expiresAtMs - this.#clock.now().getTime());
  }

  private requireWriter(caller: Caller): MachineCaller {
    if (caller.kind === 'machine' && caller.scopes.includes('presence.write')) return caller;
    throw new RealtimeError(
      'database/permission-denied',
      'Only machine clients with the scope presence.write may write.',
    );
  }
}
