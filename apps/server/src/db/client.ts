import type { Socket } from 'node:net';
import { type AbortableQueryOptions, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from '../generated/database.types.ts';
import { CONNECTION_LOST, errorCodeOf } from './error-code.ts';
import { APP_VERSION } from './migrate/app-version.ts';

export type Database = DB;

export interface PoolOptions {
  readonly url: string;
  /** Called for each new connection instead of using the password in the URL, if the password may be rotated. */
  readonly password?: (() => Promise<string>) | null;
  /** Maximum connections. */
  readonly max?: number;
  /** The server cancels longer statements; 0: no limit. */
  readonly statementTimeoutMs?: number;
  /** Maximum wait for a free connection. */
  readonly acquireTimeoutMs?: number;
  readonly applicationName?: string;
  /** Sessions are read-only on any server. */
  readonly isReadOnly?: boolean;
  /** Called when an idle or used connection is lost; its user gets the error as well. */
  readonly onConnectionError?: (error: Error) => void;
}

/** Fields of the driver's connection that its types lack. */
type Connected = pg.PoolClient & {
  readonly connection: { readonly stream: Socket };
  /** False while a response is awaited. */
  readonly readyForQuery: boolean;
};

/** Interval of checks for connections without a response. */
const SILENCE_CHECK_MS = 250;

const INT8 = 20;
const DATE = 1082;
const parsers = new Map<number, (text: string) => unknown>([
  // A constraint keeps 64-bit numbers below 2^53 (decision 0004), so they fit a number.
  [INT8, (text) => parseWholeNumber(text)],
  // A calendar date has no zone; a Date could shift it.
  [DATE, (text) => text],
]);

/** Types of column values in this server: bigint as number, date as `YYYY-MM-DD`, instants as Date. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format ?? 'text'),
};

function parseWholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is above 2^53`);
  return value;
}

/**
 * Settings of each session. They are set after the connection opened and not asked for by it, because a pooler such as PgBouncer
 * refuses that, or drops them without a word.
 */
function sessionSettings(statementTimeoutMs: number, isReadOnly: boolean): pg.QueryConfig & { query_timeout: number } {
  const settings = {
    TimeZone: 'UTC',
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: '1000',
    idle_in_transaction_session_timeout: '10000',
    ...(isReadOnly && { default_transaction_read_only: 'on' }),
  };
  const text = `SELECT ${Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`)}`;
  return { text, query_timeout: START_ACQUIRE_MS };
}

/** With a connection string, the driver prefers its password to the function. */
function addressOf(url: string, password: (() => Promise<string>) | null): pg.PoolConfig {
  if (password === null) return { connectionString: url };
  const { hostname, port, username, pathname, searchParams } = new URL(url);
  const options = searchParams.get('options') ?? '';
  return {
    host: decodeURIComponent(hostname),
    port: Number(port),
    user: username,
    database: pathname.slice(1),
    options,
    password,
  };
}

/** Maximum wait for a connection in an API process. */
const ACQUIRE_MS = 1_000;
/**
 * Maximum wait for a connection during the start; a busy machine may be slow, and a shorter wait would end the start.
 */
export const START_ACQUIRE_MS = 20_000;

/** Reduces the wait for a connection to that of an API process. */
export function failFast(pool: pg.Pool): void {
  pool.options.connectionTimeoutMillis = ACQUIRE_MS;
}

/** A pool with the limits of an API process: it fails fast and never hangs. */
export function createPool(options: PoolOptions): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 3000;
  const settings = sessionSettings(statementTimeoutMs, options.isReadOnly ?? false);
  const report = options.onConnectionError ?? (() => undefined);
  const pool = new pg.Pool({
    ...addressOf(options.url, options.password ?? null),
    max: options.max ?? 10,
    connectionTimeoutMillis: options.acquireTimeoutMs ?? ACQUIRE_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    onConnect: (client) => {
      nameLosses(client, report);
      return client.query(settings);
    },
    application_name: options.applicationName ?? `backcounter/${APP_VERSION}`,
    types,
  });
  // Each connection reports its own losses. The pool's repetition carries the whole client, which must not reach a log.
  const connect = pool.connect.bind(pool);
  pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
    callback === undefined
      ? connect().catch(failAsLost)
      : connect((error, client, release) => callback(error && asLost(error), client, release))) as typeof connect;
  if (statementTimeoutMs > 0) endSilentConnections(pool, Math.ceil(statementTimeoutMs / SILENCE_CHECK_MS) + 2);
  pool.on('error', () => undefined);
  return pool;
}

/** Gives an error of the driver itself, which has no SQLSTATE, that of a lost connection. */
export function asLost<E>(error: E): E {
  return error instanceof Error && errorCodeOf(error) === undefined
    ? Object.assign(error, { code: CONNECTION_LOST })
    : error;
}

/** @throws the error as `asLost` returns it */
export function failAsLost(error: unknown): never {
  throw asLost(error);
}

/**
 * Reports the loss of a connection, and names it in the errors of its statements. From the first moment on: the pool
 * reports only idle connections, hands out one that is lost before its first statement, and an error in a transaction
 * would end the process.
 */
function nameLosses(client: pg.ClientBase, report: (error: Error) => void): void {
  let isLost = false;
  // The driver rejects open statements with the same error, later.
  client.on('error', (error) => {
    isLost = true;
    report(asLost(error));
  });
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const callback = args.at(-1);
    if (typeof callback === 'function')
      args[args.length - 1] = (error: unknown, result: unknown) =>
        callback(error && isLost ? asLost(error) : error, result);
    const answer = query(...args);
    return isLost && answer instanceof Promise ? answer.catch(failAsLost) : answer;
  }) as typeof client.query;
}

/**
 * Closes connections whose response is overdue, so that their queries fail as on a lost connection: a frozen database
 * doesn't enforce its own statement timeout. Counts looks, not time: while this process itself was blocked, it heard
 * nothing.
 */
function endSilentConnections(pool: pg.Pool, afterLooks: number): void {
  const heard = new Map<Connected, { bytes: number; silentLooks: number }>();
  const look = (): void => {
    for (const [client, last] of heard) {
      const { stream } = client.connection;
      if (client.readyForQuery || stream.bytesRead !== last.bytes)
        heard.set(client, { bytes: stream.bytesRead, silentLooks: 0 });
      else if (++last.silentLooks > afterLooks) stream.destroy(new Error('Connection terminated: no answer in time'));
    }
  };
  let timer: NodeJS.Timeout | undefined;
  pool.on('connect', (client) => {
    heard.set(client as Connected, { bytes: 0, silentLooks: 0 });
    timer ??= setInterval(look, SILENCE_CHECK_MS).unref();
  });
  pool.on('remove', (client) => {
    heard.delete(client as Connected);
    if (heard.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  });
}

/** The typed query builder over a pool; the pool's creator ends it. */
export function createDatabase(pool: pg.Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Options for `execute…` that cancel the statement on the server when the signal aborts; the caller gets the signal's
 * reason.
 */
export function cancelledBy(signal: AbortSignal | undefined): AbortableQueryOptions {
  return signal === undefined ? {} : { signal, inflightQueryAbortStrategy: 'cancel query' };
}
