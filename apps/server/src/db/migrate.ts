import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { errorCodeOf } from './error-code.ts';
import { isQueueReady, migrateQueue } from './job-queue.ts';
import { StartupError } from './startup-error.ts';

const MIGRATIONS_DIR = fileURLToPath(new URL('../../migrations', import.meta.url));
const MIGRATIONS_TABLE = 'schema_migration';
const LOCK_TIMEOUT = '2s';
/** Any number that nothing else in this database locks. */
const MIGRATION_LOCK = 4_173_220_141;

export interface MigrationState {
  /** Names in the order of their numbers. */
  readonly known: readonly string[];
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Applied by a newer version of the product. */
  readonly unknown: readonly string[];
}

export interface MigrateOptions {
  /** Connects as the owner of the tables. */
  readonly ownerUrl: string;
  readonly migrationsDir?: string;
  readonly onApplied?: (names: readonly string[]) => void;
}

/** Names of the migrations that this version has. */
export async function listMigrations(migrationsDir = MIGRATIONS_DIR): Promise<string[]> {
  const files = await readdir(migrationsDir);
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort();
}

/** Compares the database with the migrations that this version has. */
export async function readMigrationState(
  client: Pick<pg.ClientBase, 'query'>,
  migrationsDir?: string,
): Promise<MigrationState> {
  const known = await listMigrations(migrationsDir);
  const applied = await readApplied(client);
  return {
    known,
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

async function readApplied(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  try {
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM public.${MIGRATIONS_TABLE} ORDER BY id`);
    return rows.map((row) => row.name);
  } catch (error) {
    if (errorCodeOf(error) === '42P01') return [];
    throw error;
  }
}

/**
 * Brings the database to this version: all pending migrations in one transaction each, under an advisory lock, so that several starting
 * processes do it once.
 *
 * @throws StartupError when the database was written by a newer version or a migration fails.
 */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  const client = new pg.Client({
    connectionString: options.ownerUrl,
    application_name: 'backcounter-migrate',
    connectionTimeoutMillis: 5000,
  });
  // Without a listener a lost connection would end the process before the sentence about it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const state = await readMigrationState(client, options.migrationsDir);
    refuseUnknown(state);
    if (state.pending.length === 0 && (await isQueueReady(client))) return [];
    // Waiting for another process that migrates may take long; waiting for a lock on a busy table must not.
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
    const applied = await runPending(client, options.migrationsDir ?? MIGRATIONS_DIR);
    if (!(await isQueueReady(client))) await migrateQueue(client, options.ownerUrl);
    if (applied.length > 0) options.onApplied?.(applied);
    return applied;
  } finally {
    await client.end();
  }
}

function refuseUnknown(state: MigrationState): void {
  const newest = state.unknown.at(-1);
  if (newest === undefined) return;
  throw new StartupError(
    `The database was written by a newer version of Backcounter (it has the migration ${newest}, which this version does not know): update this copy, or point DATA_DIR or DATABASE_URL elsewhere.`,
  );
}

async function runPending(client: pg.Client, dir: string): Promise<string[]> {
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
      direction: 'up',
      migrationsTable: MIGRATIONS_TABLE,
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
