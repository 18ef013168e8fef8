import pg from 'pg';
import type { Config } from '../config.ts';
import { createPool } from '../db/client.ts';
import { errorCodeOf } from '../db/error-code.ts';
import { migrate } from '../db/migrate/migrate.ts';
import { StartupError } from '../db/startup-error.ts';
import { readCredentials, urlsOf } from '../embedded/postgres/credentials.ts';
import { acceptedCredentials } from '../embedded/postgres/rotate-passwords.ts';
import { startEmbeddedPostgres } from '../embedded/postgres/supervisor.ts';

/** Database URLs for a command or the server. */
export interface DatabaseAddresses {
  /** Role that owns the tables, for migrations and seed. */
  readonly owner: string;
  /** The application role. */
  readonly app: string;
}

export interface CommandDatabase {
  /** As the application role. */
  readonly pool: pg.Pool;
  readonly urls: DatabaseAddresses;
  /** Closes the pool, and stops the embedded PostgreSQL if this command started it. */
  close(): Promise<void>;
}

/** URLs from the settings; null for the embedded PostgreSQL. */
export function configuredAddresses(
  config: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl'>,
): DatabaseAddresses | null {
  if (config.databaseUrl === null) return null;
  return { app: config.databaseUrl, owner: config.databaseOwnerUrl ?? config.databaseUrl };
}

/**
 * Connects a command to the database, and says which: that of a running server, or else the embedded PostgreSQL, started for the
 * duration of the command. It is migrated unless the command does so itself.
 *
 * @throws StartupError if there is none yet: only a start of the server creates one
 */
export async function connectForCommand(
  config: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir' | 'envFile'>,
  onProgress: (line: string) => void,
  { isMigrated = true }: { readonly isMigrated?: boolean } = {},
): Promise<CommandDatabase> {
  if (config.envFile !== null) onProgress(`Settings: ${config.envFile}`);
  onProgress(`Database: ${databaseName(config)}`);
  const known = configuredAddresses(config) ?? (await runningAddresses(config.dataDir));
  if (known !== null) {
    await checkReachable(known.app);
    const pool = createPool({ url: known.app, max: 2, applicationName: 'backcounter-command' });
    return { pool, urls: known, close: () => pool.end() };
  }
  if ((await readCredentials(config.dataDir)) === null)
    throw new StartupError(
      `No database in ${config.dataDir} yet. Start the server once, or set DATA_DIR or DATABASE_URL.`,
    );
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, onProgress });
  try {
    if (isMigrated) await migrate({ ownerUrl: server.urls.owner });
  } catch (error) {
    await server.stop();
    throw error;
  }
  const pool = createPool({ url: server.urls.app, max: 2, applicationName: 'backcounter-command' });
  const close = async (): Promise<void> => {
    await pool.end();
    await server.stop();
  };
  return { pool, urls: server.urls, close };
}

/** For people: never with a password. */
export function databaseName({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl === null) return `embedded in ${dataDir}`;
  const { host, pathname } = new URL(databaseUrl);
  return `${pathname.slice(1)} at ${host}`;
}

/** URLs of a running embedded PostgreSQL, or null. */
export async function runningAddresses(dataDir: string): Promise<DatabaseAddresses | null> {
  const credentials = await acceptedCredentials(dataDir);
  if (credentials === null) return null;
  const urls = urlsOf(credentials);
  return (await connectionProblem(urls.app)) === null ? urls : null;
}

/**
 * Checks that the database accepts connections.
 *
 * @throws StartupError with the host and what to do
 */
export async function checkReachable(url: string): Promise<void> {
  const problem = await connectionProblem(url);
  if (problem === null) return;
  const { host, pathname } = new URL(url);
  throw new StartupError(
    `The database ${pathname.slice(1)} at ${host} cannot be used (${problem}). Check DATABASE_URL and that the server is running.`,
  );
}

/**
 * Checks that the application role has rights on the migrated tables.
 *
 * @throws StartupError with the statement that grants them
 */
export async function checkRights(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string; may: boolean }>(
      `SELECT current_user AS role, has_table_privilege('account', 'SELECT, INSERT, UPDATE') AS may`,
    );
    if (rows[0]?.may !== false) return;
    throw new StartupError(
      `The role "${rows[0].role}" of DATABASE_URL has no rights on the tables. Run GRANT backcounter_app TO "${rows[0].role}" as their owner.`,
    );
  } finally {
    await client.end();
  }
}

async function connectionProblem(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    const code = errorCodeOf(error);
    const isOurs = code === undefined || /^[A-Z]/.test(code) || !(error instanceof Error);
    return isOurs ? (code ?? 'no answer') : error.message;
  } finally {
    await client.end();
  }
}
