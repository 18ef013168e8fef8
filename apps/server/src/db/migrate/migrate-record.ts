import type pg from 'pg';
import { compareVersions } from './app-version.ts';
import type { Step } from './migrate-files.ts';

type Client = Pick<pg.ClientBase, 'query'>;

/** Oldest version that a database supports when its record starts; it reads only `schema_migration`. */
const BASELINE_VERSION = '0.1.0';

/**
 * Creates the record of steps and of supported versions, in a transaction. The runner owns these tables, so no step
 * creates them.
 */
export async function createRecord(client: Client, version: string): Promise<void> {
  await client.query(`
    CREATE TABLE public.schema_step (
      name text COLLATE "C" PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('expand', 'data', 'contract')),
      checksum text NOT NULL,
      version text NOT NULL,
      started_at timestamptz(3) NOT NULL DEFAULT now(),
      applied_at timestamptz(3),
      duration_ms int,
      rows_changed bigint NOT NULL DEFAULT 0
    );
    COMMENT ON TABLE public.schema_step IS 'Migrations since version 0.2.0, as the runner applied them (decision 0134).';
    COMMENT ON COLUMN public.schema_step.checksum IS 'SHA-256 of the file.';
    COMMENT ON COLUMN public.schema_step.version IS 'Version of the process that ran the step.';
    COMMENT ON COLUMN public.schema_step.applied_at IS 'NULL while a data step has batches left.';
    CREATE TABLE public.schema_range (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      oldest_version text NOT NULL,
      newest_version text NOT NULL,
      since timestamptz(3) NOT NULL DEFAULT now()
    );
    COMMENT ON TABLE public.schema_range IS 'Versions of the product that can run on this database (decision 0134).';
    COMMENT ON COLUMN public.schema_range.newest_version IS 'The newest that has run.';
    COMMENT ON COLUMN public.schema_range.since IS 'When this record began: older processes before it are unknown.';
    SELECT grant_to_application('SELECT', 'TABLE public.schema_step');
    SELECT grant_to_application('SELECT', 'TABLE public.schema_range')`);
  await client.query(`INSERT INTO public.schema_range (oldest_version, newest_version) VALUES ($1, $2)`, [
    BASELINE_VERSION,
    version,
  ]);
}

/** Records a step as applied, in the transaction that applies it. */
export async function recordStep(client: Client, step: Step, version: string): Promise<void> {
  await client.query(
    `INSERT INTO public.schema_step (name, kind, checksum, version, started_at, applied_at, duration_ms)
     VALUES ($1, $2, $3, $4, now(), clock_timestamp(), 1000 * extract(epoch FROM clock_timestamp() - now()))`,
    [step.name, step.kind, step.checksum, version],
  );
}

/**
 * Raises the oldest version that the database supports, in the transaction of a contract step. If that excludes version
 * 0.1.0, the step is also recorded as a migration unknown to it, the only thing that version checks.
 */
export async function excludeOlder(client: Client, step: Step, oldest: string): Promise<void> {
  const { rows } = await client.query<{ oldest: string }>(
    'SELECT oldest_version AS oldest FROM public.schema_range FOR UPDATE',
  );
  const before = rows[0]?.oldest ?? BASELINE_VERSION;
  if (compareVersions(oldest, before) <= 0) return;
  await client.query('UPDATE public.schema_range SET oldest_version = $1', [oldest]);
  if (before === BASELINE_VERSION)
    await client.query('INSERT INTO public.schema_migration (name, run_on) VALUES ($1, now())', [step.name]);
}

/** Records that this version has run. */
export async function raiseNewest(client: Client, version: string): Promise<void> {
  await client.query('UPDATE public.schema_range SET newest_version = $1', [version]);
}

/** Records the start of a data step, once, and returns its record, locked until the transaction ends. */
export async function beginDataStep(
  client: Client,
  step: Step,
  version: string,
): Promise<{ isDone: boolean; rowsChanged: number }> {
  const { rows } = await client.query<{ isDone: boolean; rowsChanged: string }>(
    `INSERT INTO public.schema_step (name, kind, checksum, version) VALUES ($1, $2, $3, $4)
     ON CONFLICT (name) DO UPDATE SET name = excluded.name
     RETURNING applied_at IS NOT NULL AS "isDone", rows_changed AS "rowsChanged"`,
    [step.name, step.kind, step.checksum, version],
  );
  return { isDone: rows[0]?.isDone === true, rowsChanged: Number(rows[0]?.rowsChanged ?? 0) };
}

/** Records a batch of a data step in its transaction; a batch without changed rows is the last. */
export async function noteBatch(client: Client, step: Step, rows: number): Promise<void> {
  await client.query(
    rows > 0
      ? 'UPDATE public.schema_step SET rows_changed = rows_changed + $2 WHERE name = $1'
      : `UPDATE public.schema_step SET rows_changed = rows_changed + $2, applied_at = clock_timestamp(),
           duration_ms = least(1000 * extract(epoch FROM clock_timestamp() - started_at), 2147483647) WHERE name = $1`,
    [step.name, rows],
  );
}
