import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type pg from 'pg';
import { StartupError } from '../../db/startup-error.ts';
import type { StatementRunner } from '../../ports/identity.ts';
import { inTransaction } from './queryable.ts';
import { KEY_FILE, type SealedBox } from './sealed-box.ts';

type KeyKind = 'RS256' | 'ES256' | 'COOKIE';
const KINDS: readonly KeyKind[] = ['RS256', 'ES256', 'COOKIE'];
/** Signatures of a retired key are accepted for this long: longer than sessions last. */
const ACCEPTED_AFTER_RETIREMENT = "interval '24 hours'";
/** A retired key goes on signing for this long, because some processes may not know its successor yet. */
const SIGNS_AFTER_RETIREMENT = "interval '15 seconds'";
const LOCK = 'backcounter.identity.secret-keys';

export interface SecretKeys {
  /** Private keys as JWK; the first of each algorithm signs, all are published. */
  readonly signing: readonly Record<string, unknown>[];
  /** Keys of signed cookies; the first one signs. */
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
    return readSecretKeys(client, box);
  });
}

/** The keys as they are now. @throws StartupError as `loadSecretKeys` */
export async function readSecretKeys(db: StatementRunner, box: SealedBox): Promise<SecretKeys> {
  const { rows } = await db.query<KeyRow>(
    `SELECT id, kind, sealed FROM identity.secret_key
     WHERE retired_at IS NULL OR retired_at > now() - ${ACCEPTED_AFTER_RETIREMENT}
     ORDER BY coalesce(retired_at <= now() - ${SIGNS_AFTER_RETIREMENT}, false), retired_at NULLS LAST, created_at DESC`,
    [],
  );
  return unsealAll(rows, box);
}

/** Keys of the provider that are rotated together. */
export type KeyPurpose = 'tokens' | 'cookies';
const KINDS_OF: Readonly<Record<KeyPurpose, readonly KeyKind[]>> = { tokens: ['RS256', 'ES256'], cookies: ['COOKIE'] };

/**
 * Makes new keys and retires the present ones, in a transaction of the caller's. What they signed stays good for 24 hours; with `endsNow` every process
 * refuses it within 5 s.
 */
export async function rotateSecretKeys(
  db: StatementRunner,
  box: SealedBox,
  purpose: KeyPurpose,
  endsNow: boolean,
): Promise<void> {
  await lockSecretKeys(db);
  const kinds = KINDS_OF[purpose];
  if (endsNow) await db.query('DELETE FROM identity.secret_key WHERE kind = ANY($1)', [kinds]);
  else
    await db.query(
      // In a subquery it is one instant for all of them.
      'UPDATE identity.secret_key SET retired_at = (SELECT clock_timestamp()) WHERE retired_at IS NULL AND kind = ANY($1)',
      [kinds],
    );
  for (const kind of kinds) await insertKey(db, box, kind);
}

/** Until the transaction ends; rotations wait for each other. */
export async function lockSecretKeys(db: StatementRunner): Promise<void> {
  await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [LOCK]);
}

/** In a transaction, one process at a time. */
function alone<T>(pool: pg.Pool, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (client) => {
    await lockSecretKeys(client);
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

async function insertKey(client: StatementRunner, box: SealedBox, kind: KeyKind): Promise<void> {
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
