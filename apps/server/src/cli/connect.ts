import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@backcounter/domain';
import pg from 'pg';
import type { Config } from '../config.ts';
import { createPool } from '../db/client.ts';
import { isUnavailable } from '../db/database-error.ts';
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
  return (await problemOf(() => connected(urls.app, async () => undefined))) === null ? urls : null;
}

/** How a start waits for a database that is not there yet. */
export interface Patience {
  readonly waitMs: number;
  /** Called every five seconds with a line for the operator. */
  readonly say: (line: string) => void;
}

/** No server answers, it is starting or ending, or it has no connection left: this may pass. */
const PASSING =
  /^(57P0[1-3]|53300|080(?!P01)\w{2}|ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
const LOOK_MS = 1_000;
const LOOKS_PER_LINE = 5;

/**
 * Checks that the database accepts connections; a start waits for it, a command doesn't.
 *
 * @throws StartupError with the host and what to do
 */
export async function checkReachable(
  url: string,
  { waitMs, say }: Patience = { waitMs: 0, say: () => undefined },
): Promise<void> {
  for (let look = 0; ; look++) {
    const problem = await problemOf(() => checkSession(url));
    if (problem === null) return;
    if (!problem.mayPass || look * LOOK_MS >= waitMs) throw new StartupError(sentenceOf(problem, new URL(url)));
    if (look % LOOKS_PER_LINE === 0) say(`Waiting for the database (${problem.code})`);
    await delay(LOOK_MS);
  }
}

function sentenceOf({ code, text }: Problem, { host, pathname, username }: URL): string {
  const [database, role] = [pathname.slice(1), decodeURIComponent(username)];
  switch (code) {
    case '28P01':
    case '28000':
      return `The database ${database} at ${host} refuses the role "${role}" (${code}). Check the name and password in DATABASE_URL, and pg_hba.conf.`;
    case '3D000':
      return `There is no database ${database} at ${host}. Create it, or check DATABASE_URL (docs/operations.md).`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_HAS_EXPIRED':
      return `The certificate of the database server at ${host} is not trusted (${code}). Name its CA by sslrootcert in DATABASE_URL, and the host as the certificate does (docs/operations.md).`;
    case '08P01':
      return `The pooler at ${host} refuses the connection (${text}). Remove parameters from DATABASE_URL, or connect to PostgreSQL itself (docs/operations.md).`;
    default:
      return `The database ${database} at ${host} cannot be used (${code === 'unknown' ? text : code}). Check DATABASE_URL and that the server is running.`;
  }
}

/**
 * Checks that a connection keeps its session: a pooler that gives each transaction another one would drop time limits and
 * locks without a word. One connection holds a transaction, and the other must neither have shared its session nor lose its own.
 *
 * @throws StartupError for such a pooler
 */
async function checkSession(url: string): Promise<void> {
  const clients = [0, 1].map(() => new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 }));
  const [one, other] = clients as [pg.Client, pg.Client];
  const session = async (client: pg.Client): Promise<number> =>
    (await client.query<{ id: number }>('SELECT pg_backend_pid() AS id')).rows[0]?.id ?? 0;
  let isConnected = false;
  try {
    for (const client of clients) await client.on('error', () => undefined).connect();
    isConnected = true;
    const first = await session(one);
    await other.query('BEGIN');
    if ((await session(other)) !== first && (await session(one)) === first) return;
  } catch (error) {
    // A pooler that gives each statement another session refuses transactions.
    if (!isConnected || errorCodeOf(error) !== '08P01') throw error;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
  const { host } = new URL(url);
  throw new StartupError(
    `The pooler at ${host} shares a session among connections. Set pool_mode = session for this database, or connect to PostgreSQL itself (docs/operations.md).`,
  );
}

/**
 * Checks that the application role has rights on the migrated tables.
 *
 * @throws StartupError with the statement that grants them
 */
export async function checkRights(url: string): Promise<void> {
  const { rows } = await connected(url, (client) =>
    client.query<{ role: string; may: boolean }>(
      `SELECT current_user AS role, has_table_privilege('account', 'SELECT, INSERT, UPDATE') AS may`,
    ),
  );
  if (rows[0]?.may !== false) return;
  throw new StartupError(
    `The role "${rows[0].role}" of DATABASE_URL has no rights on the tables. Run GRANT backcounter_app TO "${rows[0].role}" as their owner.`,
  );
}

interface Problem {
  /** SQLSTATE, or the system's code. */
  readonly code: string;
  readonly text: string;
  readonly mayPass: boolean;
}

/** Runs something on a new connection. */
async function connected<Result>(url: string, run: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await run(client);
  } finally {
    await client.end();
  }
}

/** @throws StartupError that was thrown */
async function problemOf(look: () => Promise<unknown>): Promise<Problem | null> {
  try {
    await look();
    return null;
  } catch (error) {
    if (error instanceof StartupError) throw error;
    // The driver's own time limit has no code.
    const code = errorCodeOf(error);
    const text = error instanceof Error ? error.message : String(error);
    return { code: code ?? 'unknown', text, mayPass: code === undefined || PASSING.test(code) };
  }
}

/** Text about a failed command or start: a sentence if the operator can act on it, else the error with its stack. */
export function failureText(error: unknown): unknown {
  if (error instanceof StartupError) return error.message;
  // A transaction translates it for the API.
  if (error instanceof AppError && isUnavailable(error.cause)) return failureText(error.cause);
  const code = errorCodeOf(error);
  if (isUnavailable(error))
    return `The database stopped answering (${code ?? 'no address'}). Check that its server is running, then run this again.`;
  if (code === '42501' && error instanceof Error)
    return `The database refuses this to its role (${error.message}). Grant its rights again (docs/operations.md).`;
  return error;
}

/** Runs a command. Its failure is printed and ends the process with 1. */
export async function asCommand(run: () => Promise<void>, textOf = failureText): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(textOf(error));
    process.exitCode = 1;
  }
}
