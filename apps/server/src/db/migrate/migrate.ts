import type pg from 'pg';
import { isQueueReady, migrateQueue } from '../job-queue.ts';
import { APP_VERSION, compareVersions } from './app-version.ts';
import { lockMigrations, withOwner } from './migrate-connection.ts';
import { runDataStep, UNPACED } from './migrate-data.ts';
import { type MigrationFiles, readBaseline, readMigrationFiles } from './migrate-files.ts';
import { createRecord, raiseNewest } from './migrate-record.ts';
import { type MigrationState, readMigrationState, refuseForeign } from './migrate-state.ts';
import {
  applyStep,
  inOwnTransaction,
  inPatientTransaction,
  LOCK_PATIENCE,
  type LockPatience,
  SOURCE_PATIENCE,
  stepFailed,
} from './migrate-step.ts';
import { applySource, FOUNDATION, readAppliedSources, type SqlSource } from './sql-source.ts';

export interface MigrateOptions {
  /** As the owner of the tables. */
  readonly ownerUrl: string;
  readonly migrationsDir?: string;
  readonly sourceDir?: string;
  /** Version of the process; default: that of the product. */
  readonly version?: string;
  readonly patience?: LockPatience;
  readonly onApplied?: (names: readonly string[]) => void;
}

/**
 * Migrates the database to this version: changed sources and expand steps, each in a transaction. An advisory lock
 * ensures that of several starting processes one does it. Data and contract steps run in the background, except in a
 * new database.
 *
 * @returns the names of applied sources and steps
 *
 * @throws StartupError if the database does not support this version, or a step fails
 */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  const version = options.version ?? APP_VERSION;
  const files = await readMigrationFiles(options.migrationsDir, options.sourceDir);
  return withOwner(options.ownerUrl, async (client) => {
    const before = await readMigrationState(client, files);
    refuseForeign(before, version);
    const isCurrent = isMigrated(before, version) && (await readOutdated(client, before, files, version)).length === 0;
    if (isCurrent && (await isQueueReady(client))) return [];
    await lockMigrations(client);
    const applied = await advance(client, files, { version, patience: options.patience });
    if (!(await isQueueReady(client))) await migrateQueue(client, options.ownerUrl);
    if (applied.length > 0) options.onApplied?.(applied);
    return applied;
  });
}

/** True if the start has no steps to apply. */
function isMigrated({ range, pending }: MigrationState, version: string): boolean {
  return (
    range !== null && compareVersions(range.newest, version) >= 0 && pending.every(({ kind }) => kind !== 'expand')
  );
}

/** Sources that are missing or outdated in the database; empty if a newer version has run, whose sources stay. */
async function readOutdated(
  client: pg.Client,
  { range }: MigrationState,
  { sources }: MigrationFiles,
  version: string,
): Promise<SqlSource[]> {
  if (range !== null && compareVersions(range.newest, version) > 0) return [];
  const applied = await readAppliedSources(client);
  return sources.filter(({ name, checksum }) => applied.get(name) !== checksum);
}

async function advance(
  client: pg.Client,
  files: MigrationFiles,
  { version, patience }: { version: string; patience: LockPatience | undefined },
): Promise<string[]> {
  // Another process may have migrated before the lock was granted.
  const state = await readMigrationState(client, files);
  refuseForeign(state, version);
  const isNew = state.baseline.length === 0;
  const outdated = await readOutdated(client, state, files, version);
  if (isNew) await createTables(client, files, version);
  else if (state.range === null) await inOwnTransaction(client, () => createRecord(client, version));
  else if (compareVersions(state.range.newest, version) < 0) await raiseNewest(client, version);
  const applied: string[] = [];
  const define = async (sources: readonly SqlSource[]): Promise<void> => {
    for (const source of sources) {
      await inPatientTransaction(client, { name: source.name, patience: patience ?? SOURCE_PATIENCE }, () =>
        applySource(client, source, version),
      );
      applied.push(source.name);
    }
  };
  await define(outdated.filter(({ name }) => name === FOUNDATION && !isNew));
  for (const step of state.pending.filter(({ kind }) => isNew || kind === 'expand')) {
    const settings = { version, patience: patience ?? LOCK_PATIENCE };
    if (step.kind === 'data') await runDataStep(client, step, { ...settings, pace: UNPACED });
    else await applyStep(client, step, settings);
    applied.push(step.name);
  }
  await define(outdated.filter(({ name }) => name !== FOUNDATION));
  return applied;
}

/** Creates the tables of version 0.1.0 and the record of later steps, in one transaction. */
async function createTables(client: pg.Client, files: MigrationFiles, version: string): Promise<void> {
  const [beforeFoundation, tables] = await readBaseline(files.dir);
  const foundation = files.sources.find(({ name }) => name === FOUNDATION);
  try {
    await inOwnTransaction(client, async () => {
      await client.query(beforeFoundation);
      if (foundation !== undefined) await applySource(client, foundation, version);
      await client.query(tables);
      await createRecord(client, version);
    });
  } catch (error) {
    throw stepFailed('baseline', error);
  }
}
