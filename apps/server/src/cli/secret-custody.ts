/** The product's own keys and passwords: listing and rotation. */
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { recordAudit } from '../audit/record-audit.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/client.ts';
import { rotateServerSecret } from '../db/rotate-server-secret.ts';
import { SERVER_SECRETS, type ServerSecretName } from '../db/server-secret.ts';
import { StartupError } from '../db/startup-error.ts';
import { type DatabaseTransaction, inTransaction } from '../db/transaction.ts';
import {
  leavePreviousDataKey,
  removePreviousDataKey,
  rotateDataKey,
} from '../embedded/identity/keys/rotate-data-key.ts';
import { KEY_FILE, openSealedBox } from '../embedded/identity/keys/sealed-box.ts';
import { rotateSecretKeys } from '../embedded/identity/keys/secret-keys.ts';
import { rotatePasswords } from '../embedded/postgres/rotate-passwords.ts';
import { refuseOwnDatabase } from './data-folder.ts';
import { operatorContext } from './operator.ts';

/** A secret in the list; never its value. */
export interface SecretLine {
  readonly name: string;
  readonly kind: 'file' | 'key' | 'setting';
  /** Null if unknown or not created yet. */
  readonly since: Date | null;
  readonly note: string;
}

/** Dependencies of the commands. */
export interface Custody {
  /** As the owner of the tables. */
  readonly db: Kysely<Database>;
  readonly config: Config;
  /** Waits until running servers have reread a file; replaced in tests. */
  readonly pause?: (ms: number) => Promise<void>;
}

/** Secrets of the embedded provider. */
const IDENTITY_SECRETS = ['cookie-keys', 'data-key', 'signing-keys'] as const;
/** All rotatable secrets, in list order. */
export const ROTATABLE = [...SERVER_SECRETS, ...IDENTITY_SECRETS, 'database-passwords'] as const;
/** Name of a rotatable secret. */
export type RotatableName = (typeof ROTATABLE)[number];

export function isRotatable(name: string | undefined): name is RotatableName {
  return (ROTATABLE as readonly (string | undefined)[]).includes(name);
}

/**
 * Replaces a secret and audits it in the same transaction. Returns a sentence about the earlier value.
 * @throws StartupError if it cannot be rotated this way
 */
export async function rotateSecret(custody: Custody, name: RotatableName, endsNow: boolean): Promise<string> {
  if (endsNow && name in NEVER_NOW) throw new StartupError(`${name} has no --now: ${NEVER_NOW[name]}`);
  switch (name) {
    case 'database-passwords':
      return rotateDatabasePasswords(custody.config);
    case 'data-key':
      return rotateDataKeyOf(custody, endsNow);
    case 'cookie-keys':
    case 'signing-keys':
      return rotateIdentityKeys(custody, name, endsNow);
    default:
      await audited(custody, name, endsNow, (trx) => rotateServerSecret(trx, name, endsNow));
      if (name === 'giveaway-seed') return 'It seals the seeds of giveaways published from now on.';
      return afterwards(endsNow);
  }
}

const NEVER_NOW: Readonly<Record<string, string>> = {
  'giveaway-seed': 'seeds of published giveaways stay sealed with the earlier key until their draw.',
  'database-passwords': 'the earlier passwords end immediately anyway.',
};

async function rotateDatabasePasswords(config: Config): Promise<string> {
  refuseOwnDatabase(config, 'ALTER ROLE … PASSWORD');
  await rotatePasswords(config.dataDir, async (client) => {
    await client.query(
      `INSERT INTO staff_audit_event (actor_sub, request_id, action, entity_type, entity_id, outcome, changes)
       VALUES ('operator', $1, 'secret.rotate', 'secret', 'database-passwords', 'DONE', '{"secretEnds": [null, "NOW"]}')`,
      [randomUUID()],
    );
  });
  return 'Open connections are kept; new ones use the new passwords in database.json.';
}

async function rotateIdentityKeys(
  custody: Custody,
  name: 'cookie-keys' | 'signing-keys',
  endsNow: boolean,
): Promise<string> {
  const { dataDir, identityKey } = ownProvider(custody.config);
  const box = await openSealedBox(dataDir, identityKey);
  const purpose = name === 'cookie-keys' ? 'cookies' : 'tokens';
  await audited(custody, name, endsNow, (trx) => rotateSecretKeys(trx, box, purpose, endsNow));
  return afterwards(endsNow);
}

async function rotateDataKeyOf(custody: Custody, endsNow: boolean): Promise<string> {
  const { dataDir, identityKey } = ownProvider(custody.config);
  if (identityKey !== null)
    throw new StartupError(
      `The data key is the setting IDENTITY_KEY. Write it to ${KEY_FILE} in DATA_DIR, unset it, rotate, and set it to the new content of the file.`,
    );
  const { db, pause } = custody;
  await audited(custody, 'data-key', endsNow, (trx) => rotateDataKey(trx, dataDir, pause));
  if (!endsNow) return 'It seals keys and second factors. The earlier one still opens cookies until the next rotation.';
  await inTransaction(db, (trx) => leavePreviousDataKey(trx, dataDir, pause));
  await removePreviousDataKey(dataDir);
  return 'It seals keys and second factors; the earlier one is removed. Browsers are unknown devices until their next sign-in.';
}

function ownProvider(config: Config): Config {
  if (config.oidcIssuer === null) return config;
  throw new StartupError(`Keys are kept by the provider at ${config.oidcIssuer} (OIDC_ISSUER), not here.`);
}

function afterwards(endsNow: boolean): string {
  return endsNow
    ? 'The earlier one is rejected by every process within 5 s.'
    : 'Its earlier signatures stay valid for 24 hours.';
}

function audited(
  { db }: Custody,
  name: RotatableName,
  endsNow: boolean,
  rotate: (trx: DatabaseTransaction) => Promise<void>,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    await rotate(trx);
    await recordAudit(operatorContext(trx), {
      action: 'secret.rotate',
      entityType: 'secret',
      entityId: name,
      outcome: 'DONE',
      changes: { secretEnds: [null, endsNow ? 'NOW' : 'IN_A_DAY'] },
    });
  });
}

/** All secrets of this installation, with secret settings last. */
export async function listSecrets({ db, config }: Custody): Promise<readonly SecretLine[]> {
  const identity = config.oidcIssuer === null ? await identitySecrets(db, config) : [];
  const passwords =
    config.databaseUrl === null ? [await fileLine(config.dataDir, 'database-passwords', 'database.json')] : [];
  return [...(await serverSecrets(db)), ...identity, ...passwords, ...settingsOf(config)];
}

async function identitySecrets(db: Kysely<Database>, { dataDir, identityKey }: Config): Promise<readonly SecretLine[]> {
  const { rows } = await sql<{ name: string; since: Date; earlier: number }>`
    select case kind when 'COOKIE' then 'cookie-keys' else 'signing-keys' end as name, max(created_at) as since,
      count(distinct retired_at) filter (where retired_at > now() - interval '24 hours')::int as earlier
    from identity.secret_key group by 1 order by 1`.execute(db);
  const keys = rows.map(({ name, since, earlier }) => {
    const note = earlier === 0 ? '' : `${earlier} earlier accepted for up to 24 hours`;
    return { name, kind: 'key' as const, since, note };
  });
  return identityKey === null ? [...keys, await fileLine(dataDir, 'data-key', KEY_FILE)] : keys;
}

/** The file's time is that of the last rotation, which rewrites it. */
async function fileLine(dataDir: string, name: RotatableName, file: string): Promise<SecretLine> {
  const facts = await stat(path.join(dataDir, file)).catch(() => null);
  return { name, kind: 'file', since: facts?.mtime ?? null, note: `${file} in DATA_DIR` };
}

async function serverSecrets(db: Kysely<Database>): Promise<readonly SecretLine[]> {
  const { rows } = await sql<{ name: ServerSecretName; since: Date; earlier: number; until: string | null }>`
    select secret.name, created_at as since, count(retired.name)::int as earlier,
      to_char(max(accepted_until) filter (where isfinite(accepted_until)) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as until
    from server_secret as secret
      left join retired_server_secret as retired on retired.name = secret.name and accepted_until > now()
    group by secret.name, created_at`.execute(db);
  const known = new Map(rows.map((row) => [row.name, row]));
  return SERVER_SECRETS.map((name) => {
    const row = known.get(name);
    return {
      name,
      kind: 'key',
      since: row?.since ?? null,
      note: row === undefined ? 'not needed yet' : earlierNote(row),
    };
  });
}

function earlierNote({ earlier, until }: { readonly earlier: number; readonly until: string | null }): string {
  if (earlier === 0) return '';
  return until === null ? `${earlier} earlier kept for sealed seeds` : `${earlier} earlier accepted until ${until}`;
}

/** Secret settings in use; changing one needs a restart. */
function settingsOf(config: Config): readonly SecretLine[] {
  const values: Readonly<Record<string, string | null>> = {
    DATABASE_URL: config.databaseUrl,
    DATABASE_OWNER_URL: config.databaseOwnerUrl,
    DATABASE_REPLICA_URL: config.databaseReplicaUrl,
    OIDC_CLIENT_SECRET: config.oidcClientSecret,
    AUTH_STORAGE_SECRET: config.authStorageSecret,
    IDENTITY_KEY: config.identityKey && '…',
    DRAW_KEY: config.drawKeys.length === 0 ? null : '…',
    DEMO_PASSWORD: config.demoPassword,
    METRICS_TOKEN: config.metricsToken,
    REDIS_URL: config.redisUrl,
    S3_SECRET_ACCESS_KEY: config.s3.secretAccessKey,
    FIREBASE_SERVICE_ACCOUNT: config.firebase.serviceAccount,
  };
  return Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name]) => ({ name, kind: 'setting', since: null, note: 'change the setting and restart' }));
}
