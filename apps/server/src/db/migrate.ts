import pg from 'pg';
import { APP_VERSION, compareVersions } from './app-version.ts';
import { isQueueReady, migrateQueue } from './job-queue.ts';
import { type MigrationFiles, readMigrationFiles } from './migrate-files.ts';
import { createRecord, raiseNewest } from './migrate-record.ts';
import { type MigrationState, readMigrationState, refuseForeign, type VersionRange } from './migrate-state.ts';
import { applyStep, inOwnTransaction, LOCK_PATIENCE, type LockPatience } from './migrate-step.ts';
import { StartupError } from './startup-error.ts';

/** Any number that nothing else in this database locks; the same in all versions. */
const MIGRATION_LOCK = 4_173_220_141;

export interface MigrateOptions {
  /** Connects as the owner of the tables. */
  readonly ownerUrl: string;
  readonly migrationsDir?: string;
  /** Of the process; that of the product by default. */
  readonly version?: string;
  readonly patience?: LockPatience;
  readonly onApplied?: (names: readonly string[]) => void;
}

/**
 * Brings the database to this version, under an advisory lock, so that several starting processes do it once: expand steps, each in a
 * transaction. Data and contract steps are left to the background, except in a new database, which gets all steps at once.
 *
 * @throws StartupError when the database does not serve this version, or a step fails.
 */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  const version = options.version ?? APP_VERSION;
  const files = await readMigrationFiles(options.migrationsDir);
  return withOwner(options.ownerUrl, async (client) => {
    const before = await readMigrationState(client, files);
    refuseForeign(before, version);
    if (isCurrent(before, version) && (await isQueueReady(client))) return [];
    await lockMigrations(client);
    const applied = await advance(client, files, { version, patience: options.patience ?? LOCK_PATIENCE });
    if (!(await isQueueReady(client))) await migrateQueue(client, options.ownerUrl);
    if (applied.length > 0) options.onApplied?.(applied);
    return applied;
  });
}

/** Runs something on a connection of the owner, which ends with it. */
export async function withOwner<Result>(
  ownerUrl: string,
  run: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'backcounter-migrate',
    connectionTimeoutMillis: 5000,
  });
  // Without a listener a lost connection would end the process before the sentence about it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** Waits until no other process migrates, which may take long; held until the connection ends. */
async function lockMigrations(client: pg.Client): Promise<void> {
  await client.query('SET lock_timeout = 0');
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
}

/** True when a start has nothing to do. */
function isCurrent({ range, baselinePending, pending }: MigrationState, version: string): boolean {
  return (
    range !== null &&
    compareVersions(range.newest, version) >= 0 &&
    baselinePending.length === 0 &&
    pending.every(({ kind }) => kind !== 'expand')
  );
}

async function advance(
  client: pg.Client,
  files: MigrationFiles,
  { version, patience }: { version: string; patience: LockPatience },
): Promise<string[]> {
  // Another process may have been here before the lock was had.
  const state = await readMigrationState(client, files);
  refuseForeign(state, version);
  await client.query(`SET lock_timeout = ${patience.timeoutMs}`);
  const applied = state.baselinePending.length > 0 ? await runBaseline(client, files.dir) : [];
  const range = await noteVersion(client, state, version);
  for (const step of state.pending.filter(({ kind }) => kind === 'expand')) {
    await applyStep(client, step, { version, range, patience });
    applied.push(step.name);
  }
  return applied;
}

async function noteVersion(client: pg.Client, { range }: MigrationState, version: string): Promise<VersionRange> {
  if (range === null) return inOwnTransaction(client, () => createRecord(client, version));
  if (compareVersions(range.newest, version) >= 0) return range;
  await raiseNewest(client, version);
  return { ...range, newest: version };
}

/** The migrations of version 0.1.0, by the library and in the table that it uses. */
export async function runBaseline(client: pg.Client, dir: string): Promise<string[]> {
  // Loading the runner takes a fifth of a second, which a start without migrations is spared.
  const { runner } = await import('node-pg-migrate');
  const messages: string[] = [];
  const keep = (message: string): void => {
    messages.push(message);
  };
  try {
    const done = await runner({
      dbClient: client,
      dir,
      ignorePattern: String.raw`(.*\.(expand|data|contract)\.sql|.*(?<!\.sql))`,
      direction: 'up',
      migrationsTable: 'schema_migration',
      migrationsSchema: 'public',
      singleTransaction: false,
      noLock: true,
      logger: { info: () => undefined, warn: keep, error: keep },
    });
    return done.map((migration) => migration.name);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new StartupError(`The database could not be brought to this version: ${cause.split('\n')[0]}.`, {
      cause: messages.length > 0 ? new Error(messages.join('\n'), { cause: error }) : error,
    });
  }
}
