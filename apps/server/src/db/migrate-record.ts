import type pg from 'pg';
import type { Step } from './migrate-files.ts';
import type { VersionRange } from './migrate-state.ts';

type Client = Pick<pg.ClientBase, 'query'>;

/** The oldest version that the record of steps counts with; it knows `schema_migration` only. */
export const BASELINE_VERSION = '0.1.0';

/** Makes the record of steps and of the versions that the database serves. It is the runner's, so no step makes it; in a transaction. */
export async function createRecord(client: Client, version: string): Promise<VersionRange> {
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
  const { rows } = await client.query<VersionRange>(
    `INSERT INTO public.schema_range (oldest_version, newest_version) VALUES ($1, $2)
     RETURNING oldest_version AS oldest, newest_version AS newest, to_json(since) #>> '{}' AS since`,
    [BASELINE_VERSION, version],
  );
  const [range] = rows;
  if (range === undefined) throw new Error('The record of versions was not made');
  return range;
}

/** Records a step as applied, in the transaction that applies it. */
export async function recordStep(client: Client, step: Step, version: string): Promise<void> {
  await client.query(
    `INSERT INTO public.schema_step (name, kind, checksum, version, started_at, applied_at, duration_ms)
     VALUES ($1, $2, $3, $4, now(), clock_timestamp(), 1000 * extract(epoch FROM clock_timestamp() - now()))`,
    [step.name, step.kind, step.checksum, version],
  );
}

/** From now on the database serves no version older than this. */
export async function raiseOldest(client: Client, version: string): Promise<void> {
  await client.query('UPDATE public.schema_range SET oldest_version = $1', [version]);
}

/** This version has run. */
export async function raiseNewest(client: Client, version: string): Promise<void> {
  await client.query('UPDATE public.schema_range SET newest_version = $1', [version]);
}

/** The one thing that version 0.1.0 understands: a migration that it does not know. */
export async function refuseBaselineVersion(client: Client, step: Step): Promise<void> {
  await client.query('INSERT INTO public.schema_migration (name, run_on) VALUES ($1, now())', [step.name]);
}
