import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/client.ts';
import { StartupError } from '../../../db/startup-error.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { SealedBox } from './sealed-box.ts';

type KeyKind = 'RS256' | 'ES256' | 'COOKIE';
const KINDS: readonly KeyKind[] = ['RS256', 'ES256', 'COOKIE'];
/** How long signatures of a retired key are accepted: longer than sessions last. */
const ACCEPTED_AFTER_RETIREMENT = sql`interval '24 hours'`;
/** How long a retired key continues to sign, because some processes may not know its successor yet. */
const SIGNS_AFTER_RETIREMENT = sql`interval '15 seconds'`;
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
 * The provider's keys, shared by all server processes and created on the first start.
 * @throws StartupError if they were sealed with another data key
 */
export function loadSecretKeys(db: Kysely<Database>, box: SealedBox): Promise<SecretKeys> {
  return inTransaction(db, async (trx) => {
    // One process at a time.
    await lockSecretKeys(trx);
    const present = await trx
      .selectFrom('identity.secret_key')
      .select('kind')
      .distinct()
      .where('retired_at', 'is', null)
      .execute();
    const missing = KINDS.filter((kind) => !present.some((row) => row.kind === kind));
    for (const kind of missing) await insertKey(trx, box, kind);
    return readSecretKeys(trx, box);
  });
}

/** The current keys. @throws StartupError as `loadSecretKeys` */
export async function readSecretKeys(db: Kysely<Database>, box: SealedBox): Promise<SecretKeys> {
  const { rows } = await sql<KeyRow>`
    SELECT id, kind, sealed FROM identity.secret_key
    WHERE retired_at IS NULL OR retired_at > now() - ${ACCEPTED_AFTER_RETIREMENT}
    ORDER BY coalesce(retired_at <= now() - ${SIGNS_AFTER_RETIREMENT}, false), retired_at NULLS LAST,
      created_at DESC`.execute(db);
  return unsealAll(rows, box);
}

/** Groups of keys that are rotated together. */
export type KeyPurpose = 'tokens' | 'cookies';
const KINDS_OF: Readonly<Record<KeyPurpose, readonly KeyKind[]>> = { tokens: ['RS256', 'ES256'], cookies: ['COOKIE'] };

/**
 * Creates new keys and retires the current ones, in the caller's transaction. Earlier signatures stay valid for 24
 * hours; with `endsNow` every process rejects them within 5 s.
 */
export async function rotateSecretKeys(
  db: Kysely<Database>,
  box: SealedBox,
  purpose: KeyPurpose,
  endsNow: boolean,
): Promise<void> {
  await lockSecretKeys(db);
  const kinds = KINDS_OF[purpose];
  if (endsNow) await db.deleteFrom('identity.secret_key').where('kind', 'in', kinds).execute();
  // A subquery gives all rows the same instant.
  else
    await sql`
      UPDATE identity.secret_key SET retired_at = (SELECT clock_timestamp())
      WHERE retired_at IS NULL AND kind = ANY (${kinds})`.execute(db);
  for (const kind of kinds) await insertKey(db, box, kind);
}

/** Until the transaction ends, so that rotations wait for each other. */
export async function lockSecretKeys(db: Kysely<Database>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`.execute(db);
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
      `${box.source} is not the key that sealed this database's identity keys. Copy it from the first server.`,
      { cause },
    );
  }
}

async function insertKey(db: Kysely<Database>, box: SealedBox, kind: KeyKind): Promise<void> {
  const id = randomUUID();
  const sealed = box.seal(Buffer.from(await newKey(kind)), id);
  await db.insertInto('identity.secret_key').values({ id, kind, sealed }).execute();
}

async function newKey(kind: KeyKind): Promise<string> {
  if (kind === 'COOKIE') return randomBytes(32).toString('base64url');
  const generate = promisify(generateKeyPair);
  const { privateKey } =
    kind === 'RS256' ? await generate('rsa', { modulusLength: 2048 }) : await generate('ec', { namedCurve: 'P-256' });
  return JSON.stringify(privateKey.export({ format: 'jwk' }));
}
