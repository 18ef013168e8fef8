/** The keys and passwords that the product makes for itself: what there is, and how each is replaced. */
import { type Kysely, sql } from 'kysely';
import { recordAudit } from '../audit/record-audit.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/client.ts';
import { rotateServerSecret } from '../db/rotate-server-secret.ts';
import { SERVER_SECRETS, type ServerSecretName } from '../db/server-secret.ts';
import { StartupError } from '../db/startup-error.ts';
import { type DatabaseTransaction, inTransaction } from '../db/transaction.ts';
import { operatorContext } from './operator.ts';

/** A secret as `list` shows it; never its value. */
export interface SecretLine {
  readonly name: string;
  readonly kind: 'key' | 'setting';
  /** Null: not known here, or there is none yet. */
  readonly since: Date | null;
  readonly note: string;
}

/** What the commands work with. */
export interface Custody {
  /** As the owner of the tables. */
  readonly db: Kysely<Database>;
  readonly config: Config;
}

/** Everything that can be rotated, in the order of the list. */
export const ROTATABLE = [...SERVER_SECRETS] as const;
/** A name for `rotate`. */
export type RotatableName = (typeof ROTATABLE)[number];

export function isRotatable(name: string | undefined): name is RotatableName {
  return (ROTATABLE as readonly (string | undefined)[]).includes(name);
}

/**
 * Replaces a secret, and tells the audit trail in the same transaction. Gives what to say about the earlier one.
 * @throws StartupError where it can't be rotated like that
 */
export async function rotateSecret({ db }: Custody, name: RotatableName, endsNow: boolean): Promise<string> {
  if (name === 'giveaway-seed' && endsNow) {
    throw new StartupError(
      'giveaway-seed has no --now: the seeds of published giveaways are sealed with the earlier key until their draw.',
    );
  }
  await inTransaction(db, async (trx) => {
    await rotateServerSecret(trx, name, endsNow);
    await auditRotation(trx, name, endsNow);
  });
  if (name === 'giveaway-seed') return 'Seeds of giveaways that are published from now on are sealed with it.';
  return endsNow
    ? 'The earlier one is refused by every process within 5 s.'
    : 'What the earlier one signed stays good for 24 hours.';
}

function auditRotation(trx: DatabaseTransaction, name: RotatableName, endsNow: boolean): Promise<void> {
  return recordAudit(operatorContext(trx), {
    action: 'secret.rotate',
    entityType: 'secret',
    entityId: name,
    outcome: 'DONE',
    changes: { secretEnds: [null, endsNow ? 'NOW' : 'IN_A_DAY'] },
  });
}

/** Every secret of this installation, those of its settings at the end. */
export async function listSecrets({ db, config }: Custody): Promise<readonly SecretLine[]> {
  return [...(await serverSecrets(db)), ...settingsOf(config)];
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

/** Settings that hold a secret and are set; a change needs a restart. */
function settingsOf(config: Config): readonly SecretLine[] {
  const values: Readonly<Record<string, string | null>> = {
    DATABASE_URL: config.databaseUrl,
    DATABASE_OWNER_URL: config.databaseOwnerUrl,
    DATABASE_REPLICA_URL: config.databaseReplicaUrl,
    OIDC_CLIENT_SECRET: config.oidcClientSecret,
    AUTH_STORAGE_SECRET: config.authStorageSecret,
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
