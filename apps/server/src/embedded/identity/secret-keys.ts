import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type pg from 'pg';
import { StartupError } from '../../db/startup-error.ts';
import { inTransaction } from './queryable.ts';
import { KEY_FILE, type SealedBox } from './sealed-box.ts';

type KeyKind = 'RS256' | 'ES256' | 'COOKIE';
const KINDS: readonly KeyKind[] = ['RS256', 'ES256', 'COOKIE'];
/** A retired key is published as long as a token that it signed can be alive. */
const PUBLISHED_AFTER_RETIREMENT = "interval '1 hour'";
const LOCK = 'backcounter.identity.secret-keys';

export interface SecretKeys {
  /** Private keys as JWK, the newest of each algorithm first. */
  readonly signing: readonly Record<string, unknown>[];
  /** Keys of signed cookies, newest first. */
  readonly cookies: readonly string[];
}

interface KeyRow {
  readonly id: string;
  readonly kind: KeyKind;
  readonly sealed: Buffer;
}

/**
 * The keys of this provider, shared by every copy of the server; made on the first start.
 * @throws StartupError when they were sealed with another data key
 */
export function loadSecretKeys(pool: pg.Pool, box: SealedBox): Promise<SecretKeys> {
  return alone(pool, async (client) => {
    const present = await client.query<{ kind: KeyKind }>(
      'SELECT DISTINCT kind FROM identity.secret_key WHERE retired_at IS NULL',
    );
    const missing = KINDS.filter((kind) => !present.rows.some((row) => row.kind === kind));
    for (const kind of missing) await insertKey(client, box, kind);
    const { rows } = await client.query<KeyRow>(
      `SELECT id, kind, sealed FROM identity.secret_key
       WHERE retired_at IS NULL OR retired_at > now() - ${PUBLISHED_AFTER_RETIREMENT}
       ORDER BY retired_at IS NOT NULL, created_at DESC`,
    );
    return unsealAll(rows, box);
  });
}

/** Makes new keys and retires the present ones; running servers take them at their next start. */
export function rotateSecretKeys(pool: pg.Pool, box: SealedBox): Promise<void> {
  return alone(pool, async (client) => {
    await client.query('UPDATE identity.secret_key SET retired_at = now() WHERE retired_at IS NULL');
    for (const kind of KINDS) await insertKey(client, box, kind);
  });
}

/** In a transaction, one process at a time. */
function alone<T>(pool: pg.Pool, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [LOCK]);
    return run(client);
  });
}

function unsealAll(rows: readonly KeyRow[], box: SealedBox): SecretKeys {
  const signing: Record<string, unknown>[] = [];
  const cookies: string[] = [];
  for (const row of rows) {
    const text = unseal(row, box);
    if (row.kind === 'COOKIE') cookies.push(text);
    else signing.push({ ...(JSON.parse(text) as object), kid: row.id, alg: row.kind, use: 'sig' });
  }
  return { signing, cookies };
}

function unseal(row: KeyRow, box: SealedBox): string {
  try {
    return box.open(row.sealed, row.id).toString('utf8');
  } catch (cause) {
    throw new StartupError(
      `${KEY_FILE} in DATA_DIR is not the key with which this database's identity keys were sealed: put the file of the first server there.`,
      { cause },
    );
  }
}

async function insertKey(client: pg.ClientBase, box: SealedBox, kind: KeyKind): Promise<void> {
  const id = randomUUID();
  await client.query('INSERT INTO identity.secret_key (id, kind, sealed) VALUES ($1, $2, $3)', [
    id,
    kind,
    box.seal(Buffer.from(await newKey(kind)), id),
  ]);
}

async function newKey(kind: KeyKind): Promise<string> {
  if (kind === 'COOKIE') return randomBytes(32).toString('base64url');
  const generate = promisify(generateKeyPair);
  const { privateKey } =
    kind === 'RS256' ? await generate('rsa', { modulusLength: 2048 }) : await generate('ec', { namedCurve: 'P-256' });
  return JSON.stringify(privateKey.export({ format: 'jwk' }));
}
