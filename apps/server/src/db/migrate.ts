import type pg from 'pg';
import { APP_VERSION, compareVersions } from './app-version.ts';
import { isQueueReady, migrateQueue } from './job-queue.ts';
import { lockMigrations, withOwner } from './migrate-connection.ts';
import { runDataStep, UNPACED } from './migrate-data.ts';
import { type MigrationFiles, readMigrationFiles } from './migrate-files.ts';
import { createRecord, raiseNewest } from './migrate-record.ts';
import { type MigrationState, readMigrationState, refuseForeign } from './migrate-state.ts';
import { applyStep, inOwnTransaction, LOCK_PATIENCE, type LockPatience } from './migrate-step.ts';
import { StartupError } from './startup-error.ts';

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
  if (state.range === null) await inOwnTransaction(client, () => createRecord(client, version));
  else if (compareVersions(state.range.newest, version) < 0) await raiseNewest(client, version);
  const isNew = state.baseline.length === 0;
  for (const step of state.pending.filter(({ kind }) => isNew || kind === 'expand')) {
    if (step.kind === 'data') await runDataStep(client, step, { version, pace: UNPACED, patience });
    else await applyStep(client, step, { version, patience });
    applied.push(step.name);
  }
  return applied;
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
