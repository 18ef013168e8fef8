import { AppError } from '@backcounter/domain';
import { CompiledQuery, type Kysely } from 'kysely';
import pg from 'pg';
import type { Database } from '../db/client.ts';

/** SQL text with a name under which PostgreSQL caches its plan; the same name always has the same text. */
export interface Statement {
  readonly text: string;
  /** Null for a text that is too rare to prepare. */
  readonly name: string | null;
}

/** Limits of one execution. */
export interface RunOptions {
  readonly signal: AbortSignal;
  /** The statement is cancelled after this time, which throws `query.timed-out`. */
  readonly timeoutMs: number;
  /** True for a statement that may take long, such as a count: each person runs few at once (`CostlyReads`). */
  readonly isCostly?: true;
}

/** Runs hot statements, prepared where possible. */
export interface SqlRunner {
  rows<Row>(statement: Statement, values: readonly unknown[], options: RunOptions): Promise<Row[]>;
}

/**
 * Timestamps and dates remain text (an instant as ISO 8601 in UTC with milliseconds), counters become numbers: list
 * rows are sent as JSON, so a Date object in between would be wasted.
 */
export const listTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    switch (oid) {
      case pg.types.builtins.TIMESTAMPTZ:
        return isoInstant;
      case pg.types.builtins.DATE:
        return String;
      case pg.types.builtins.INT8:
        return Number;
      default:
        return pg.types.getTypeParser(oid, format as 'text');
    }
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** `2026-01-02 03:04:05.6+00` as `2026-01-02T03:04:05.600Z`; sessions run in UTC. */
export function isoInstant(text: string): string {
  if (!text.endsWith('+00') || text.charCodeAt(10) !== 32) return new Date(text).toISOString();
  const end = text.length - 3;
  const milliseconds = end > 20 ? text.slice(20, Math.min(end, 23)).padEnd(3, '0') : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

/** Runs on a connection of the pool, one per statement; cancels on the server on the signal or the timeout. */
export function poolRunner(pool: pg.Pool): SqlRunner {
  return {
    async rows<Row>(statement: Statement, values: readonly unknown[], { signal, timeoutMs }: RunOptions) {
      signal.throwIfAborted();
      const client = await pool.connect();
      let cancelling: Promise<void> | null = null;
      let broken = false;
      let isLate = false;
      const cancel = (): void => {
        cancelling ??= cancelBackend(pool, client).catch(() => {
          // The connection is in an unknown state: close it instead of cancelling.
          broken = true;
        });
      };
      const timer = setTimeout(() => {
        isLate = true;
        cancel();
      }, timeoutMs);
      signal.addEventListener('abort', cancel, { once: true });
      try {
        const result = await client.query<Row & pg.QueryResultRow>(toConfig(statement, values));
        return result.rows;
      } catch (error) {
        broken ||= !(error instanceof pg.DatabaseError);
        signal.throwIfAborted();
        if (isLate) throw new AppError('query.timed-out', { cause: error, details: { retryAfterSeconds: 1 } });
        throw error;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
        // A pending cancel must not hit the connection's next user.
        if (cancelling !== null) await cancelling;
        client.release(broken);
      }
    },
  };
}

/** Runs inside a Kysely transaction, whose own statement timeout applies. */
export function transactionRunner(db: Kysely<Database>): SqlRunner {
  return {
    async rows<Row>(statement: Statement, values: readonly unknown[], { signal }: RunOptions) {
      signal.throwIfAborted();
      const result = await db.executeQuery<Row>(CompiledQuery.raw(statement.text, [...values]));
      return result.rows.map((row) => normalise(row as Record<string, unknown>) as Row);
    },
  };
}

function toConfig(statement: Statement, values: readonly unknown[]): pg.QueryConfig {
  const config: pg.QueryConfig = { text: statement.text, values: values as unknown[], types: listTypes };
  if (statement.name !== null) config.name = statement.name;
  return config;
}

/** Converts rows of the transaction's driver, which uses the pool's parsers, to the form of `listTypes`. */
function normalise(row: Record<string, unknown>): Record<string, unknown> {
  for (const key in row) {
    const value = row[key];
    if (value instanceof Date) row[key] = value.toISOString();
  }
  return row;
}

async function cancelBackend(pool: pg.Pool, client: pg.PoolClient): Promise<void> {
  const processId = (client as pg.PoolClient & { processID?: number | null }).processID;
  if (processId == null) throw new AppError('service.unavailable');
  // A separate connection: the pool may be exhausted by the very statements to cancel.
  const control = new pg.Client({ ...pool.options, password: pool.options.password, connectionTimeoutMillis: 1_000 });
  await control.connect();
  try {
    await control.query('select pg_cancel_backend($1)', [processId]);
  } finally {
    await control.end();
  }
}
