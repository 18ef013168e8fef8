import type { Socket } from 'node:net';
import { type AbortableQueryOptions, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from './database.types.ts';
import { APP_VERSION } from './migrate/app-version.ts';

export type Database = DB;

export interface PoolOptions {
  readonly url: string;
  /** Asked for each new connection instead of the one in the address, where the password may be rotated. */
  readonly password?: (() => Promise<string>) | null;
  /** Connections at most. */
  readonly max?: number;
  /** A statement that takes longer is cancelled by the server; 0: no limit. */
  readonly statementTimeoutMs?: number;
  /** How long a caller waits for a free connection. */
  readonly acquireTimeoutMs?: number;
  readonly applicationName?: string;
  /** Sessions can write nothing, whatever server they reach. */
  readonly isReadOnly?: boolean;
  /** A connection was lost while it was idle or in use; whoever used it gets the error as well. */
  readonly onConnectionError?: (error: Error) => void;
}

/** What the driver knows of a connection besides its typed interface. */
type Connected = pg.PoolClient & {
  readonly connection: { readonly stream: Socket };
  /** False while an answer is awaited. */
  readonly readyForQuery: boolean;
};

/** How often it is looked for connections that fell silent. */
const SILENCE_CHECK_MS = 250;

const INT8 = 20;
const DATE = 1082;
const parsers = new Map<number, (text: string) => unknown>([
  // Whole numbers above 32 bits stay below 2^53 by constraint (decision 0004), so a number holds them.
  [INT8, (text) => parseWholeNumber(text)],
  // A calendar date has no zone: a Date would move it.
  [DATE, (text) => text],
]);

/** Column values as this server sees them: bigint as number, date as `YYYY-MM-DD`, instants as Date. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format ?? 'text'),
};

function parseWholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is above 2^53`);
  return value;
}

/** Sessions run in UTC whatever the server's own zone is; what the address sets besides stays. */
function withSessionOptions(url: string, isReadOnly: boolean): string {
  if (!URL.canParse(url)) return url;
  const changed = new URL(url);
  const given = changed.searchParams.get('options');
  const ours = isReadOnly ? '-c TimeZone=UTC -c default_transaction_read_only=on' : '-c TimeZone=UTC';
  changed.searchParams.set('options', given === null ? ours : `${given} ${ours}`);
  return changed.href;
}

/** In a whole address the driver prefers the password there to a function. */
function addressOf(url: string, password: (() => Promise<string>) | null): pg.PoolConfig {
  if (password === null) return { connectionString: url };
  const { hostname, port, username, pathname, searchParams } = new URL(url);
  const options = searchParams.get('options') ?? '';
  return { host: hostname, port: Number(port), user: username, database: pathname.slice(1), options, password };
}

/** How long a caller of an API process waits for a connection. */
const ACQUIRE_MS = 1_000;
/** Waiting for a connection before anybody is served: a machine that has much to do gives one late, and the start would end with it. */
export const START_ACQUIRE_MS = 20_000;

/** From now on callers wait for a connection no longer than they do in an API process. */
export function failFast(pool: pg.Pool): void {
  pool.options.connectionTimeoutMillis = ACQUIRE_MS;
}

/** A pool with the limits of an API process: fails fast, never hangs. */
export function createPool(options: PoolOptions): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 3000;
  const pool = new pg.Pool({
    ...addressOf(withSessionOptions(options.url, options.isReadOnly ?? false), options.password ?? null),
    max: options.max ?? 10,
    connectionTimeoutMillis: options.acquireTimeoutMs ?? ACQUIRE_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    lock_timeout: 1000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: options.applicationName ?? `backcounter/${APP_VERSION}`,
    types,
  });
  const report = options.onConnectionError ?? (() => undefined);
  // The pool tells of idle connections only; one that is lost inside a transaction would end the process. So each connection tells
  // itself, and what the pool repeats is dropped: it brings the whole client along, which must not get into a log.
  pool.on('connect', (client) => client.on('error', report));
  if (statementTimeoutMs > 0) endSilentConnections(pool, statementTimeoutMs + 2 * SILENCE_CHECK_MS);
  pool.on('error', () => undefined);
  return pool;
}

/**
 * A database that is frozen keeps no time, its statement timeout neither: a connection on which an answer is overdue is
 * ended here, which fails what waits for it as a lost connection does.
 */
function endSilentConnections(pool: pg.Pool, afterMs: number): void {
  const heard = new Map<Connected, { bytes: number; atMs: number }>();
  const look = (): void => {
    const nowMs = performance.now();
    for (const [client, last] of heard) {
      const { stream } = client.connection;
      if (client.readyForQuery || stream.bytesRead !== last.bytes)
        heard.set(client, { bytes: stream.bytesRead, atMs: nowMs });
      else if (nowMs - last.atMs > afterMs) stream.destroy(new Error('Connection terminated: no answer in time'));
    }
  };
  let timer: NodeJS.Timeout | undefined;
  pool.on('connect', (client) => {
    heard.set(client as Connected, { bytes: 0, atMs: performance.now() });
    timer ??= setInterval(look, SILENCE_CHECK_MS).unref();
  });
  pool.on('remove', (client) => {
    heard.delete(client as Connected);
    if (heard.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  });
}

/** The typed query builder over a pool; the pool is ended by whoever made it. */
export function createDatabase(pool: pg.Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Options for `execute…` of a query that ends with the signal: the statement is cancelled on the server, and the caller gets the
 * signal's reason.
 */
export function cancelledBy(signal: AbortSignal | undefined): AbortableQueryOptions {
  return signal === undefined ? {} : { signal, inflightQueryAbortStrategy: 'cancel query' };
}
