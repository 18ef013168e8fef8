import { AppError, parseScopes } from '@backcounter/domain';
import type pg from 'pg';
import type { Clock } from '../ports/clock.ts';
import type { ClientBounds, MachineCaller, MachineClaim, MachineRegistry } from '../ports/identity.ts';
import { bestEffort } from './best-effort.ts';

/** A suspension or removed scope takes effect within 5 s; one second of that is for the look-up. */
const KNOWN_FOR_MS = 4_000;
const KNOWN_MAX = 1_000;
/** Precision of the recorded time of last use. */
const USE_NOTED_EVERY_MS = 60_000;

/** Bounds as the database has them. */
export interface StoredBounds {
  readonly stores: string | null;
  readonly countries: string | null;
  readonly points_max: number | null;
}

/** The bounds of a stored machine client; undefined without any. */
export function boundsFrom({ stores, countries, points_max: pointsMax }: StoredBounds): ClientBounds | undefined {
  const hasPlace = stores !== null || countries !== null;
  if (!hasPlace && pointsMax === null) return undefined;
  return { stores: stores?.split(' ') ?? null, countries: countries?.split(' ') ?? null, hasPlace, pointsMax };
}

interface Registration extends StoredBounds {
  readonly name: string;
  readonly scopes: string;
  readonly is_usable: boolean;
  readonly is_dry: boolean;
  readonly documents: readonly string[] | null;
  readonly tokens_not_before: Date | null;
}

interface Known {
  readonly registration: Promise<Registration | undefined>;
  readonly untilMs: number;
}

/** The registered machine clients in the database, cached for a few seconds. */
export class DatabaseMachineRegistry implements MachineRegistry {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #isDemo: boolean;
  readonly #known = new Map<string, Known>();
  readonly #useNotedAtMs = new Map<string, number>();

  constructor(pool: pg.Pool, clock: Clock, isDemo: boolean) {
    this.#pool = pool;
    this.#clock = clock;
    this.#isDemo = isDemo;
  }

  async admit({ clientId, scopes, issuedAt, expiresAt }: MachineClaim): Promise<MachineCaller> {
    const nowMs = this.#clock.now().getTime();
    const registration = await this.#find(clientId, nowMs);
    if (registration === undefined) throw new AppError('session.required');
    const { tokens_not_before: notBefore } = registration;
    const isTooOld = notBefore !== null && (issuedAt === null || issuedAt < notBefore);
    if (!registration.is_usable || isTooOld) throw new AppError('session.expired');
    this.#noteUse(clientId, nowMs);
    const registered = parseScopes(registration.scopes);
    const granted = scopes === null ? registered : registered.filter((scope) => scopes.includes(scope));
    return {
      kind: 'machine',
      sub: clientId,
      name: registration.name,
      scopes: granted,
      isDry: registration.is_dry,
      bounds: boundsFrom(registration),
      documents: registration.documents ?? undefined,
      expiresAt,
    };
  }

  async #find(clientId: string, nowMs: number): Promise<Registration | undefined> {
    const known = this.#known.get(clientId);
    const leftMs = (known?.untilMs ?? nowMs) - nowMs;
    // The remaining time exceeds the lifetime only after the clock was set back.
    if (known !== undefined && leftMs > 0 && leftMs <= KNOWN_FOR_MS) return known.registration;
    const registration = this.#read(clientId);
    this.#known.delete(clientId);
    this.#known.set(clientId, { registration, untilMs: nowMs + KNOWN_FOR_MS });
    const forget = (): void => {
      if (this.#known.get(clientId)?.registration === registration) this.#known.delete(clientId);
    };
    // Only existing clients are cached, so unknown names can't evict them.
    registration.then((found) => found ?? forget(), forget);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KNOWN_MAX) break;
      this.#known.delete(oldest);
      this.#useNotedAtMs.delete(oldest);
    }
    return registration;
  }

  async #read(clientId: string): Promise<Registration | undefined> {
    const { rows } = await this.#pool.query<Registration>({
      name: 'machine-client-bounds',
      text: `SELECT name, scopes, state = 'ACTIVE' AND ($2 OR NOT is_demo) AS is_usable, is_dry, tokens_not_before, stores, countries, points_max,
               (SELECT array_agg(hash) FROM registered_document WHERE machine_client_id = machine_client.id) AS documents
             FROM machine_client WHERE client_id = $1`,
      values: [clientId, this.#isDemo],
    });
    return rows[0];
  }

  /** Several processes may record the same use; the condition limits them to one write a minute. */
  #noteUse(clientId: string, nowMs: number): void {
    if (nowMs - (this.#useNotedAtMs.get(clientId) ?? 0) < USE_NOTED_EVERY_MS) return;
    this.#useNotedAtMs.set(clientId, nowMs);
    void bestEffort('note of the last use of a machine client', () =>
      this.#pool.query(
        `UPDATE machine_client SET last_used_at = now()
         WHERE client_id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
        [clientId],
      ),
    );
  }
}
