import { AppError } from '@backcounter/domain';
import type pg from 'pg';
import type { Clock } from '../../ports/clock.ts';
import type { Logout } from './logout-token.ts';
import type { Claims } from './token-claims.ts';

/** How long a sign-out is kept; access tokens must not live longer. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Maximum delay until other server processes apply a sign-out; the one that received it does so immediately. */
const REFRESH_MS = 2_000;
/** Rows become visible at commit, slightly later than their timestamp. */
const OVERLAP_MS = 10_000;

interface EndedRow {
  readonly sub: string | null;
  readonly sid: string | null;
  readonly ended_at: Date;
  readonly expires_at: Date;
}

interface End {
  readonly atMs: number;
  readonly keptUntilMs: number;
}

/** Checks whether the sign-in behind an access token has ended. */
export interface EndedSignInLookup {
  /** @throws AppError `service.unavailable` if this cannot be determined */
  includes(claims: Claims): Promise<boolean>;
}

/** Sign-outs that the provider reported to any server process, cached in memory and refreshed from the table. */
export class EndedSignIns implements EndedSignInLookup {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  /**
   * Keys: `sid …` for a session, `all …` for every session of a person, `any …` for a person's tokens without a
   * session.
   */
  readonly #ends = new Map<string, End>();
  #readAtMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  constructor(pool: pg.Pool, clock: Clock) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /**
   * Takes effect in this process before it resolves. Repeated delivery of a token has no effect.
   * @throws AppError `service.unavailable` if it cannot be stored
   */
  async record(logout: Logout): Promise<void> {
    const keptUntil = new Date(this.#clock.now().getTime() + KEPT_MS);
    try {
      await this.#pool.query('DELETE FROM identity.ended_sign_in WHERE expires_at < now()');
      await this.#pool.query(
        `INSERT INTO identity.ended_sign_in (jti, sub, sid, ended_at, expires_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (jti) DO NOTHING`,
        [logout.jti, logout.sub, logout.sid, logout.endedAt, keptUntil],
      );
      // Until the person's next token, links and jobs are refused too.
      if (logout.sid === null)
        await this.#pool.query("UPDATE staff_user SET last_roles = '{}' WHERE sub = $1", [logout.sub]);
      await this.#read();
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  async includes(claims: Claims): Promise<boolean> {
    // Negative if the clock was set back.
    const agoMs = this.#clock.now().getTime() - this.#readAtMs;
    if (agoMs >= REFRESH_MS || agoMs < 0) await this.#refresh();
    const { sid, sub, iat } = claims;
    const coversSub = (kind: 'all' | 'any'): boolean => {
      const end = this.#ends.get(`${kind} ${String(sub)}`);
      return end !== undefined && (typeof iat !== 'number' || iat * 1000 <= end.atMs);
    };
    return typeof sid === 'string' ? this.#ends.has(`sid ${sid}`) || coversSub('all') : coversSub('any');
  }

  async #refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    try {
      await this.#reading;
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  async #read(): Promise<void> {
    const nowMs = this.#clock.now().getTime();
    // Ages use the database's clock only; the process clock measures just the time since the last read.
    const agoMs = nowMs - this.#readAtMs;
    const sinceS = Math.min(agoMs < 0 ? KEPT_MS : agoMs + OVERLAP_MS, KEPT_MS) / 1000;
    // Prepared by name, which Kysely does not support: it runs every two seconds under load.
    const { rows } = await this.#pool.query<EndedRow>({
      name: 'ended-sign-ins',
      text: `SELECT sub, sid, ended_at, expires_at FROM identity.ended_sign_in
             WHERE recorded_at > now() - make_interval(secs => $1)`,
      values: [sinceS],
    });
    for (const row of rows) this.#note(row);
    for (const [key, { keptUntilMs }] of this.#ends) if (keptUntilMs < nowMs) this.#ends.delete(key);
    this.#readAtMs = nowMs;
  }

  #note({ sub, sid, ended_at, expires_at }: EndedRow): void {
    const keys = [
      sid !== null && `sid ${sid}`,
      sub !== null && `any ${sub}`,
      sub !== null && sid === null && `all ${sub}`,
    ];
    for (const key of keys.filter((entry) => entry !== false)) {
      const earlier = this.#ends.get(key);
      this.#ends.set(key, {
        atMs: Math.max(ended_at.getTime(), earlier?.atMs ?? 0),
        keptUntilMs: Math.max(expires_at.getTime(), earlier?.keptUntilMs ?? 0),
      });
    }
  }
}

const unavailable = (cause: unknown) =>
  new AppError('service.unavailable', { cause, details: { retryAfterSeconds: 1 } });
