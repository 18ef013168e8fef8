import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { Database } from '../../db/client.ts';
import { findApp } from './app-consent.ts';
import { dropFromBrowser, keepInBrowser, keptInBrowser } from './browser-kept.ts';
import { fingerprint } from './keys/sealed-box.ts';
import { findMachineClient } from './machine-client.ts';
import { grantStands, KEPT_WHEN_REVOKED, revokeGrant } from './session-end.ts';

/** Models that belong to a grant and end with it. */
const OF_A_FAMILY: readonly string[] = ['AccessToken', 'RefreshToken', 'AuthorizationCode'];

interface TokenRow {
  readonly payload: AdapterPayload;
  readonly consumed_at: Date | null;
}

/**
 * The provider's models on PostgreSQL. Presented values are stored as SHA-256. One-time tokens are consumed atomically:
 * of two requests with the same token, one fails and the whole sign-in is revoked.
 */
export function tokenStore(db: Kysely<Database>, isDemo: boolean): (model: string) => Adapter {
  return (model) => {
    if (model === 'Client') return new ClientAdapter(db, isDemo);
    const paths = ANONYMOUS[model];
    return paths ? new AnonymousAdapter(db, model, paths) : new TokenAdapter(db, model);
  };
}

class TokenAdapter implements Adapter {
  readonly #db: Kysely<Database>;
  readonly #model: string;

  constructor(db: Kysely<Database>, model: string) {
    this.#db = db;
    this.#model = model;
  }

  async upsert(id: string, payload: AdapterPayload, expiresInS: number): Promise<void> {
    const { uid = null, grantId = null, accountId = null } = payload;
    const { numAffectedRows } = await sql`
      INSERT INTO identity.token (model, id, uid, grant_id, account_id, payload, expires_at)
      SELECT ${this.#model}, ${fingerprint(id)}::bytea, ${uid}, given.grant_id, ${accountId}, ${storedOf(payload)}::jsonb,
        now() + make_interval(secs => ${expiresInS})
      FROM (SELECT ${grantId}::text AS grant_id) AS given
      WHERE NOT ${OF_A_FAMILY.includes(this.#model)} OR ${sql.raw(grantStands('given.grant_id'))}
      ON CONFLICT (id, model) DO UPDATE SET uid = EXCLUDED.uid, grant_id = EXCLUDED.grant_id, account_id = EXCLUDED.account_id,
        payload = EXCLUDED.payload, expires_at = EXCLUDED.expires_at`.execute(this.#db);
    if (numAffectedRows === 0n) throw new errors.InvalidGrant('grant has ended');
  }

  /** Updates the stored row; false if there is none. */
  protected async replace(id: string, payload: AdapterPayload, expiresInS: number): Promise<boolean> {
    const { numAffectedRows } = await sql`
      UPDATE identity.token SET payload = ${storedOf(payload)}, expires_at = now() + make_interval(secs => ${expiresInS})
      WHERE ${this.#is(id)} AND expires_at > now()`.execute(this.#db);
    return numAffectedRows === 1n;
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    // The value is hashed, so a NUL in it does no harm.
    return this.#one(sql`id = ${fingerprint(id)}`, id);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#one(sql`uid = ${uid}`, uid);
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const { rows } = await sql<{ grant_id: string | null; is_first: boolean }>`
      WITH consumed AS (
        UPDATE identity.token SET consumed_at = now() WHERE ${this.#is(id)} AND consumed_at IS NULL RETURNING id)
      SELECT grant_id, EXISTS (SELECT FROM consumed) AS is_first FROM identity.token
      WHERE ${this.#is(id)}`.execute(this.#db);
    const row = rows[0];
    if (row?.is_first) return;
    if (row?.grant_id) await revokeGrant(this.#db, row.grant_id);
    throw new errors.InvalidGrant('already used');
  }

  async destroy(id: string): Promise<void> {
    const change = KEPT_WHEN_REVOKED.includes(this.#model)
      ? sql`UPDATE identity.token SET revoked_at = coalesce(revoked_at, now())`
      : sql`DELETE FROM identity.token`;
    await sql`${change} WHERE ${this.#is(id)}`.execute(this.#db);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await revokeGrant(this.#db, grantId, this.#model);
  }

  #is(id: string): RawBuilder<unknown> {
    return sql`model = ${this.#model} AND id = ${fingerprint(id)}`;
  }

  async #one(condition: RawBuilder<unknown>, jti: string): Promise<AdapterPayload | undefined> {
    const { rows } = await sql<TokenRow>`
      SELECT payload, consumed_at FROM identity.token AS token
      WHERE model = ${this.#model} AND ${condition} AND expires_at > now() AND revoked_at IS NULL
        AND (NOT ${OF_A_FAMILY.includes(this.#model)} OR ${sql.raw(grantStands('token.grant_id'))})
      LIMIT 1`.execute(this.#db);
    const row = rows[0];
    if (!row) return undefined;
    const consumed = row.consumed_at ? { consumed: Math.floor(row.consumed_at.getTime() / 1000) } : {};
    return { ...row.payload, jti, ...consumed };
  }
}

/** The payload without its id, which the table stores as a hash. */
function storedOf({ jti: _, ...stored }: AdapterPayload): string {
  return JSON.stringify(stored);
}

/** Cookie paths for stored values: a page, and the path that returns from it. */
type KeptPaths = (id: string) => { readonly page: string; readonly wayBack?: string };

const ANONYMOUS: Readonly<Record<string, KeptPaths | undefined>> = {
  Interaction: (id) => ({ page: `/interaction/${id}`, wayBack: `/auth/${id}` }),
  Session: () => ({ page: '/session' }),
};

/**
 * Stores anonymous sign-ins and sign-outs in the browser, so that requesting these pages never writes to the database.
 * Once they belong to a person, they are stored in the table.
 */
class AnonymousAdapter extends TokenAdapter {
  readonly #cookie: string;
  readonly #purpose: (id: string) => string;
  readonly #paths: KeptPaths;

  constructor(db: Kysely<Database>, model: string, paths: KeptPaths) {
    super(db, model);
    this.#cookie = `bc_${model.toLowerCase()}_kept`;
    this.#purpose = (id) => `${model}:${id}`;
    this.#paths = paths;
  }

  override async upsert(id: string, payload: AdapterPayload, expiresInS: number): Promise<void> {
    const result = payload['result'] as { readonly login?: unknown; readonly pending?: unknown } | undefined;
    if (payload.accountId ?? result?.login ?? result?.pending) return super.upsert(id, payload, expiresInS);
    if (await this.replace(id, payload, expiresInS)) return;
    const { page, wayBack } = this.#paths(id);
    if (!keepInBrowser(this.#cookie, (result && wayBack) ?? page, this.#purpose(id), payload))
      throw new errors.InvalidRequest('the request is too long');
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    return (await super.find(id)) ?? keptInBrowser<AdapterPayload>(this.#cookie, this.#purpose(id));
  }

  override async destroy(id: string): Promise<void> {
    await super.destroy(id);
    for (const path of Object.values(this.#paths(id))) dropFromBrowser(this.#cookie, path);
  }
}

/** The provider requires a string; this is not a hash of anything. */
const NO_SECRET = 'none';

/** Machine clients and apps, read on each use, so that a removed one is refused immediately. */
class ClientAdapter implements Adapter {
  readonly #db: Kysely<Database>;
  readonly #isDemo: boolean;

  constructor(db: Kysely<Database>, isDemo: boolean) {
    this.#db = db;
    this.#isDemo = isDemo;
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const client = await findMachineClient(this.#db, id, this.#isDemo);
    if (client === undefined) return findApp(this.#db, id);
    return {
      client_id: client.client_id,
      client_name: client.name,
      client_secret: client.secret_hashes.map((hash) => hash.toString('hex')).join(' ') || NO_SECRET,
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
      scope: client.scopes,
    };
  }

  async findByUid(): Promise<undefined> {
    return undefined;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async upsert(): Promise<void> {
    throw new Error('machine clients are not registered through the provider');
  }

  async consume(): Promise<void> {
    throw new Error('a client is not consumed');
  }

  async destroy(): Promise<void> {
    throw new Error('machine clients are not removed through the provider');
  }

  async revokeByGrantId(): Promise<void> {
    throw new Error('a client has no grant');
  }
}
