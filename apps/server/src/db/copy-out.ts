import type { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { bestEffort } from './best-effort.ts';

/** One statement to read, in one snapshot. */
export interface CopySource {
  /** SQL of each column. */
  readonly columns: readonly string[];
  /** SQL after the columns, from `from` on. */
  readonly rest: string;
  /** Values of the placeholders `$1`, … in `columns` and `rest`. */
  readonly values: readonly unknown[];
  /** IANA zone of written instants. */
  readonly timeZone: string;
  /** Format of COPY. */
  readonly format: 'csv' | 'text';
  readonly signal: AbortSignal;
}

/** Rows as they are read. */
export interface CopyRows {
  /** By column. */
  readonly kinds: readonly ColumnKind[];
  /** Output of COPY in UTF-8; destroying it ends the statement. */
  readonly stream: Readable;
}

/** Kind of the values of a column, as file formats distinguish them. */
export type ColumnKind = 'BOOLEAN' | 'DATE' | 'INSTANT' | 'NUMBER' | 'TEXT';

/** Field of the driver's connection that its types lack. */
type Connected = pg.PoolClient & { readonly processID: number };

/** The reader sets the pace, so the statement may last as long as a slow store needs. */
const STATEMENT_TIMEOUT = '60min';

const {
  BOOL,
  INT2,
  INT4,
  INT8,
  FLOAT4,
  FLOAT8,
  NUMERIC,
  TIMESTAMPTZ,
  DATE,
  JSON: JSON_TEXT,
  JSONB,
} = pg.types.builtins;
const KINDS = new Map<number, ColumnKind>([
  [BOOL, 'BOOLEAN'],
  [INT2, 'NUMBER'],
  [INT4, 'NUMBER'],
  [INT8, 'NUMBER'],
  [FLOAT4, 'NUMBER'],
  [FLOAT8, 'NUMBER'],
  [NUMERIC, 'NUMBER'],
  [TIMESTAMPTZ, 'INSTANT'],
  [DATE, 'DATE'],
]);
const TEXT_ARRAY = 1009;
/** Types that COPY would write in a form unfit for readers, with the SQL that converts them. */
const AS_TEXT = new Map<number, (sql: string) => string>([
  [BOOL, (sql) => `(${sql})::text`],
  [JSON_TEXT, (sql) => `(${sql}) #>> '{}'`],
  [JSONB, (sql) => `(${sql}) #>> '{}'`],
  [TEXT_ARRAY, (sql) => `array_to_string(${sql}, ' ')`],
]);

/** Placeholders compared as text. */
const TEXT_PLACEHOLDER = /(?<=lower\()\$\d+(?=\))|\$\d+(?=::text)/g;

/**
 * Reads rows by COPY in one snapshot, at the reader's pace and with constant memory. When the signal aborts or `take`
 * fails, it closes the connection, which ends the statement.
 */
export async function copyOut<T>(pool: pg.Pool, source: CopySource, take: (rows: CopyRows) => Promise<T>): Promise<T> {
  const { columns, rest, values, format, signal } = source;
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    signal.throwIfAborted();
    await client.query('begin isolation level repeatable read read only');
    await client.query(
      `select set_config('TimeZone', $1, true), set_config('DateStyle', 'ISO, YMD', true), set_config('statement_timeout', $2, true)`,
      [source.timeZone, STATEMENT_TIMEOUT],
    );
    const settings = await keepTexts(client, [...columns, rest].join(' '), values);
    // COPY takes no parameters, so values become literals.
    const inlined = (text: string): string =>
      text.replace(
        /\$(\d+)/g,
        (placeholder, index) => settings.get(placeholder) ?? sqlLiteral(values[Number(index) - 1]),
      );
    const { fields } = await client.query(inlined(`select ${columns.join(', ')} ${rest} limit 0`));
    const types = fields.map(({ dataTypeID }) => dataTypeID);
    const shown = columns.map((sql, index) => AS_TEXT.get(types[index] ?? 0)?.(sql) ?? sql);
    const stream = client.query(
      copyTo(inlined(`copy (select ${shown.join(', ')} ${rest}) to stdout (format ${format}, encoding 'utf8')`)),
    );
    // The reader gets errors from reading; later ones are irrelevant.
    stream.on('error', () => undefined);
    const onAbort = (): void => void stream.destroy(abortError(signal));
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const taken = await take({ kinds: types.map((type) => KINDS.get(type) ?? 'TEXT'), stream });
      signal.throwIfAborted();
      await client.query('commit');
      return taken;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    // A statement that hasn't written yet would not notice the closed connection.
    const { processID } = client as Connected;
    await bestEffort('end of a COPY', () => pool.query('select pg_cancel_backend($1)', [processID]));
    throw error;
  } finally {
    client.release(broken);
  }
}

function abortError({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/**
 * Puts texts, which may be searched personal data, into settings of the transaction and returns their SQL by
 * placeholder: PostgreSQL logs slow and failed statements.
 */
async function keepTexts(
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[],
): Promise<ReadonlyMap<string, string>> {
  const settings = new Map<string, string>();
  for (const [placeholder = ''] of text.matchAll(TEXT_PLACEHOLDER)) {
    const value = values[Number(placeholder.slice(1)) - 1];
    if (settings.has(placeholder) || (typeof value !== 'string' && !Array.isArray(value))) continue;
    const name = `backcounter.copy_${placeholder.slice(1)}`;
    await client.query(`select set_config($1, $2::${Array.isArray(value) ? 'text[]::text' : 'text'}, true)`, [
      name,
      value,
    ]);
    settings.set(placeholder, `current_setting('${name}')`);
  }
  return settings;
}

function sqlLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return value.length === 0 ? "'{}'" : `array[${value.map(sqlLiteral).join(', ')}]`;
  return pg.escapeLiteral(String(value));
}
