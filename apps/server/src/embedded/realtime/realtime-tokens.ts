import { randomUUID } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { CurrentSecret } from '../../db/server-secret.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StaffCaller } from '../../ports/identity.ts';
import type { AdminTokenIssuer } from '../../ports/realtime.ts';
import { RealtimeError } from './realtime-error.ts';

const ADMIN_AUDIENCE = 'backcounter-realtime';
const SESSION_AUDIENCE = 'backcounter-realtime-session';
const TICKET_AUDIENCE = 'backcounter-realtime-ticket';
const ADMIN_TOKEN_S = 60 * 60;
/** Lifetime of a stream ticket. */
export const TICKET_S = 30;
const TOKEN_LENGTH_MAX = 4_096;

/** A signed-in client of the realtime backend. */
export interface RealtimeSession {
  readonly id: string;
  readonly uid: string;
  /** Absent if the provider cannot report ended sign-ins. */
  readonly signInId: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAtMs: number;
}

/** A session, and the ticket's id, which may be used once. */
export interface RealtimeTicket {
  readonly id: string;
  readonly session: RealtimeSession;
}

/** A token with its expiry in milliseconds since 1970. */
export interface IssuedToken {
  readonly token: string;
  readonly expiresAtMs: number;
}

/**
 * Tokens of the embedded realtime backend, signed with a key shared by all server processes, so none has to store them.
 * Kinds of token differ by audience.
 */
export class RealtimeTokens implements AdminTokenIssuer {
  readonly #secret: CurrentSecret;
  readonly #clock: Clock;

  constructor(secret: CurrentSecret, clock: Clock) {
    this.#secret = secret;
    this.#clock = clock;
  }

  /** Valid for an hour if the end of the sign-in can be noticed, otherwise at most as long as the access token. */
  async issue({ sub, signInId, expiresAt }: StaffCaller): Promise<string> {
    const hourS = this.#nowS() + ADMIN_TOKEN_S;
    const expiresS = signInId === undefined ? Math.min(hourS, Math.floor(expiresAt.getTime() / 1000)) : hourS;
    return this.#sign(ADMIN_AUDIENCE, { uid: sub, ...signIn(signInId) }, expiresS);
  }

  /** @throws RealtimeError `auth/invalid-custom-token` */
  async openSession(adminToken: string): Promise<RealtimeSession & IssuedToken> {
    const claims = await this.#verify(ADMIN_AUDIENCE, adminToken, 'auth/invalid-custom-token');
    const session = sessionOf(claims, randomUUID());
    const token = await this.#sign(SESSION_AUDIENCE, claimsOf(session), session.expiresAtMs / 1000);
    return { ...session, token };
  }

  /** @throws RealtimeError `auth/user-token-expired` */
  async readSession(token: string): Promise<RealtimeSession> {
    const claims = await this.#verify(SESSION_AUDIENCE, token, 'auth/user-token-expired');
    return sessionOf(claims, String(claims['session']));
  }

  /** The ticket contains the session's data, because an EventSource request cannot set headers. */
  async issueTicket(session: RealtimeSession): Promise<IssuedToken> {
    const expiresS = this.#nowS() + TICKET_S;
    const claims = { ...claimsOf(session), until: session.expiresAtMs / 1000 };
    return { token: await this.#sign(TICKET_AUDIENCE, claims, expiresS), expiresAtMs: expiresS * 1000 };
  }

  /** @throws RealtimeError `auth/user-token-expired` */
  async readTicket(token: string): Promise<RealtimeTicket> {
    const claims = await this.#verify(TICKET_AUDIENCE, token, 'auth/user-token-expired');
    return {
      id: String(claims.jti),
      session: sessionOf({ ...claims, exp: Number(claims['until']) }, String(claims['session'])),
    };
  }

  #sign(audience: string, claims: JWTPayload, expiresS: number): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setAudience(audience)
      .setJti(randomUUID())
      .setIssuedAt(this.#nowS())
      .setExpirationTime(expiresS)
      .sign(this.#secret().signing);
  }

  async #verify(
    audience: string,
    token: string,
    code: 'auth/invalid-custom-token' | 'auth/user-token-expired',
  ): Promise<JWTPayload> {
    try {
      if (token.length > TOKEN_LENGTH_MAX) throw new errors.JWTInvalid('too long');
      return await this.#claims(audience, token);
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      const sentence =
        code === 'auth/invalid-custom-token' ? 'The admin token is not valid.' : 'The session has ended.';
      throw new RealtimeError(code, sentence, { cause: error });
    }
  }

  /** @throws JOSEError of the last key tried */
  async #claims(audience: string, token: string): Promise<JWTPayload> {
    const demands = {
      algorithms: ['HS256'],
      audience,
      currentDate: this.#clock.now(),
      requiredClaims: ['uid', 'exp', 'iat', 'jti'],
    };
    const { accepted } = this.#secret();
    for (const key of accepted.slice(0, -1)) {
      try {
        return (await jwtVerify(token, key, demands)).payload;
      } catch (error) {
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      }
    }
    const last = accepted.at(-1);
    if (last === undefined) throw new errors.JWSSignatureVerificationFailed();
    return (await jwtVerify(token, last, demands)).payload;
  }

  #nowS(): number {
    return Math.floor(this.#clock.now().getTime() / 1000);
  }
}

function sessionOf(claims: JWTPayload, id: string): RealtimeSession {
  const signInId = claims['sign_in'];
  return {
    id,
    uid: String(claims['uid']),
    signInId: typeof signInId === 'string' ? signInId : undefined,
    expiresAtMs: (claims.exp ?? 0) * 1000,
  };
}

function claimsOf(session: RealtimeSession): JWTPayload {
  return { uid: session.uid, session: session.id, ...signIn(session.signInId) };
}

function signIn(signInId: string | undefined): JWTPayload {
  return signInId === undefined ? {} : { sign_in: signInId };
}
