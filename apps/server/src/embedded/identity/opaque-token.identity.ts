import { AppError, parseAppScopes, parseRoles, parseScopes, type Role } from '@backcounter/domain';
import type pg from 'pg';
import type { Clock } from '../../ports/clock.ts';
import type { Caller, IdentityPort, MachineClaim, MachineRegistry, StaffCaller } from '../../ports/identity.ts';
import { fingerprint } from './keys/sealed-box.ts';
import { grantStands } from './session-end.ts';

/** Role loss, suspension and sign-out take effect within 5 s; 1 s is left for the lookup. */
const CACHE_MS = 4_000;
const CACHE_SIZE = 5_000;
/** 43 base64url characters, as the provider issues; nothing else is worth a query. */
const TOKEN = /^[\w-]{43}$/;

interface TokenRow {
  readonly model: 'AccessToken' | 'ClientCredentials';
  readonly scope: string | null;
  readonly has_default_scope: boolean;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly is_revoked: boolean;
  readonly grant_id: string | null;
  readonly person_id: string | null;
  readonly person_name: string | null;
  readonly person_email: string | null;
  readonly person_roles: string[] | null;
  readonly person_is_usable: boolean | null;
  readonly has_second_factor: boolean;
  readonly client_id: string | null;
  /** Null: the token is not of an app, or of one that is gone. */
  readonly app_state: string | null;
  readonly app_scopes: string | null;
  readonly app_documents: readonly string[] | null;
}

/** Roles that require a second factor, and the path of the page to set it up. */
export interface SecondFactorRule {
  readonly roles: readonly Role[];
  readonly setUpPath: string;
}

/** A person, or a machine client's claim, which the registry checks each time. */
type Bearer = StaffCaller | (MachineClaim & { readonly kind: 'claim' });

interface Cached {
  readonly bearer: Promise<Bearer>;
  readonly untilMs: number;
}

/** Resolves opaque tokens of the embedded provider, using the token store and the person's current record. */
export class OpaqueTokenIdentity implements IdentityPort {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #isDemo: boolean;
  readonly #machines: MachineRegistry;
  readonly #secondFactor: SecondFactorRule;
  /** The console's, which no app can take. */
  readonly #ownClientId: string;
  readonly #cache = new Map<string, Cached>();

  constructor(
    pool: pg.Pool,
    clock: Clock,
    isDemo: boolean,
    machines: MachineRegistry,
    secondFactor: SecondFactorRule,
    ownClientId: string,
  ) {
    this.#pool = pool;
    this.#clock = clock;
    this.#isDemo = isDemo;
    this.#machines = machines;
    this.#secondFactor = secondFactor;
    this.#ownClientId = ownClientId;
  }

  async authenticate(accessToken: string): Promise<Caller> {
    if (!TOKEN.test(accessToken)) throw new AppError('session.required');
    const nowMs = this.#clock.now().getTime();
    const cached = this.#cache.get(accessToken);
    const leftMs = (cached?.untilMs ?? nowMs) - nowMs;
    // More remains only if the clock was set back.
    const isKnown = cached !== undefined && leftMs > 0 && leftMs <= CACHE_MS;
    const bearer = await (isKnown ? cached.bearer : this.#remember(accessToken, nowMs));
    if (bearer.expiresAt.getTime() <= nowMs) throw new AppError('session.expired');
    return bearer.kind === 'claim' ? this.#machines.admit(bearer) : bearer;
  }

  #remember(accessToken: string, nowMs: number): Promise<Bearer> {
    const bearer = this.#lookUp(accessToken);
    this.#cache.delete(accessToken);
    this.#cache.set(accessToken, { bearer, untilMs: nowMs + CACHE_MS });
    const forget = () => this.#cache.delete(accessToken);
    // Failures are not cached: each costs a query, but random tokens cannot evict people. People with a required action
    // are not cached either, so that they continue as soon as it is done.
    bearer.then((found) => found.kind === 'staff' && found.actionRequired !== undefined && forget(), forget);
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= CACHE_SIZE) break;
      this.#cache.delete(oldest);
    }
    return bearer;
  }

  async #lookUp(accessToken: string): Promise<Bearer> {
    const row = await this.#read(accessToken);
    if (!row) throw new AppError('session.required');
    if (row.is_revoked) throw new AppError('session.expired');
    return row.model === 'AccessToken'
      ? this.#withAction(staffCaller(row, row.client_id !== this.#ownClientId), row)
      : machineClaim(row);
  }

  #withAction(person: StaffCaller, row: TokenRow): StaffCaller {
    const { roles, setUpPath } = this.#secondFactor;
    if (row.has_second_factor || !person.roles.some((role) => roles.includes(role))) return person;
    return { ...person, actionRequired: setUpPath };
  }

  async #read(accessToken: string): Promise<TokenRow | undefined> {
    // Prepared by name, which Kysely does not support: it runs with nearly every request.
    const { rows } = await this.#pool.query<TokenRow>({
      name: 'identity-token-documents',
      text: LOOK_UP,
      values: [fingerprint(accessToken), this.#isDemo],
    });
    return rows[0];
  }
}

const LOOK_UP = `
  SELECT token.model, token.payload ->> 'scope' AS scope,
    token.payload -> 'extra' -> 'has_default_scope' IS NOT DISTINCT FROM 'true'::jsonb AS has_default_scope, token.created_at, token.expires_at, (token.revoked_at IS NOT NULL OR NOT ${grantStands('token.grant_id')}) AS is_revoked, token.grant_id,
    person.id AS person_id, person.name AS person_name, person.email AS person_email, person.roles AS person_roles,
    person.state = 'ACTIVE' AND ($2 OR NOT person.is_demo) AS person_is_usable, person.totp_secret IS NOT NULL OR EXISTS (SELECT FROM identity.passkey WHERE person_id = person.id) AS has_second_factor,
    token.payload ->> 'clientId' AS client_id, app.state AS app_state, app.scopes AS app_scopes,
    (SELECT array_agg(hash) FROM registered_document WHERE app_id = app.id) AS app_documents
  FROM identity.token AS token
  LEFT JOIN identity.person AS person ON person.id = CASE WHEN token.model = 'AccessToken' THEN token.account_id::uuid END
  LEFT JOIN app ON token.model = 'AccessToken' AND app.client_id = token.payload ->> 'clientId'
  WHERE token.id = $1 AND token.model IN ('AccessToken', 'ClientCredentials')`;

function staffCaller(row: TokenRow, isApp: boolean): StaffCaller {
  if (!row.person_id || !row.person_is_usable) throw new AppError('session.expired');
  if (isApp && row.app_state !== 'ACTIVE') throw new AppError('session.expired');
  const appScopes = parseAppScopes(row.app_scopes ?? '');
  return {
    kind: 'staff',
    sub: row.person_id,
    name: row.person_name ?? '',
    email: row.person_email,
    roles: parseRoles(row.person_roles),
    ...(row.grant_id !== null && { signInId: fingerprint(row.grant_id).toString('base64url') }),
    ...(isApp && {
      app: {
        clientId: row.client_id ?? '',
        scopes: parseAppScopes(row.scope ?? '').filter((s) => appScopes.includes(s)),
        documents: row.app_documents ?? undefined,
      },
    }),
    expiresAt: row.expires_at,
  };
}

function machineClaim(row: TokenRow): Bearer {
  return {
    kind: 'claim',
    clientId: row.client_id ?? '',
    scopes: row.has_default_scope ? null : parseScopes(row.scope ?? ''),
    issuedAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
